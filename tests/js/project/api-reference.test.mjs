// The API reference: every public name is documented, exported and used by a type test.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ReflectionKind } from "typedoc";
import ts from "typescript";
import { at } from "../../../scripts/run.mjs";
import { readApi } from "../../../scripts/api-reference.mjs";

const { project } = await readApi();
const ENTRIES = project.children.map((module) => ({
  module,
  name: module.name,
  file: module.name.split("/")[1] ?? "index",
}));

const CALLED = ReflectionKind.Function | ReflectionKind.Method | ReflectionKind.Constructor;
const VALUES = ReflectionKind.Class | ReflectionKind.Function | ReflectionKind.Variable;
const NEEDS_EXAMPLE = ReflectionKind.Class | ReflectionKind.Variable;

/** What is missing in the documentation of a class, a function or a member. */
function lacks(reflection) {
  const name = reflection.getFullName();
  const says = (comment) => comment?.summary.some(({ text }) => text.trim());
  if (!reflection.kindOf(CALLED)) {
    const comment = reflection.comment ?? reflection.getSignature?.comment;
    return [
      ...(says(comment) ? [] : [`${name}: no description`]),
      ...(reflection.kindOf(NEEDS_EXAMPLE) && !comment.getTag("@example") ? [`${name}: no @example`] : []),
    ];
  }
  return (reflection.signatures ?? []).flatMap(({ comment, parameters = [], type }) => {
    const returns = reflection.kindOf(ReflectionKind.Constructor) || /^(void|Promise<void>)$/.test(`${type}`);
    return [
      ...(says(comment) || comment?.getTag("@returns") ? [] : [`${name}: no description`]),
      ...(comment?.getTag("@example") ? [] : [`${name}: no @example`]),
      ...(returns || comment?.getTag("@returns") ? [] : [`${name}: no @returns`]),
      ...(parameters.length && !comment?.getTag("@throws") ? [`${name}: no @throws`] : []),
      ...parameters
        .filter((one) => !says(one.comment) && one.type.type === "intrinsic")
        .filter((one) => !comment?.summary.some(({ text }) => new RegExp(`\\b${one.name}\\b`).test(text)))
        .map((one) => `${name}: @param ${one.name} says nothing`),
    ];
  });
}

/** Classes, functions and constants, and their members. */
const documented = ENTRIES.flatMap(({ module }) => module.children)
  .filter((one) => !one.isReference())
  .flatMap((one) => [one, ...(one.children ?? [])])
  // Constructors of errors need no documentation: only the package calls them.
  .filter(
    (one) => !one.inheritedFrom && !(one.kindOf(ReflectionKind.Constructor) && one.parent.name.endsWith("Error")),
  );

test("every public name is documented", () => {
  assert.ok(documented.length > 200);
  assert.deepEqual(documented.flatMap(lacks), []);
});

test("the check finds missing documentation", () => {
  const add =
    project.getChildByName("edgebloom.BloomFilter.add") ?? project.children[0].getChildByName("BloomFilter.add");
  const [signature] = add.signatures;
  const { comment } = signature;
  for (const tag of ["@returns", "@throws", "@example"]) {
    signature.comment = comment.clone();
    signature.comment.removeTags(tag);
    assert.deepEqual(lacks(add), [`edgebloom.BloomFilter.add: no ${tag}`]);
  }
  signature.comment = comment;
  assert.deepEqual(lacks(add), []);
});

/** The names that a declaration file exports, types among them. */
const exportedTypes = (() => {
  const files = ENTRIES.map(({ file }) => at("pkg/types", `${file}.d.ts`));
  const options = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts"],
    types: [],
  };
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  return (file) => {
    const source = program.getSourceFile(at("pkg/types", `${file}.d.ts`));
    return checker.getExportsOfModule(checker.getSymbolAtLocation(source)).map(({ name }) => name);
  };
})();

for (const { module, name, file } of ENTRIES) {
  test(`the page of ${name} has all of its exports`, async () => {
    const onPage = module.children.map((one) => one.name);
    const exported = Object.keys(await import(name));
    assert.deepEqual(
      exported.filter((one) => !onPage.includes(one)),
      [],
    );
    const values = module.children.filter((one) => !one.isReference() && one.kindOf(VALUES)).map((one) => one.name);
    // The classes that others extend cannot be imported.
    const bases = ["MembershipFilter", "MutableFilter", "Queries"];
    assert.deepEqual(
      values.filter((one) => !exported.includes(one) && !bases.includes(one)),
      [],
    );
  });

  test(`the type test of ${name} uses every exported name and every member of a class`, () => {
    // Keyed filters and static sets have files of their own.
    const files = name === "edgebloom" ? ["edgebloom", "keyed", "static"] : [name.split("/").at(-1)];
    const text = files
      .map((one) => readFileSync(at("tests/types", `${one}.test-d.ts`), "utf8"))
      .join("\n")
      .replace(/^import [^;]*;$|\/\/.*$/gm, "");
    const members = module.children
      .filter((one) => one.kindOf(ReflectionKind.Class))
      .flatMap((one) => one.children)
      .filter((one) => !one.inheritedFrom && !one.kindOf(ReflectionKind.Constructor))
      // Written as `filter.add` or `filter[Symbol.dispose]`.
      .map((one) => (one.name.startsWith("[") ? "[Symbol.dispose]" : `.${one.name}`));
    const unused = [
      ...exportedTypes(file).filter((one) => !new RegExp(`(?<![."\\w])${one}\\b`).test(text)),
      ...members.filter((one) => !text.includes(one)),
    ];
    assert.deepEqual(unused, []);
  });
}
