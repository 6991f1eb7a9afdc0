// Finishes what tsc makes of the JSDoc in pkg/api: one entry of declarations for each of the package, nothing in
// them that cannot be reached from there, and the same once more for CommonJS.

import { rmSync, writeFileSync } from "node:fs";
import ts from "typescript";
import { ENTRIES } from "./entries.mjs";
import { Failure, at, filesBelow } from "./run.mjs";

/**
 * What `lib` has since TypeScript 5.2, and only if it is asked for. Here it is in the same words, so that both may be
 * there: a reference to `lib` is an error in older compilers.
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

/** @param {string} notice what the files say of themselves */
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

/** True for what a comment calls internal. tsc's own `stripInternal` passes over declarations made from JavaScript. */
const isInternal = (/** @type {ts.Node} */ node) =>
  ts.getJSDocTags(node).some((tag) => tag.tagName.text === "internal");

/**
 * What of each declaration file can be reached from the exports of some, by file. The rest speaks of the module and of
 * names that only browsers' `lib` has.
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
  const kept = new Set();

  /**
   * Keeps a top-level statement, or the part of an import, and all that it speaks of.
   * @param {ts.Node} declaration
   */
  function keep(declaration) {
    const node = ts.findAncestor(declaration, (one) => ts.isSourceFile(one.parent) || ts.isImportSpecifier(one));
    if (!node || kept.has(node) || !own(node.getSourceFile())) return;
    kept.add(node);
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
    const parts = file.statements.map((statement) => textOf(statement, kept)).filter(Boolean);
    // A tag for tsc, after which others find no parameters.
    const text = parts.join("\n").replace(/^ *\* @overload\n/gm, "");
    if (parts.length) files.set(file.fileName, `${text}\n`);
  }
  return files;
}

/**
 * The text of a statement with its own comment, without what is internal or not kept; "" if that is all of it.
 * @param {ts.Statement} statement
 * @param {Set<ts.Node>} kept
 */
function textOf(statement, kept) {
  const imported = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings;
  if (imported && ts.isNamedImports(imported)) {
    const names = imported.elements.filter((one) => kept.has(one)).map((one) => one.getText());
    return names.length ? `import { ${names.join(", ")} } from ${statement.moduleSpecifier.getText()};` : "";
  }
  if (!kept.has(statement)) return "";
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
 * Where the comment of a statement begins: before it there may be those of types, which have gone elsewhere.
 * @param {ts.Node} statement
 */
function commentStart(statement) {
  const comment = ts
    .getJSDocCommentsAndTags(statement)
    .filter((one) => ts.isJSDoc(one))
    .at(-1);
  return comment && !comment.tags?.some((tag) => ts.isJSDocTypedefTag(tag)) ? comment.getStart() : statement.getStart();
}
