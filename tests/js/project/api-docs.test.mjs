// docs/API.md is fresh, every public name is documented, and the type tests speak of every one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as edgebloom from "edgebloom";
import * as compat from "edgebloom/compat";
import * as keyed from "edgebloom/keyed";
import * as keys from "edgebloom/keys";
import * as live from "edgebloom/live";
import * as reader from "edgebloom/reader";
import * as sign from "edgebloom/sign";
import * as sets from "edgebloom/static";
import { page, problems, staleness } from "../../../scripts/api-docs.mjs";
import { readApi } from "../../../scripts/api-model.mjs";

const api = readApi();
const MODULES = {
  edgebloom,
  "edgebloom/compat": compat,
  "edgebloom/keyed": keyed,
  "edgebloom/reader": reader,
  "edgebloom/live": live,
  "edgebloom/keys": keys,
  "edgebloom/sign": sign,
  "edgebloom/static": sets,
};

test("docs/API.md is fresh", () => {
  assert.equal(staleness(), undefined);
});

test("every public name is documented", () => {
  assert.deepEqual(problems(api), []);
});

test("what is exported is what is documented", () => {
  for (const { name, items, same } of api) {
    const values = items.filter(({ kind }) => kind !== "type").map((item) => item.name);
    assert.deepEqual(
      Object.keys(MODULES[name])
        .filter((one) => !same.includes(one))
        .sort(),
      values.sort(),
    );
  }
});

test("documentation that is taken away is missed", () => {
  /** What is wrong while a part of an item is another. */
  const lacks = (item, part, other) => {
    const had = item[part];
    item[part] = other;
    const found = problems(api);
    item[part] = had;
    return found;
  };
  for (const { name: entry, items, parts } of api) {
    for (const item of [...items, ...parts]) {
      assert.deepEqual(lacks(item, "text", "").slice(0, 1), [`${entry}: ${item.name}: no description`]);
      for (const one of [item, ...(item.members ?? [])]) {
        if (one.kind === "constructor") continue;
        const name = one === item ? item.name : `${item.name}.${one.name}`;
        const missed = (part, other) => {
          const found = lacks(one, part, other).filter((lack) => lack.startsWith(`${entry}: ${name}: `));
          assert.notEqual(found.length, 0, `${name}: ${part}`);
        };
        missed("text", "");
        if (!one.takes) continue;
        missed("examples", []);
        if (one.returns) missed("returns", undefined);
        if (one.takes.length) ["params", "throws"].forEach((part) => missed(part, []));
      }
    }
  }
  assert.deepEqual(problems(api), []);
});

test("every link of docs/API.md leads somewhere, and every anchor is one", () => {
  const text = page(api);
  const anchors = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
  assert.equal(new Set(anchors).size, anchors.length);
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id);
  assert.ok(links.length > 100);
  assert.deepEqual(
    links.filter((id) => !anchors.includes(id)),
    [],
  );
});

/** The names of an entry that its type test does not use: those that are exported, and the members of its classes. */
function untested({ name, items, same }, text) {
  const body = text.replace(/^import [^;]*;$|\/\/.*$/gm, "");
  const members = items.flatMap(({ kind, members }) => (kind === "class" ? members : []));
  return [
    ...[...items.map((item) => item.name), ...same].filter((one) => !new RegExp(`(?<![."\\w])${one}\\b`).test(body)),
    ...members
      .map((member) => member.name)
      .filter((one) => {
        if (one === "constructor") return false;
        // As `filter.add`, or as `filter[Symbol.dispose]`.
        return !(one.startsWith("[") ? body.includes(one) : new RegExp(`\\.${one}\\b`).test(body));
      }),
  ].map((one) => `${name}: ${one}`);
}

test("the type tests use every exported name and every member of a class", () => {
  for (const entry of api) {
    const file = `../../types/${entry.name.split("/").at(-1)}.test-d.ts`;
    const text = readFileSync(new URL(file, import.meta.url), "utf8");
    assert.deepEqual(untested(entry, text), []);
    const names = [...entry.items.map(({ name }) => name), ...entry.same];
    const members = entry.items.flatMap(({ kind, members }) => (kind === "class" ? members : []));
    for (const name of [...names, ...members.map((one) => one.name)].filter(
      (one) => /^\w+$/.test(one) && one !== "constructor",
    )) {
      const without = text.replace(new RegExp(`\\b${name}\\b`, "g"), "other");
      assert.ok(untested(entry, without).includes(`${entry.name}: ${name}`), name);
    }
  }
});
