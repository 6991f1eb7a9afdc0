// Some bundlers write non-ASCII characters unescaped, and a script is read in the charset of its page. A bundle must
// work the same on a page with another charset.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { generateSigningKeys, sign, verify } from "../../../pkg/sign.js";
import { ENTRIES as ALL, sourceOf } from "../../../scripts/entries.mjs";
import { at } from "../../../scripts/run.mjs";

const folder = mkdtempSync(join(tmpdir(), "edgebloom-charset-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles an entry point into one file, with unescaped characters as webpack writes them. */
async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [at("pkg", sourceOf(ALL.find(({ name }) => name === entry)))],
    bundle: true,
    minify: true,
    charset: "utf8",
    legalComments: "none",
    format: "esm",
    write: false,
  });
  return outputFiles[0].contents;
}

for (const charset of ["windows-1252", "gbk", "koi8-r"]) {
  test(`sign and verify work on a page in ${charset}`, async () => {
    const script = join(folder, `${charset}.mjs`);
    writeFileSync(script, new TextDecoder(charset).decode(await bundled("sign")));
    const there = await import(pathToFileURL(script).href);
    const { publicKey, privateKey } = await generateSigningKeys();
    const dump = Uint8Array.of(1, 2, 3);
    const signed = await sign(dump, { privateKey, sequence: 7 });
    assert.deepEqual(await there.sign(dump, { privateKey, sequence: 7 }), signed);
    assert.deepEqual((await there.verify(signed, { publicKey })).bytes, dump);
    assert.equal((await verify(await there.sign(dump, { privateKey, sequence: 8 }), { publicKey })).sequence, 8);
  });
}

test("a bundle of any entry is ASCII", async () => {
  for (const entry of ["index", "compat", "live", "sign", "reader", "keys"]) {
    const text = Buffer.from(await bundled(entry)).toString();
    assert.deepEqual(text.match(/.{0,30}[^\x00-\x7f].{0,30}/g) ?? [], [], entry);
  }
});
