import { answers } from "../../answers.mjs";

export const dynamic = "force-dynamic";
export const GET = () => Response.json(answers());
