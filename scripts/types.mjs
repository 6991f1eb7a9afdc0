// Completes the declarations that tsc writes from the JSDoc in pkg/api: one file per entry point of the package, with only the
// declarations that it uses, and a second copy for CommonJS.

import { rmSync, writeFileSync } from "node:fs";
import ts from "typescript";
import { ENTRIES } from "./entries.mjs";
import { Failure, at, filesBelow } from "./run.mjs";

/**
 * `lib` has this since TypeScript 5.2, if it is enabled. The text is the same here, so both may be present. A reference to `lib`
 * would be an error in older compilers.
 */
const DISPOSE = `declare global {
    interface SymbolConstructor {
        readonly dispose: unique symbol;
    }
    interface Disposable {
        [Symbol.dispose](): void;
    }
}
`;

/** @param {string} notice the first comment of the files */
export function finishTypes(notice) {
  const texts = publicTexts(ENTRIES.map(({ api: path }) => at("pkg/types", path.replace(/\.js$/, ".d.ts"))));
  for (const file of filesBelow("pkg/types")) rmSync(at(file));
  for (const { name, api: path } of ENTRIES) {
    texts.set(at("pkg/types", `${name}.d.ts`), `export * from "./${path}";\n`);
  }
  for (const [file, body] of texts) {
    const text = `// ${notice}\n${body}${body.includes("[Symbol.dispose]()") ? DISPOSE : ""}`;
    writeFileSync(file, text);
    writeFileSync(file.replace(/\.d\.ts$/, ".d.cts"), text.replace(/(["'])(\.{1,2}\/[^"']*)\.js\1/g, "$1$2.cjs$1"));
  }
}

/** True if a comment says @internal. tsc's `stripInternal` skips declarations that come from JavaScript. */
const isInternal = (/** @type {ts.Node} */ node) =>
  ts.getJSDocTags(node).some((tag) => tag.tagName.text === "internal");

/**
 * The statements that can be reached from the exports of some files, by file. Other statements use the module, and names that only
 * the `lib` of browsers has.
 * @param {string[]} entries
 * @returns {Map<string, string>}
 */
function publicTexts(entries) {
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts"],
    types: [],
  });
  const checker = program.getTypeChecker();
  const own = (/** @type {ts.SourceFile} */ file) => file.fileName.startsWith(at("pkg/types").replaceAll("\\", "/"));
  /** @type {Set<ts.Node>} */
  const nodes = new Set();

  /**
   * Keeps a top-level statement, or a part of an import, and everything that it uses.
   * @param {ts.Node} declaration
   */
  function keep(declaration) {
    const node = ts.findAncestor(declaration, (one) => ts.isSourceFile(one.parent) || ts.isImportSpecifier(one));
    if (!node || nodes.has(node) || !own(node.getSourceFile())) return;
    nodes.add(node);
    visit(node);
  }
  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isClassElement(node) && isInternal(node)) return;
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      symbol?.declarations?.forEach(keep);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) checker.getAliasedSymbol(symbol).declarations?.forEach(keep);
    }
    ts.forEachChild(node, visit);
  }
  for (const name of entries) {
    const file = program.getSourceFile(name);
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Failure(`${name}: expected a module`);
    for (const symbol of checker.getExportsOfModule(module)) {
      const named = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      [...(symbol.declarations ?? []), ...(named.declarations ?? [])].forEach(keep);
    }
    file.statements.filter((one) => ts.isExportDeclaration(one) && !one.exportClause).forEach(keep);
  }
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const file of program.getSourceFiles().filter(own)) {
    const parts = file.statements.map((statement) => textOf(statement, nodes)).filter(Boolean);
    // Only tsc needs this tag. Other tools find no parameters after it.
    const text = withReexports(parts.join("\n").replace(/^ *\* @overload\n/gm, ""));
    if (parts.length) files.set(file.fileName, `${text}\n`);
  }
  return files;
}

/**
 * JavaScript can only give a new name to a type of another file, and the new name hides its documentation. The declarations export
 * the type itself.
 * @param {string} text
 */
const withReexports = (text) =>
  text.replace(/^export type (\w+)(?:<.*>)? = import\(("[^"]+")\)\.\1(?:<.*>)?;$/gm, (_, name, from) =>
    text.split(new RegExp(`\\b${name}\\b`)).length > 3
      ? `import type { ${name} } from ${from};\nexport type { ${name} };`
      : `export type { ${name} } from ${from};`,
  );

/**
 * The text of a statement with its own comment, without its internal and unused parts; "" if nothing is left.
 * @param {ts.Statement} statement
 * @param {Set<ts.Node>} nodes
 */
function textOf(statement, nodes) {
  const imported = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings;
  if (imported && ts.isNamedImports(imported)) {
    const names = imported.elements.filter((one) => nodes.has(one)).map((one) => one.getText());
    return names.length ? `import { ${names.join(", ")} } from ${statement.moduleSpecifier.getText()};` : "";
  }
  if (!nodes.has(statement)) return "";
  const text = statement.getSourceFile().text;
  let start = commentStart(statement);
  let out = "";
  for (const member of ts.isClassDeclaration(statement) ? statement.members.filter(isInternal) : []) {
    out += text.slice(start, member.getFullStart());
    start = member.getEnd();
  }
  return out + text.slice(start, statement.getEnd());
}

/**
 * The start of the comment of a statement. Comments of types may come before it; they are already in other places.
 * @param {ts.Node} statement
 */
function commentStart(statement) {
  const comment = ts
    .getJSDocCommentsAndTags(statement)
    .filter((one) => ts.isJSDoc(one))
    .at(-1);
  return comment && !comment.tags?.some((tag) => ts.isJSDocTypedefTag(tag)) ? comment.getStart() : statement.getStart();
}
