// Checks that both languages of the demo page have every text, with the same placeholders, and no unused text.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { texts as reader } from "../../../www/workbench/bring-in/reader-texts.js";
import { texts as english } from "../../../www/texts/en.js";
import { texts as englishOfWorkbench } from "../../../www/texts/workbench-en.js";
import { texts as chineseOfWorkbench } from "../../../www/texts/workbench-zh.js";
import { texts as englishLater } from "../../../www/texts/later-en.js";
import { texts as chineseLater } from "../../../www/texts/later-zh.js";
import { texts as chinese } from "../../../www/texts/zh.js";

const root = new URL("../../../www/", import.meta.url);
const read = (ending) =>
  readdirSync(root, { recursive: true })
    .filter((name) => name.endsWith(ending) && !name.includes("node_modules"))
    .map((name) => readFileSync(new URL(name, root), "utf8"))
    .join("\n");

const html = read(".html");
const inHtml = new Set([...html.matchAll(/data-t(?:-[a-z-]+)?="([^"]+)"/g)].map(([, key]) => key));
const both = {
  en: { ...english, ...englishLater, ...englishOfWorkbench, ...reader.en },
  zh: { ...chinese, ...chineseLater, ...chineseOfWorkbench, ...reader.zh },
};
const namesIn = (text) => [...new Set([...String(text).matchAll(/\{\s*(\w+)\s*\}/g)].map(([, name]) => name))].sort();

test("Chinese has exactly the texts that the HTML marks", () => {
  assert.ok(inHtml.size > 100, `${inHtml.size}`);
  for (const key of inHtml) {
    assert.ok(key in both.zh, key);
    assert.ok(!(key in both.en), `${key}: English stands in the HTML`);
  }
});

test("both languages have every dynamic text", () => {
  assert.ok(Object.keys(both.en).length > 100);
  for (const key of Object.keys(both.en)) assert.ok(key in both.zh, key);
  for (const key of Object.keys(both.zh)) assert.ok(key in both.en || inHtml.has(key), `${key}: nobody asks for it`);
});

test("both languages have the same placeholders", () => {
  for (const [key, text] of Object.entries(both.en)) {
    const other = both.zh[key];
    // Functions make plurals in English. Chinese may use a plain text instead.
    if (typeof text === "string" && typeof other === "string") assert.deepEqual(namesIn(text), namesIn(other), key);
  }
});

test("every key in the code has its text", () => {
  const code = read(".js");
  const usedKeys = [...code.matchAll(/\bt\(\s*"([^"]+)"/g)].map(([, key]) => key);
  assert.ok(usedKeys.length > 80, `${usedKeys.length}`);
  for (const key of usedKeys) assert.ok(key in both.en || inHtml.has(key), key);
});

test("Chinese is Chinese", () => {
  const foreign = Object.entries(both.zh).filter(
    ([, text]) =>
      typeof text === "string" && /[a-z]{3}/i.test(text.replace(/\{\w+\}/g, "")) && !/\p{Script=Han}/u.test(text),
  );
  // Names, code and units may stay in English.
  const allowed = /^(page\.footerNpm$|ship\.|takeAway\.|bringIn\.|calculator\.|folding\.)/;
  assert.deepEqual(
    foreign.filter(([key]) => !allowed.test(key)),
    [],
  );
});
