export * from "./common.js";
export { fromResponse, load } from "./load.js";
