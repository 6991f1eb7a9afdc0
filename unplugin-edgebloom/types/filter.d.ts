// The types of imported lists. TypeScript compares only the start or the end of an address. So put `filter` last; or, if it comes first, end
// the address with one of the options below.

declare module "*?filter" {
  import type { FilterReader } from "edgebloom/reader";

  /** The list as a filter: `has` returns false for "no", and true for "maybe". */
  const filter: FilterReader;
  export default filter;
}
declare module "*&filter" {
  export { default } from "list?filter";
}
declare module "*&static" {
  export { default } from "list?filter";
}
declare module "*&keys=domain" {
  export { default } from "list?filter";
}
declare module "*&keys=email" {
  export { default } from "list?filter";
}
declare module "*&keys=url" {
  export { default } from "list?filter";
}
declare module "*&keys=sha1-hex" {
  export { default } from "list?filter";
}
declare module "*&keys=sha256-hex" {
  export { default } from "list?filter";
}
declare module "*&keys=sha256" {
  export { default } from "list?filter";
}
declare module "*&errorRate=0.01" {
  export { default } from "list?filter";
}
declare module "*&errorRate=0.001" {
  export { default } from "list?filter";
}
declare module "*&errorRate=0.0001" {
  export { default } from "list?filter";
}
declare module "*&errorRate=1e-6" {
  export { default } from "list?filter";
}
