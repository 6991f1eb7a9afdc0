// What the package exports, read from pkg/types: every class, function, constant and type with its members, signatures and
// documentation. scripts/api-docs.mjs writes docs/API.md from it, tests hold the documentation and the type tests against it.

import { existsSync } from "node:fs";
import ts from "typescript";
import { ENTRIES as ALL } from "./entries.mjs";
import { Failure, at } from "./run.mjs";

const ENTRIES = Object.fromEntries(ALL.map(({ name, api }) => [name, api]));

/**
 * @typedef {object} Param
 * @property {string} name "options.exact" for a property of options
 * @property {string} type
 * @property {boolean} optional
 * @property {string} text
 */

/**
 * @typedef {object} Doc
 * @property {string} text
 * @property {Param[]} params
 * @property {{ type: string, text: string } | undefined} returns
 * @property {{ type: string, text: string }[]} throws
 * @property {string[]} examples
 */

/**
 * @typedef {object} Own
 * @property {"class" | "function" | "constant" | "type" | "constructor" | "static" | "property" | "method" | "field"} kind
 * @property {string} name
 * @property {string} signature
 * @property {string} [type] what comes back, or of what type it is
 * @property {string[]} [takes] the names of the parameters
 * @property {boolean} [optional]
 * @property {Item[]} [members]
 * @property {string} [base] the class that it extends
 */

/**
 * @typedef {Doc & Own} Item
 */

/**
 * The entries of the package in order, each with what it exports, sorted by kind and name. What an entry has from one
 * before is in `same`.
 * @returns {{ name: string, items: Item[], parts: Item[], same: string[] }[]}
 */
export function readApi() {
  const files = Object.fromEntries(Object.keys(ENTRIES).map((name) => [name, at("pkg/types", `${name}.d.ts`)]));
  if (!Object.values(files).every(existsSync)) throw new Failure("pkg/types is not there: npm run build");
  const program = ts.createProgram(Object.values(files), {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts"],
    types: [],
  });
  const checker = program.getTypeChecker();
  /** @type {Map<ts.Node, string>} */
  const known = new Map();
  return Object.entries(files).map(([name, file]) => {
    /** @type {Item[]} */
    const items = [];
    /** @type {ts.Declaration[]} */
    const declarations = [];
    /** @type {string[]} */
    const same = [];
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Failure(`${file}: expected a module`);
    for (const exported of checker.getExportsOfModule(module)) {
      const [declaration] = original(checker, exported)?.declarations ?? [];
      if (!declaration) throw new Failure(`${exported.name}: it is declared nowhere`);
      if (known.has(declaration)) {
        same.push(exported.name);
        continue;
      }
      known.set(declaration, exported.name);
      items.push(itemOf(checker, declaration, exported.name));
      declarations.push(declaration);
    }
    const parts = partsOf(checker, declarations, known);
    const order = ["class", "function", "constant", "type"];
    items.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (a.name < b.name ? -1 : 1));
    return { name: name === "index" ? "edgebloom" : `edgebloom/${name}`, items, parts, same: same.sort() };
  });
}

/**
 * What a name stands for, wherever it comes from.
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol | undefined} symbol
 * @returns {ts.Symbol | undefined}
 */
function original(checker, symbol) {
  if (!symbol) return undefined;
  if (symbol.flags & ts.SymbolFlags.Alias) return original(checker, checker.getAliasedSymbol(symbol));
  for (const declaration of symbol.declarations ?? []) {
    if (ts.isVariableDeclaration(declaration) && declaration.type && ts.isTypeQueryNode(declaration.type)) {
      return original(checker, checker.getSymbolAtLocation(declaration.type.exprName));
    }
    if (symbol.flags & ts.SymbolFlags.Value) continue;
    if (ts.isTypeAliasDeclaration(declaration) && ts.isImportTypeNode(declaration.type) && declaration.type.qualifier) {
      return original(checker, checker.getSymbolAtLocation(declaration.type.qualifier));
    }
  }
  return symbol;
}

/**
 * The types that the exported ones are made of, and that have no exported name.
 * @param {ts.TypeChecker} checker
 * @param {ts.Declaration[]} exported
 * @param {Map<ts.Node, string>} known
 */
function partsOf(checker, exported, known) {
  /** @type {Item[]} */
  const parts = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      const [declaration] = original(checker, symbol)?.declarations ?? [];
      const isOurs = declaration?.getSourceFile().fileName.includes("/pkg/types/");
      if (isOurs && ts.isTypeAliasDeclaration(declaration) && !known.has(declaration)) {
        known.set(declaration, declaration.name.text);
        parts.push(itemOf(checker, declaration, declaration.name.text));
        visit(declaration);
      }
    }
    ts.forEachChild(node, visit);
  };
  exported.forEach(visit);
  return parts.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.Declaration} declaration
 * @param {string} name
 * @returns {Item}
 */
function itemOf(checker, declaration, name) {
  const doc = docOf(declaration);
  if (ts.isClassDeclaration(declaration)) {
    const base = declaration.heritageClauses?.[0]?.types[0].expression.getText();
    const members = declaration.members
      .filter((one) => !(one.name && ts.isPrivateIdentifier(one.name)) && !isBarred(one))
      .map(memberOf);
    return { kind: "class", name, ...doc, signature: `class ${name}${base ? ` extends ${base}` : ""}`, base, members };
  }
  if (ts.isTypeAliasDeclaration(declaration)) {
    const { type } = declaration;
    const members = ts.isTypeLiteralNode(type) ? type.members.map(memberOf) : undefined;
    const parameters = declaration.typeParameters?.map((one) => one.getText()).join(", ");
    const signature = members ? "" : `type ${name}${parameters ? `<${parameters}>` : ""} = ${stated(checker, type)}`;
    return { kind: "type", name, ...doc, signature, members };
  }
  if (ts.isVariableDeclaration(declaration) && declaration.type) {
    return { kind: "constant", name, ...doc, signature: `const ${name}: ${short(declaration.type)}` };
  }
  if (!ts.isFunctionDeclaration(declaration)) {
    throw new Failure(`${name}: a class, a function, a constant or a type was expected`);
  }
  const signature = short(declaration).replace(/^export (declare )?/, "");
  return { kind: "function", name, ...doc, ...callable(declaration), signature };
}

/**
 * What a type is: where it is taken from another one, what that one has there.
 * @param {ts.TypeChecker} checker
 * @param {ts.TypeNode} type
 */
function stated(checker, type) {
  if (!ts.isIndexedAccessTypeNode(type)) return short(type);
  return checker.typeToString(checker.getTypeFromTypeNode(type), undefined, ts.TypeFormatFlags.NoTruncation);
}

/** True for an overload that nobody can call: it tells compilers that a class has not what its base has. */
const isBarred = (/** @type {ts.ClassElement} */ member) => {
  const [first] = ts.isMethodDeclaration(member) ? member.parameters : [];
  return first?.name.getText() === "this" && first.type?.getText() === "never";
};

/**
 * @param {ts.ClassElement | ts.TypeElement} member
 * @returns {Item}
 */
function memberOf(member) {
  const doc = docOf(member);
  const signature = short(member);
  if (ts.isConstructorDeclaration(member)) {
    return { kind: "constructor", name: "constructor", ...doc, ...callable(member), signature };
  }
  const name = member.name?.getText() ?? "";
  if (ts.isMethodDeclaration(member)) {
    const isStatic = ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static;
    return { kind: isStatic ? "static" : "method", name, ...doc, ...callable(member), signature };
  }
  const field = ts.isPropertySignature(member);
  // As a property that may be missing has it.
  const typed = field || ts.isPropertyDeclaration(member) || ts.isAccessor(member) ? member.type : undefined;
  if (!typed) throw new Failure(`${name}: expected a property with a type`);
  const type = short(typed).replace(field && member.questionToken ? / \| undefined$/ : /$^/, "");
  return {
    kind: field ? "field" : "property",
    name,
    ...doc,
    signature,
    type,
    optional: field && !!member.questionToken,
  };
}

/** @param {ts.SignatureDeclaration} node */
const callable = (node) => ({
  takes: node.parameters.map((one) => one.name.getText()).filter((name) => name !== "this"),
  type: node.type ? short(node.type) : "",
});

/**
 * The text of a node on one line, without where its types come from.
 * @param {ts.Node} node
 */
const short = (node) =>
  unsourced(node.getText().replace(/\/\*\*.*?\*\//gs, ""))
    .replace(/;\s*\}/g, " }")
    .replace(/;$/, "")
    .trim();

/** @param {string} text */
const unsourced = (text) => text.replace(/import\("[^"]*"\)\./g, "").replace(/\s+/g, " ");

/** @param {ts.JSDoc["comment"]} comment */
const flat = (comment) =>
  (ts.getTextOfJSDocComment(comment) ?? "")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim();
/** @param {ts.Node | undefined} expression */
const typeText = (expression) => unsourced(expression?.getText().replace(/^\{|\}$/g, "") ?? "").trim();

/**
 * @param {ts.Node} node
 * @returns {Doc}
 */
function docOf(node) {
  const [comment] = (ts.getJSDocCommentsAndTags(node) ?? []).filter(ts.isJSDoc).slice(-1);
  /** @type {readonly ts.JSDocTag[]} */
  const tags = comment?.tags ?? [];
  const of = (/** @type {string} */ name) => tags.filter((tag) => tag.tagName.text === name);
  const [returns] = tags.filter(ts.isJSDocReturnTag);
  return {
    text: flat(comment?.comment),
    params: tags.filter(ts.isJSDocParameterTag).flatMap(paramsOf),
    returns: returns && { type: typeText(returns.typeExpression), text: flat(returns.comment) },
    throws: tags
      .filter(ts.isJSDocThrowsTag)
      .map((tag) => ({ type: typeText(tag.typeExpression), text: flat(tag.comment) })),
    examples: of("example").map((tag) => (ts.getTextOfJSDocComment(tag.comment) ?? "").trim()),
  };
}

/**
 * @param {ts.JSDocPropertyLikeTag} tag
 * @returns {Param[]}
 */
function paramsOf(tag) {
  const { typeExpression } = tag;
  const nested =
    typeExpression && ts.isJSDocTypeLiteral(typeExpression.type) ? (typeExpression.type.jsDocPropertyTags ?? []) : [];
  const own = {
    name: tag.name.getText(),
    type: nested.length ? "object" : typeText(typeExpression),
    optional: tag.isBracketed,
    text: flat(tag.comment),
  };
  return [own, ...nested.flatMap(paramsOf)];
}
