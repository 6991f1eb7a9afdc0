// What unplugin-edgebloom says about mistakes: the build fails with an error that names the list and the option.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BUNDLERS, mainOf, plugin, useProject } from "../helpers/plugin.mjs";
import { inQuery } from "../../../unplugin-edgebloom/options.js";

const { path, put, cached } = useProject();

/** The message of a build that imports an address. */
async function messageOf(build, address) {
  put("main.js", mainOf(address));
  try {
    await build(path());
  } catch ({ message }) {
    return message;
  }
  return "no error";
}

const MISTAKES = [
  [
    "./domains.csv?filter",
    /domains\.csv\?filter: this looks like CSV: pass input=csv&column=NAME\|N \(or input=lines if each line is a key\)/,
  ],
  ["./domains.csv?filter&input=csv", /domains\.csv.*pass column/],
  ["./missing.txt?filter", /no such file or directory.*missing\.txt/],
  ["./empty.txt?filter", /no keys in the input/],
  ["./folder?filter", /EISDIR/],
  ["./domains.txt?filter&errorRate=1%", /domains\.txt\?filter&errorRate=1%.*errorRate: expected/],
  ["./domains.txt?filter&errorRate=0", /errorRate: /],
  ["./domains.txt?filter&keys=emails", /keys: expected .*email.*got "emails"/],
  ["./domains.txt?filter&keys=__proto__", /keys: expected .*got "__proto__"/],
  ["./domains.txt?filter&keys=sha1", /keys: expected .*got "sha1"/],
  ["./domains.txt?filter&keys=-h", /keys: expected .*got "-h"/],
  [
    "./domains.txt?filter&kyes=email",
    /kyes: unknown option; the options are keys, errorRate, input, column, static, comments, inlineLimit/,
  ],
  ["./domains.txt?filter&toString", /toString: unknown option/],
  ["./domains.txt?__proto__=1&filter", /__proto__: unknown option/],
  ["./domains.txt?filter&output=x", /output: unknown option/],
  ["./domains.txt?filter&static=false", /static: takes no value/],
  ["./domains.txt?filter&keys=email&keys=url", /keys: is there twice/],
  ["./domains.txt?filter&inlineLimit=1kB", /inlineLimit: expected a number of bytes, got "1kB"/],
];

test("mistakes in the list and in the query", async () => {
  put("domains.csv", "id,domain\n1,mailinator.com\n2,guerrillamail.com\n");
  put("empty.txt", "\n");
  put("folder/domains.txt", "a\n");
  for (const [address, message] of MISTAKES) assert.match(await messageOf(BUNDLERS.esbuild, address), message, address);
  assert.deepEqual(cached(), []);
});

for (const [name, build] of Object.entries(BUNDLERS)) {
  test(`${name} fails with them`, async () => {
    put("domains.csv", "id,domain\n1,mailinator.com\n2,guerrillamail.com\n");
    assert.match(await messageOf(build, "./domains.csv?filter"), MISTAKES[0][1]);
    assert.match(
      await messageOf(build, "./domains.csv?filter&kyes=email"),
      /domains\.csv\?filter&kyes=email: kyes: unknown/,
    );
    assert.match(await messageOf(build, "./missing.txt?filter"), /missing\.txt/);
  });

  test(`${name} shows warnings`, async () => {
    put("domains.txt", "mailinator.com\nnot a host\n");
    const { warnings } = await build(path());
    assert.equal(warnings.length, 1, `${warnings}`);
    assert.match(
      warnings[0],
      /domains\.txt\?filter&keys=email&errorRate=0\.001: skipped 1 entry not of the form "email"; the first is "not a host"/,
    );
  });

  test(`${name} leaves other queries alone`, async () => {
    for (const address of [
      "./domains.txt?filter=blur",
      "./domains.txt?raw&filters",
      "./domains.txt?unfiltered&no=filter",
    ]) {
      put("main.js", mainOf(address));
      await build(path()).catch(() => {});
    }
    assert.throws(cached, { code: "ENOENT" });
  });
}

test("mistakes in the options of the plugin", () => {
  const options = (given) => () => plugin.rollup(given);
  assert.throws(
    options({ inlinelimit: 1 }),
    /unplugin-edgebloom: unknown option inlinelimit; the options are inlineLimit and cacheDir/,
  );
  for (const inlineLimit of [-1, Number.NaN, "all"])
    assert.throws(options({ inlineLimit }), /unplugin-edgebloom: inlineLimit: expected a number of bytes, got /);
  options({ inlineLimit: Number.POSITIVE_INFINITY })();
});

test("options in messages of the command line are written as in a query", () => {
  for (const [message, expected] of [
    ["--input csv --column NAME|N (or --input lines)", "input=csv&column=NAME|N (or input=lines)"],
    ["--column: columns count from 1", "column: columns count from 1"],
    ["--error-rate: expected a number", "errorRate: expected a number"],
    ["leave out --static", "leave out static"],
    ["tr ',' '\\n' --inputs", "tr ',' '\\n' --inputs"],
  ])
    assert.equal(inQuery(message), expected);
});
