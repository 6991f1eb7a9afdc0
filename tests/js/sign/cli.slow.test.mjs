// The commands keygen, sign and verify, and how the other commands handle a signed file.

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { test } from "node:test";
import { generateSigningKeys, sign, verify } from "edgebloom/sign";
import { BloomFilter } from "../../../pkg/index.js";
import { useFolder } from "../helpers/command-line.mjs";
import { fieldsIn, textOf } from "../helpers/helpers.mjs";

const MANUAL = textOf("docs/reference/cli.md");
const DAY = 86_400_000;
const { at, put, get, edgebloom } = useFolder();
const { publicKey, privateKey } = await generateSigningKeys();
const others = await generateSigningKeys();
const dump = BloomFilter.from(["a", "b"], { errorRate: 0.01, name: "list" }).toBytes();

/** Asserts that a command ends with this exit code and this message. */
function ends(code, args, { says = "", input } = {}) {
  const done = edgebloom(args, input);
  assert.deepEqual([done.stderr, done.code], [says && `edgebloom: ${says}\n`, code], args.join(" "));
  return done;
}
const works = (args, input) => ends(0, args, { input }).stdout;
function assertFails(args, says, code = 2) {
  const { stdout, stderr, code: found } = edgebloom(args);
  assert.deepEqual([found, stdout, stderr], [code, "", `edgebloom: ${says}\n`]);
}

/** Creates the files for the tests. */
async function createFiles(more) {
  put("list.key", `${privateKey}\n`);
  put("list.pub", `${publicKey}\n`);
  put("list.bloom", dump);
  put("list.signed", await sign(dump, { privateKey, sequence: 7, ...more }));
}

test("keygen writes two files, one private, and overwrites none", async () => {
  assert.equal(works(["keygen", "-o", "k"]), get("k.pub").toString());
  if (process.platform !== "win32")
    assert.deepEqual(
      ["k", "k.pub"].map((name) => statSync(at(name)).mode & 0o777),
      [0o600, 0o644 & ~process.umask()],
    );
  const [secret, open] = ["k", "k.pub"].map((name) => get(name).toString());
  assert.match(secret, /^\S{64}\n$/);
  assert.match(open, /^\S{44}\n$/);
  const signed = await sign(dump, { privateKey: secret.trim(), sequence: 1 });
  assert.equal((await verify(signed, { publicKey: open.trim() })).sequence, 1);

  const never = "the file exists, and keygen never overwrites a key; choose another name";
  assertFails(["keygen", "-o", "k"], `k: ${never}`);
  put("half.pub", "mine");
  assertFails(["keygen", "-o", "half"], `half.pub: ${never}`);
  assert.deepEqual([get("k").toString(), get("half.pub").toString(), existsSync(at("half"))], [secret, "mine", false]);

  const { stdout, stderr, code } = edgebloom(["keygen"]);
  assert.equal(code, 0);
  const own = await sign(dump, { privateKey: stdout.trim(), sequence: 1 });
  assert.equal((await verify(own, { publicKey: stderr.match(/^edgebloom: public key: (\S+)\n$/)[1] })).sequence, 1);
  assertFails(["keygen", "k"], "expected no argument: edgebloom keygen [-o FILE]");
  assertFails(["keygen", "-o", "nowhere/k"], "nowhere/k: no such file");
});

test("keygen never leaves one key without the other", {
  skip: process.getuid?.() === 0 && "NOT RUN: root writes everywhere",
}, () => {
  mkdirSync(at("closed"));
  chmodSync(at("closed"), 0o500);
  assertFails(["keygen", "-o", "closed/k"], "closed/k: no permission");
});

test("sign and verify round-trip", async () => {
  await createFiles();
  assert.equal(works(["sign", "--key", "list.key", "--sequence", "9", "-o", "out", "list.bloom"]), "");
  assert.deepEqual([...get("out")], [...(await sign(dump, { privateKey, sequence: 9 }))]);
  const { keyId } = await verify(get("out"), { publicKey });
  const table = works(["verify", "--key", "list.pub", "--min-sequence", "9", "-o", "back", "out"]);
  assert.equal(table, `keyId     ${keyId}\nsequence  9\nexpires   never\n`);
  assert.deepEqual([...get("back")], [...dump]);
  assert.deepEqual([...edgebloom(["verify", "--key", "list.pub", "-o", "-", "out"]).bytes], [...dump]);
  assert.deepEqual([...edgebloom(["sign", "--key", "list.key", "--sequence", "9", "-"], dump).bytes], [...get("out")]);
  assert.equal(works(["verify", "--key", "list.pub", "-"], get("out")), table);
  // Base64 is decoded before signing; other files are signed unchanged.
  put("text", `${Buffer.from(dump).toString("base64")}\n`);
  works(["sign", "--key", "list.key", "--sequence", "9", "-o", "same", "text"]);
  assert.deepEqual([...get("same")], [...get("out")]);
  put("any", "no filter");
  works(["sign", "--key", "list.key", "--sequence", "0", "-o", "any.signed", "any"]);
  works(["verify", "--key", "list.pub", "-o", "again", "any.signed"]);
  assert.equal(get("again").toString(), "no filter");
});

test("--json describes the output", async () => {
  await createFiles();
  const output = JSON.parse(
    works([
      "sign",
      "--json",
      "--key",
      "list.key",
      "--sequence",
      "8",
      "--expires",
      "2100-01-31",
      "-o",
      "out",
      "list.bloom",
    ]),
  );
  const { keyId } = await verify(get("out"), { publicKey });
  const facts = { keyId, sequence: 8, expires: "2100-01-31T00:00:00.000Z" };
  assert.deepEqual(output, { ...facts, output: "out", outputBytes: get("out").length });
  assert.deepEqual(JSON.parse(works(["verify", "--json", "--key", "list.pub", "out"])), facts);
  assert.equal(JSON.parse(works(["verify", "--json", "--key", "list.pub", "list.signed"])).expires, null);
  assertFails(
    ["sign", "--json", "--key", "list.key", "--sequence", "8", "list.bloom"],
    "--json: standard output is for the JSON object; pass -o FILE",
  );
  assertFails(
    ["verify", "--json", "--key", "list.pub", "out", "-o", "-"],
    "--json: standard output is for the JSON object; pass -o FILE",
  );
  const fields = fieldsIn(MANUAL, "signed");
  const info = JSON.parse(edgebloom(["info", "--json", "out"]).stdout);
  assert.deepEqual(fields, ["keyId", "sequence", "expires", "verified"]);
  assert.deepEqual(Object.keys(info).slice(0, 4), fields);
});

test("--expires accepts days, dates and times in the future", async () => {
  await createFiles();
  const expiresOf = async (text) => {
    works(["sign", "--key", "list.key", "--sequence", "1", "--expires", text, "-o", "out", "list.bloom"]);
    return (await verify(get("out"), { publicKey })).expires;
  };
  const before = Date.now();
  const inDays = await expiresOf("30");
  assert.ok(inDays >= before + 30 * DAY && inDays <= Date.now() + 30 * DAY);
  assert.equal(await expiresOf("2100-02-28"), Date.UTC(2100, 1, 28));
  assert.equal(await expiresOf("2100-02-28T12:30Z"), Date.UTC(2100, 1, 28, 12, 30));
  assert.equal(await expiresOf("2100-02-28T12:30:05.5+01:00"), Date.UTC(2100, 1, 28, 11, 30, 5, 500));
  const args = (text) => ["sign", "--key", "list.key", "--sequence", "1", "--expires", text, "-o", "not", "list.bloom"];
  for (const text of ["2100-02-30", "2100-02-28T12:30", "31.1.2100", "soon", "1.5", "", "2100-13-01", "30d"]) {
    assertFails(
      args(text),
      `--expires: expected a date such as 2027-01-31, or a number of days, got ${JSON.stringify(text)}`,
    );
  }
  for (const text of ["0", "2001-01-01"])
    assertFails(args(text), `--expires: expected a time in the future, got ${text}`);
  assert.ok(!existsSync(at("not")));
});

test("verify exits with 1 and writes nothing for a rejected file", async () => {
  await createFiles({ expires: Date.now() + DAY });
  put("other.pub", others.publicKey);
  put(
    "altered",
    Uint8Array.from(get("list.signed"), (byte, i) => (i === 70 ? byte ^ 1 : byte)),
  );
  const expired = new Date(Date.now() - DAY);
  put("expired", await sign(dump, { privateKey, sequence: 7, expires: expired }));
  const cases = [
    [
      ["--key", "other.pub", "list.signed"],
      /^edgebloom: list\.signed: rejected: signed with another key \(keyId: expected \w{16}, got \w{16}\)\n$/,
    ],
    [["--key", "list.pub", "altered"], /^edgebloom: altered: rejected: altered or damaged after signing \(signature: /],
    [
      ["--key", "list.pub", "--min-sequence", "8", "list.signed"],
      /^edgebloom: list\.signed: rejected: older than --min-sequence allows \(sequence: expected at least 8, got 7\)\n$/,
    ],
    [
      ["--key", "list.pub", "expired"],
      new RegExp(`^edgebloom: expired: rejected: expired \\(expires: .*, got ${expired.toISOString()}\\)\n$`),
    ],
  ];
  for (const [args, says] of cases) {
    const { code, stdout, stderr } = edgebloom(["verify", ...args, "-o", "out"]);
    assert.deepEqual([code, stdout, existsSync(at("out"))], [1, "", false]);
    assert.match(stderr, says);
  }
  put("both.pub", `${others.publicKey}\n${publicKey}\n`);
  works(["verify", "--key", "both.pub", "list.signed"]);
});

test("exits with 2 for other files and for typing mistakes", async () => {
  await createFiles();
  put("cut", get("list.signed").subarray(0, 130));
  put("empty", "");
  const usage = {
    sign: "edgebloom sign --key FILE --sequence N [--expires DATE|DAYS] FILTER -o OUT",
    verify: "edgebloom verify SET --list FILE, or edgebloom verify --key FILE.pub SIGNED [-o OUT]",
  };
  const key = ["--key", "list.pub"];
  const advice = "pass a file that edgebloom sign has written";
  assertFails(
    ["verify", ...key, "list.bloom"],
    `list.bloom: not a signed file: it is a filter without a signature; ${advice}`,
  );
  assertFails(["verify", ...key, "empty"], `empty: not a signed file: it is empty; ${advice}`);
  put("page", "<!DOCTYPE html>\n<title>Not found</title>");
  assertFails(["verify", ...key, "page"], `page: not a signed file: it looks like an HTML page; ${advice}`);
  assertFails(
    ["verify", ...key, "cut"],
    `cut: the filter is damaged; copy or build it again (length: expected ${dump.length + 120} bytes, got 130)`,
  );
  assertFails(["verify", ...key, "nowhere"], "nowhere: no such file");
  assertFails(["verify", ...key], `expected one file: ${usage.verify}`);
  assertFails(["verify", "list.signed"], `--key: the file is missing: ${usage.verify}`);
  assertFails(["verify", "--key", "empty", "list.signed"], "empty: the file has no key; edgebloom keygen makes one");
  assertFails(
    ["verify", ...key, "--min-sequence", "x", "list.signed"],
    '--min-sequence: expected a whole number, got "x"',
  );
  assertFails(
    ["verify", "--key", "list.key", "list.signed"],
    "list.key: expected a public key of 32 bytes, or its base64 string, got 48 other bytes",
  );
  const own = ["--key", "list.key"];
  assertFails(["sign", ...own, "list.bloom", "-o", "x"], `--sequence: the number is missing: ${usage.sign}`);
  assertFails(["sign", "--sequence", "1", "list.bloom", "-o", "x"], `--key: the file is missing: ${usage.sign}`);
  assertFails(["sign", ...own, "--sequence", "1"], `expected one filter: ${usage.sign}`);
  assertFails(
    ["sign", "--key", "list.pub", "--sequence", "1", "list.bloom"],
    "list.pub: expected a private key of 48 bytes (PKCS#8), or its base64 string, got 32 other bytes",
  );
  put("two.key", `${privateKey}\n${privateKey}\n`);
  assertFails(["sign", "--key", "two.key", "--sequence", "1", "list.bloom"], "two.key: expected one key, got 2");
  for (const [text, says] of [
    ["-1", null],
    ["1.5", null],
    ["9007199254740992", "--sequence: 9007199254740992 is too large"],
  ]) {
    assertFails(
      ["sign", ...own, `--sequence=${text}`, "list.bloom"],
      says ?? `--sequence: expected a whole number, got "${text}"`,
    );
  }
});

test("info shows that a file is signed and not verified", async () => {
  await createFiles({ expires: Date.UTC(2100, 0, 31) });
  const { keyId } = await verify(get("list.signed"), { publicKey });
  const says = `list.signed: the file names the key ${keyId}, but the signature is not verified; run edgebloom verify --key FILE.pub list.signed`;
  const plain = works(["info", "list.bloom"]);
  const { stdout } = ends(0, ["info", "list.signed"], { says });
  const more = { keyId, sequence: "7", expires: "2100-01-31T00:00:00.000Z", verified: "no" };
  assert.equal(
    stdout,
    Object.entries(more)
      .map(([name, value]) => `${name.padEnd(18)}  ${value}\n`)
      .join("") + plain,
  );
  const facts = JSON.parse(ends(0, ["info", "--json", "list.signed"], { says }).stdout);
  assert.deepEqual(facts, {
    ...more,
    sequence: 7,
    verified: false,
    ...JSON.parse(works(["info", "--json", "list.bloom"])),
  });
});

test("accepts a signed file in base64", async () => {
  await createFiles();
  put("text", `${get("list.signed").toString("base64")}\n`);
  assert.equal(
    works(["verify", "--key", "list.pub", "-o", "back", "text"]),
    works(["verify", "--key", "list.pub", "list.signed"]),
  );
  assert.deepEqual([...get("back")], [...dump]);
  const { keyId } = await verify(get("list.signed"), { publicKey });
  const says = `text: the file names the key ${keyId}, but the signature is not verified; run edgebloom verify --key FILE.pub text`;
  assert.match(ends(0, ["info", "text"], { says }).stdout, /^name +list$/m);
  assertFails(
    ["check", "text", "a"],
    "text: the file is signed; verify it first: edgebloom verify --key FILE.pub text -o OUT",
  );
});

test("other commands say how to handle a signed file", async () => {
  await createFiles();
  const says = "list.signed: the file is signed; verify it first: edgebloom verify --key FILE.pub list.signed -o OUT";
  for (const args of [
    ["check", "list.signed", "a"],
    ["merge", "list.bloom", "list.signed", "-o", "x"],
    ["fold", "--divisor", "2", "list.signed", "-o", "x"],
    ["convert", "list.signed", "-o", "x"],
    ["sign", "--key", "list.key", "--sequence", "8", "list.signed", "-o", "x"],
  ]) {
    assertFails(args, says);
  }
  assertFails(
    ["build", "list.signed", "-o", "x"],
    "list.signed: this looks like a filter, not a list: use edgebloom merge (or --input lines if each line is a key)",
  );
  assert.ok(!existsSync(at("x")));
});
