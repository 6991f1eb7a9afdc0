import { answers } from "./answers.mjs";

console.log(JSON.stringify(await answers()));
