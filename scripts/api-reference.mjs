// Writes the API reference, docs/reference/api, from the declarations of the package with TypeDoc. It is not in git.

import { Application, Comment, Converter, DeclarationReflection, PageEvent, ReflectionKind } from "typedoc";
import ts from "typescript";
import { ENTRIES } from "./entries.mjs";
import { Failure, at } from "./run.mjs";

export const REFERENCE = at("docs/reference/api");

/**
 * TypeDoc with our settings and the package read.
 * @param {string} [out]
 */
export async function readApi(out = REFERENCE) {
  // The types of TypeDoc do not include the options of plugins.
  /** @type {Record<string, unknown>} */
  const options = {
    plugin: ["typedoc-plugin-markdown", "typedoc-plugin-missing-exports", "typedoc-vitepress-theme"],
    entryPoints: ENTRIES.map(({ name }) => at("pkg/types", `${name}.d.ts`)),
    tsconfig: at("scripts/typedoc.tsconfig.json"),
    out,
    readme: "none",
    name: "API",
    logLevel: "Warn",
    treatWarningsAsErrors: true,
    disableSources: true,
    preservedTypeAnnotationTags: ["@throws"],
    router: "member",
    entryFileName: "index",
    docsRoot: at("docs"),
    placeInternalsInOwningModule: true,
    collapseInternalModule: true,
    hideBreadcrumbs: true,
    hidePageHeader: true,
    pageTitleTemplates: { member: "{name}", module: "{name}" },
    useCodeBlocks: true,
    indexFormat: "table",
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
    propertyMembersFormat: "table",
    typeDeclarationFormat: "table",
    expandObjects: true,
    excludeExternals: true,
  };
  const app = await Application.bootstrapWithPlugins(options);
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
    // The name of an entry point is the one that users import.
    const entry = ENTRIES.find(({ name }) => reflection.parent?.isProject() && reflection.name === name);
    if (entry) reflection.name = entry.name === "index" ? "edgebloom" : `edgebloom/${entry.name}`;
  });
  app.renderer.on(PageEvent.END, addMethods);
  app.renderer.on(PageEvent.END, addOptions);
  const project = await app.convert();
  if (!project) throw new Failure("TypeDoc could not read pkg/types");
  const constructors = project.getReflectionsByKind(ReflectionKind.Constructor);
  for (const module of project.children ?? []) {
    const { about } =
      ENTRIES.find(({ name }) => module.name === (name === "index" ? "edgebloom" : `edgebloom/${name}`)) ?? {};
    if (about) module.comment = new Comment([{ kind: "text", text: about }]);
  }
  for (const one of /** @type {import("typedoc").DeclarationReflection[]} */ (constructors)) {
    // Users do not call this constructor: functions make the objects.
    if (!one.signatures?.some(({ comment }) => comment)) project.removeReflection(one);
  }
  // Leave out signatures that only say that a function does not exist.
  for (const one of project.getReflectionsByKind(ReflectionKind.CallSignature)) {
    if (`${/** @type {any} */ (one).type}` === "never") project.removeReflection(one);
  }
  // TypeDoc leaves out the class of an error.
  for (const { comment } of Object.values(project.reflections)) {
    for (const { tag, content, typeAnnotation } of comment?.blockTags ?? []) {
      if (tag !== "@throws" || !typeAnnotation) continue;
      content.unshift(
        { kind: "code", text: typeAnnotation.replace(/^\{(.*)\}$/, "`$1`") },
        { kind: "text", text: ": " },
      );
    }
  }
  return { app, project };
}

/**
 * Puts a table of methods behind the description of a class.
 * @param {PageEvent} page
 */
function addMethods(page) {
  const { model } = page;
  if (!(model instanceof DeclarationReflection) || !model.kindOf(ReflectionKind.Class)) return;
  const rows = (model.children ?? [])
    .filter((one) => one.kindOf(ReflectionKind.Method) && !one.name.startsWith("["))
    .map((one) => {
      const text = one.signatures?.[0]?.comment?.summary.map(({ text }) => text).join("") ?? "";
      const [first] = text.split(/(?<=\.)\s/);
      const name = one.flags.isStatic ? `${model.name}.${one.name}` : one.name;
      return `| [\`${name}\`](#${one.name.toLowerCase()}) | ${first.replace(/\s+/g, " ").replaceAll("|", "\\|")} |`;
    });
  if (!rows.length) return;
  const table = ["## Overview", "", "| Method | Description |", "|---|---|", ...rows].join("\n");
  page.contents = page.contents?.replace(
    /^## (?=Constructors|Properties|Accessors|Methods|Extends)/m,
    `${table}\n\n## `,
  );
}

/** The properties of the types of options, by the names of the types. */
const optionRows = (() => {
  /** @type {Map<string, string[]> | undefined} */
  let rows;
  return (/** @type {string} */ name) => (rows ??= readOptions()).get(name) ?? [];
})();

/** Rows of a table: what each property of a type of options is, whichever part of the type has it. */
function readOptions() {
  const files = ENTRIES.map(({ name }) => at("pkg/types", `${name}.d.ts`));
  const program = ts.createProgram(files, { module: ts.ModuleKind.NodeNext, lib: ["lib.es2022.d.ts"], types: [] });
  const checker = program.getTypeChecker();
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const file of program.getSourceFiles().filter(({ fileName }) => fileName.includes("/pkg/types/"))) {
    for (const node of file.statements) {
      if (!ts.isTypeAliasDeclaration(node) || !/Options?$/.test(node.name.text)) continue;
      const type = checker.getTypeAtLocation(node);
      const variants = type.isUnion() ? type.types : [type];
      const rows = rowsOf(checker, node, variants);
      if (rows.length) found.set(node.name.text, rows);
    }
  }
  return found;
}

/**
 * One row for each property that some variant has: its types, and if not all variants have it, which ones do.
 * @param {ts.TypeChecker} checker
 * @param {ts.Node} node
 * @param {ts.Type[]} variants
 */
function rowsOf(checker, node, variants) {
  const shown = (/** @type {ts.Symbol} */ one) => {
    const type = checker.getTypeOfSymbol(one);
    // The values of a union say more than its name.
    const expand = type.isUnion() ? ts.TypeFormatFlags.InTypeAlias : 0;
    return checker
      .typeToString(type, node, expand | ts.TypeFormatFlags.NoTruncation)
      .replace(/ \| undefined$/, "")
      .replace(/import\("[^"]+"\)\.|<any>$/g, "");
  };
  // A variant may declare that it lacks a property of another variant.
  const propertiesOf = (/** @type {ts.Type} */ variant) =>
    checker.getPropertiesOfType(variant).filter((one) => shown(one) !== "undefined");
  const names = new Set(variants.flatMap(propertiesOf).map(({ name }) => name));
  const key = ["format", "scheme"].find((name) => variants.length > 1 && names.has(name));
  return [...names].map((name) => {
    const having = variants.filter((variant) => propertiesOf(variant).some((one) => one.name === name));
    const properties = having.flatMap(propertiesOf).filter((one) => one.name === name);
    const types = [...new Set(properties.map(shown))].join(" | ");
    const texts = properties.map((one) => ts.displayPartsToString(one.getDocumentationComment(checker)));
    const isOptional =
      having.length < variants.length || properties.some(({ flags }) => flags & ts.SymbolFlags.Optional);
    const values = having.flatMap(propertiesOf).filter((one) => one.name === key);
    const only =
      key && name !== key && having.length < variants.length
        ? ` (only with \`${key}\` ${[...new Set(values.map(shown))].join(", ").replaceAll('"', "`")})`
        : "";
    const text = `${[...new Set(texts)].join("; ").replace(/\s+/g, " ")}${only}`;
    const cells = [`options.${name}${isOptional ? "?" : ""}`, types].map((one) => `\`${one.replaceAll("|", "\\|")}\``);
    return `| ${cells.join(" | ")} | ${text.replaceAll("|", "\\|")} |`;
  });
}

/**
 * Puts the properties of options where the options are: below their row in the table of parameters.
 * @param {PageEvent} page
 */
function addOptions(page) {
  page.contents = page.contents?.replace(/^\| `options\??` \|.*$/gm, (row) => {
    const rows = [...row.matchAll(/`(\w+Options?)`/g)].flatMap(([, name]) => optionRows(name));
    return [row, ...new Set(rows)].join("\n");
  });
  // The code names the files of the documentation.
  page.contents = page.contents?.replace(
    /\bdocs\/((?:guide|interop|reference|maintainers)\/[\w/-]+\.md)/g,
    "[details](/$1)",
  );
}

export async function writeApiReference() {
  const { app, project } = await readApi();
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Failure("TypeDoc has warnings");
}
