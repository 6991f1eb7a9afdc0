import { answers } from "../../answers.mjs";

export const runtime = "edge";
export const GET = async () => Response.json(await answers());
