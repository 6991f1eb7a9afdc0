import { answers } from "../../answers.mjs";

export const dynamic = "force-dynamic";
export const GET = async () => Response.json(await answers());
