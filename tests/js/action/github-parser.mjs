// GitHub's own parser of workflows and actions, @actions/workflow-parser. Its modules import JSON in a way that no Node accepts, so they are bundled first.

import { build } from "esbuild";
import { at } from "../../../scripts/run.mjs";

const { outputFiles } = await build({
  stdin: {
    contents: `export * from "@actions/workflow-parser";
      export { convertActionTemplate, parseAction } from "@actions/workflow-parser/actions/index";`,
    resolveDir: at(),
  },
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
  // A dependency is a CommonJS module.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(process.execPath);' },
});
const parser = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
const TRACE = new parser.NoOperationTraceWriter();

const errorsOf = ({ errors }) => errors.getErrors().map(({ message }) => message);

/** What is wrong with the text of an action.yml. */
export function errorsInAction(content) {
  const { context, value } = parser.parseAction({ name: "action.yml", content }, TRACE);
  if (value) parser.convertActionTemplate(context, value);
  return errorsOf(context);
}

/** What is wrong with the text of a workflow. */
export async function errorsInWorkflow(content) {
  const { context, value } = parser.parseWorkflow({ name: "workflow.yml", content }, TRACE);
  if (value) await parser.convertWorkflowTemplate(context, value);
  return errorsOf(context);
}
