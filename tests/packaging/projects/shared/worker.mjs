import { answers } from "./answers.mjs";

export default { fetch: async () => Response.json(await answers()) };
