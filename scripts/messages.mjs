// `node scripts/messages.mjs`: collects the error messages of the package, from the rules in src and from what pkg/api, pkg/reader
// and pkg/cli throw, and writes them into docs/reference/errors.md. `--check` writes nothing and fails if the page is not fresh.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { Failure, at, filesBelow, mainOf } from "./run.mjs";

export const PAGE = "docs/reference/errors.md";
/** The placeholder for a value in a message. */
const GAP = "…";
/** The codes of src/error.rs that are not those of a FilterFormatError. */
const RANGE_CODES = ["Argument", "Incompatible", "Memory", "Random"];

/** @typedef {{ text: string, kind: string, code: string, file: string }} Message */

/** @param {string} file */
const read = (file) => readFileSync(at(file), "utf8");

/** The rules of the Rust sources. The test uses the number of places. */
export function rustMessages() {
  const files = filesBelow("src").filter((file) => file.endsWith(".rs"));
  const texts = files.map(read);
  const constants = Object.fromEntries(
    texts.flatMap((text) =>
      [...text.matchAll(/const (\w+): &str =\s*"([^"]*)";/g)].map(([, name, value]) => [name, value]),
    ),
  );
  const expectation = '\\s*(?:"([^"]*)"|(\\w+)),?\\s*\\)';
  const rules = new RegExp(`Rule::(new|state)\\(\\s*Code::(\\w+),\\s*"([^"]*)",${expectation}`, "g");
  const fields = new RegExp(`\\bfield\\((?:[^"()]|\\([^()]*\\))*?Code::(\\w+),\\s*"([^"]*)",${expectation}`, "g");
  const reals = new RegExp(`\\breal_field\\([^"]*?"([^"]*)",${expectation}`, "g");
  return texts.flatMap((text, i) => {
    const file = files[i];
    /** @type {(isState: boolean, code: string, field: string, quoted: string | undefined, name: string) => Message[]} */
    const message = (isState, code, field, quoted, name) => {
      const expected = quoted ?? constants[name];
      if (expected === undefined) throw new Failure(`${file}: no constant ${name}`);
      if (!expected) return [];
      const words = expected.replace("{}", GAP);
      const kind = RANGE_CODES.includes(code) ? "RangeError" : "FilterFormatError";
      const upper = code.replace(/(?<=[a-z])[A-Z]/g, "_$&").toUpperCase();
      return [{ text: isState ? words : `${field}: expected ${words}`, kind, code: upper, file }];
    };
    return [
      ...[...text.matchAll(rules)].flatMap(([, how, ...rest]) =>
        message(how === "state", .../** @type {[string, string, string, string]} */ (rest)),
      ),
      ...[...text.matchAll(fields)].flatMap(([, ...rest]) =>
        message(false, .../** @type {[string, string, string, string]} */ (rest)),
      ),
      ...[...text.matchAll(reals)].flatMap(([, ...rest]) =>
        message(false, "Invalid", .../** @type {[string, string, string]} */ (rest)),
      ),
    ];
  });
}

/** The names of the arguments from which a class or helper builds a message. */
const SHAPES = /** @type {Record<string, [kind: string, parameters: string[]]>} */ ({
  TypeError: ["TypeError", ["message"]],
  RangeError: ["RangeError", ["message"]],
  FilterFormatError: ["FilterFormatError", ["message", "code"]],
  FilterFetchError: ["FilterFetchError", ["code", "field", "expected"]],
  FilterSignatureError: ["FilterSignatureError", ["code", "field", "expected"]],
  Failure: ["", ["message"]],
  wrongType: ["TypeError", ["field", "expected"]],
  wrongValue: ["RangeError", ["field", "expected"]],
  argumentError: ["", ["kind", "field", "expected"]],
  coded: ["RangeError", ["message", "code"]],
  incompatible: ["RangeError", ["field"]],
  whole: ["RangeError", ["", "field", "least", "most"]],
  check: ["FilterFormatError", ["", "field", "", "", "expected", "code"]],
});

/**
 * The possible texts of an expression: several if it has a condition. An unknown value is a gap.
 * @param {ts.Node | undefined} node
 * @returns {string[]}
 */
function textsOf(node) {
  if (!node) return [GAP];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isNumericLiteral(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce(
      (texts, { expression, literal }) => joined(joined(texts, textsOf(expression)), [literal.text]),
      [node.head.text],
    );
  }
  if (ts.isBinaryExpression(node)) {
    const number = numberOf(node);
    if (number !== undefined) return [String(number)];
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return joined(textsOf(node.left), textsOf(node.right));
  }
  if (ts.isIdentifier(node)) return textsOf(initialiserOf(node));
  return [GAP];
}

/**
 * The value of an expression of numbers.
 * @param {ts.Node | undefined} node
 * @returns {number | undefined}
 */
function numberOf(node) {
  if (!node) return undefined;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isIdentifier(node)) return numberOf(initialiserOf(node));
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [numberOf(node.left), numberOf(node.right)];
  if (left === undefined || right === undefined) return undefined;
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return left + right;
    case ts.SyntaxKind.MinusToken:
      return left - right;
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return left ** right;
  }
}

/** @type {(before: string[], after: string[]) => string[]} */
function joined(before, after) {
  // More than four combinations are too many: the second part becomes a gap.
  const some = before.length * after.length > 4 ? [GAP] : after;
  return before.flatMap((one) => some.map((other) => one + other));
}

/**
 * The value of a constant in scope, if it is a text.
 * @param {ts.Identifier} use
 */
function initialiserOf(use) {
  for (let scope = use.parent; scope; scope = scope.parent) {
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    for (const statement of scope.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations) {
        const isOne = ts.isIdentifier(name) && name.text === use.text && initializer;
        if (isOne && !ts.isIdentifier(initializer)) return initializer;
      }
    }
  }
}

/** @type {(node: ts.Node, visit: (node: ts.Node) => void) => void} */
function walk(node, visit) {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

/**
 * The helpers that a file declares: functions with a parameter `expected`, and the class that they throw.
 * @param {ts.SourceFile} source
 */
function helpersOf(source) {
  /** @type {Record<string, [string, string[]]>} */
  const helpers = {};
  walk(source, (node) => {
    const [name, f] = ts.isFunctionDeclaration(node)
      ? [node.name, node]
      : ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer)
        ? [node.name, node.initializer]
        : [];
    if (!f || !name || !ts.isIdentifier(name) || SHAPES[name.text]) return;
    const parameters = f.parameters.map((one) => one.name.getText());
    const thrown = /\b(TypeError|RangeError|FilterFormatError|FilterFetchError|FilterSignatureError|Failure)\(/.exec(
      f.getText(),
    );
    if (!thrown || !parameters.includes("expected")) return;
    const field = /`(\w+): expected /.exec(f.getText())?.[1];
    helpers[name.text] = [
      thrown[1],
      parameters.includes("field") || !field ? parameters : [...parameters, `=${field}`],
    ];
  });
  return helpers;
}

/** The messages of a folder of scripts. */
export function scriptMessages(/** @type {string[]} */ folders) {
  const files = folders.flatMap(filesBelow).filter((file) => file.endsWith(".js"));
  const sources = new Map(
    files.map((file) => [file, ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS)]),
  );
  const helpers = new Map([...sources].map(([file, source]) => [file, helpersOf(source)]));
  const range = /function whole[^]*?const expected = `([^`]*)`/.exec(read("pkg/api/errors.js"))?.[1];
  if (!range) throw new Failure("pkg/api/errors.js: the message of `whole` is not found");
  return [...sources].flatMap(([file, source]) => {
    const known = { ...SHAPES, ...helpers.get(file) };
    for (const statement of source.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const from = helpers.get(join(dirname(file), statement.moduleSpecifier.text).replaceAll("\\", "/"));
      const names = statement.importClause?.namedBindings;
      if (!from || !names || !ts.isNamedImports(names)) continue;
      for (const { name, propertyName } of names.elements) {
        const helper = from[(propertyName ?? name).text];
        if (helper) known[name.text] = helper;
      }
    }
    /** @type {Message[]} */
    const messages = [];
    walk(source, (node) => {
      if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return;
      const callee = node.expression;
      const shape = ts.isIdentifier(callee) && Object.hasOwn(known, callee.text) ? known[callee.text] : undefined;
      const args = node.arguments ?? [];
      if (!shape || args.some(ts.isSpreadElement)) return;
      const [kind, parameters] = shape;
      const fixed = parameters.find((name) => name.startsWith("="))?.slice(1);
      /** @param {string} name */
      const of = (name) => (parameters.includes(name) ? textsOf(args[parameters.indexOf(name)]) : undefined);
      const [code = ""] = (parameters.includes("code") && args[parameters.indexOf("code")] && of("code")) || [];
      const kindName = parameters.includes("kind") ? args[0].getText() : kind;
      let texts = of("message") ?? [];
      if (!texts.length && callee.getText() === "whole" && args.length >= 3) {
        const [least] = textsOf(args[2]);
        const [most] = args[3] ? textsOf(args[3]) : [String(Number.MAX_SAFE_INTEGER)];
        const limits = `expected ${range.replace("${least}", least).replace("${most}", most)}`;
        texts = joined(of("field") ?? [], [`: ${limits}`]);
      } else if (!texts.length && (parameters.includes("expected") || callee.getText() === "incompatible")) {
        if (callee.getText() === "check" && !args[4]) return;
        texts = joined(joined(fixed ? [fixed] : (of("field") ?? [GAP]), [": expected "]), of("expected") ?? [GAP]);
      }
      for (const text of texts) {
        // Code that passes on the message of another error, or builds one from parameters, has no message of its own.
        if (!/[a-z]{2}/.test(text.replace(/^(\S*|…): expected …/, ""))) continue;
        messages.push({ text, kind: kindName, code: code === GAP ? "" : code, file });
      }
    });
    return messages;
  });
}

/**
 * The table of messages: each once.
 * @param {Message[]} messages
 */
function table(messages) {
  /** @type {Map<string, { text: string, kinds: Set<string> }>} */
  const rows = new Map();
  for (const { text, kind, code } of messages) {
    // The value after "got" differs from call to call.
    const short = text
      .replace(/\s+/g, " ")
      .replace(/, (got|found) [^]*$/, "")
      .replace(/\$\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, GAP)
      .replace(/^\S+: expected (?=truncated: )/, "")
      .replace(/(…\s*)+$/, GAP)
      .trim();
    const row = rows.get(short) ?? { text: short, kinds: new Set() };
    if (kind) row.kinds.add(code ? `${kind} \`${code}\`` : kind);
    rows.set(short, row);
  }
  const plain = (/** @type {string} */ text) => text.replace(/^…:? ?/, "").toLowerCase();
  const sorted = [...rows.values()].sort((a, b) => (plain(a.text) < plain(b.text) ? -1 : 1));
  const withClass = sorted.some(({ kinds }) => kinds.size);
  const cell = (/** @type {string} */ text) =>
    (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``).replaceAll("|", "\\|");
  const lines = sorted.map(({ text, kinds }) =>
    [cell(text), ...(withClass ? [[...kinds].sort().join(", ")] : [])].join(" | "),
  );
  const head = ["Message", ...(withClass ? ["Class and `code`"] : [])];
  const rule = head.map(() => "---");
  return [head.join(" | "), rule.join(" | "), ...lines].map((line) => `| ${line} |`).join("\n");
}

/** The generated blocks of the page. */
export function blocks() {
  return {
    library: table([...rustMessages(), ...scriptMessages(["pkg/api", "pkg/reader"])]),
    "command line": table(scriptMessages(["pkg/cli"]).map((message) => ({ ...message, kind: "" }))),
  };
}

/**
 * The page with fresh tables.
 * @param {string} page
 */
export function withMessages(page) {
  let text = page;
  for (const [name, block] of Object.entries(blocks())) {
    const [start, end] = [`<!-- messages: ${name} -->`, `<!-- /messages: ${name} -->`];
    const parts = text.split(start);
    const rest = parts[1]?.split(end);
    if (parts.length !== 2 || rest?.length !== 2)
      throw new Failure(`${PAGE}: no place for the messages of the ${name}`);
    text = `${parts[0]}${start}\n\n${block}\n\n${end}${rest[1]}`;
  }
  return text;
}

await mainOf(import.meta, () => {
  const { values } = parseArgs({ options: { check: { type: "boolean" } } });
  const page = read(PAGE);
  const fresh = withMessages(page);
  if (!values.check) writeFileSync(at(PAGE), fresh);
  else if (fresh !== page) throw new Failure(`${PAGE} is not fresh: node scripts/messages.mjs`);
});
