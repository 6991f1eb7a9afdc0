export { FilterHolder } from "./filter-holder.js";
