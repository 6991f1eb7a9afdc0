// Tests how the page's worker reads and stores a list, in Node.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { BloomFilter } from "edgebloom";
import { FORMS, almostOf, formOf, readAs, stillWanted } from "../../../www/panels/list/forms.js";
import { blobOf } from "../../../www/panels/list/large-text.js";
import { MOST_SHARED, base64In, fileIn, linkFor, readFile } from "../../../www/panels/list/link.js";
import { nextStep, singleTime, singlesOf } from "../../../www/panels/list/pace.js";
import { columnsFor, pictureOf } from "../../../www/panels/list/picture.js";
import { sharedFile } from "../../../www/panels/list/shared.js";
import { lookAt } from "../../../www/panels/list/looks.js";
import { LONGEST_KEY, MOST_BYTES, MOST_KEYS, readKeys } from "../../../www/panels/list/read-keys.js";
import { en } from "../../../www/panels/list/en.js";
import { zh } from "../../../www/panels/list/zh.js";
import { keys } from "../../js/helpers/helpers.mjs";

const encoder = new TextEncoder();

/** A stream of chunks of `piece` bytes. */
function streamOf(content, piece = 65_536) {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += piece)));
      else controller.close();
    },
  });
}

async function read(content, options, piece) {
  const { keys, lines } = await readKeys(streamOf(content, piece), options);
  return { keys: [...keys], lines };
}

const rejects = (content, code, values, options, piece) =>
  assert.rejects(read(content, options, piece), (error) => {
    assert.equal(error.code, code);
    if (values) assert.deepEqual(error.values, values);
    return true;
  });

describe("reading", () => {
  test("splits at LF or CRLF, skips empty lines, and joins chunks", async () => {
    const text = "\ufeffa\r\n\nb\n\r\n布隆过滤器\na\n😀😀\nlast\r";
    for (const piece of [1, 2, 3, 5, 1000]) {
      assert.deepEqual(
        await read(text, {}, piece),
        { keys: ["a", "b", "布隆过滤器", "😀😀", "last"], lines: 6 },
        `${piece}`,
      );
    }
    assert.deepEqual(await read("no end"), { keys: ["no end"], lines: 1 });
  });

  test("reads the same lines as addLines", async () => {
    const text = "x\r\n\r\r\ny\rz\n\n a \n\ty\r\r\n\ufeff\n";
    const { keys } = await read(text);
    const [one, other] = [1, 2].map(() => new BloomFilter({ bits: 4096, hashes: 4 }));
    one.addLines(text);
    other.addMany(keys);
    assert.ok(one.equals(other));
  });

  test("accepts a JSON array of any strings", async () => {
    const list = ["a\nb", "", "布隆", "a\nb", "c"];
    assert.deepEqual(await read(JSON.stringify(list), { json: true }, 4), { keys: ["a\nb", "布隆", "c"], lines: 4 });
    for (const [text, line, column] of [
      ['["a"', 1, 5],
      ['["a", "b" "c"]', 1, 11],
      ['[\n  "a",\n  b\n]', 3, 3],
      ['["a",]', 1, 6],
      ['["a\\q"]', 1, 2],
      ['["a"] ["b"]', 1, 7],
    ])
      await rejects(text, "badJson", { line, column }, { json: true });
    await rejects('{"a":"b"}', "notStrings", { detail: "" }, { json: true });
    await rejects('["a", "b", 3]', "notStrings", { detail: "[2]: number" }, { json: true });
    await rejects("[]", "noKeys", {}, { json: true });
    await rejects(
      JSON.stringify(["a", "b".repeat(LONGEST_KEY + 1)]),
      "longLine",
      { line: 2, found: LONGEST_KEY + 1 },
      { json: true },
    );
  });

  test("takes the texts and numbers of one name from an array of objects", async () => {
    const objects = [{ host: "a.example", n: 7 }, { n: 8 }, { host: null, n: 7, tags: [] }];
    const of = (name) => read(JSON.stringify(objects), { json: true, name });
    assert.deepEqual((await of("host")).keys, ["a.example"]);
    assert.deepEqual((await of("n")).keys, ["7", "8"]);
    await rejects(JSON.stringify(objects), "notStrings", { detail: "[2].tags: array" }, { json: true, name: "tags" });
    await rejects('[{"a":"b"}, "c"]', "notStrings", { detail: "[1]: string" }, { json: true, name: "a" });
  });

  test("rejects files that are not lists", async () => {
    await rejects("", "noKeys", {});
    await rejects("\n\r\n\n", "noKeys", {});
    await rejects(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0), "binary");
    await rejects("a\nb\0c\n", "binary");
    await rejects(Uint8Array.of(97, 10, 0xff, 10), "notUtf8");
    await rejects(Uint8Array.of(97, 10, 0xe5, 0xb8), "notUtf8");
    await rejects(Uint8Array.from(Buffer.from("\ufeffa\nb", "utf16le")), "utf16");
    await rejects(Uint8Array.from(Buffer.from("\ufeffa\nb", "utf16le").swap16()), "utf16");
    await rejects(Uint8Array.from(Buffer.from("a\nb", "utf16le")), "binary");
  });

  test("rejects lines over the byte limit and shows their number", async () => {
    const line = "é".repeat(LONGEST_KEY / 2);
    assert.deepEqual(await read(`a\n${line}\r\nb`), { keys: ["a", line, "b"], lines: 3 });
    await rejects(`a\n\n${line}e\nb`, "longLine", { line: 3, found: LONGEST_KEY + 1 });
    await rejects("x".repeat(2 ** 20), "longLine", { line: 1, found: 2 ** 20 });
  });

  test("checks the byte limit quickly, also in one line", async () => {
    const lines = Buffer.alloc(MOST_BYTES, "a line of twenty...\n");
    assert.deepEqual(await read(lines), { keys: ["a line of twenty..."], lines: MOST_BYTES / 20 });
    await rejects(Buffer.alloc(MOST_BYTES + 1, "a line\n"), "tooBig", { found: MOST_BYTES + 1 });
    await rejects(Buffer.alloc(MOST_BYTES, "x"), "longLine", { line: 1, found: MOST_BYTES });
  });

  test("progress ends with all bytes and keys; a failed stream is unreadable", async () => {
    const progress = [];
    await readKeys(streamOf("a\nb\nc\n", 2), { onPiece: (...far) => progress.push(far) });
    assert.deepEqual(progress, [
      [2, 1],
      [4, 2],
      [6, 3],
      [6, 3],
    ]);
    const broken = new ReadableStream({ pull: () => Promise.reject(new Error("gone")) });
    await assert.rejects(readKeys(broken), { code: "unreadable" });
  });

  test("a large text reads the same from a blob", async () => {
    const text = `x${"😀\n".repeat(800_000)}\ud83d`;
    const work = blobOf(text);
    let step = work.next();
    for (; !step.done; step = work.next());
    assert.equal(await step.value.text(), `${text.slice(0, -1)}\ufffd`);
  });
});

describe("tables", () => {
  const csv = 'name,domain,n\r\nBob,Mailinator.COM,1\r\n"Al, ice", "b""q.example",2\r\n\r\nEve,,3\n';
  const table = { delimiter: ",", column: 1, header: true };

  test("a header and the column with keys are detected", () => {
    const { table, form } = lookAt("id;host\n1;a.example\n2;b.example\n", true);
    assert.equal(form, "raw");
    assert.deepEqual([table.delimiter, table.header, table.column], [";", true, 1]);
    assert.deepEqual(
      table.columns.map(({ name, form }) => [name, form]),
      [
        ["id", "raw"],
        ["host", "domain"],
      ],
    );
    assert.equal(lookAt("1\ta@b.example\n2\tc@d.example\n", true).table.header, false);
    assert.equal(lookAt("1\ta@b.example\n2\tc@d.example\n", true).table.columns[1].form, "email");
    for (const text of ["a\nb\n", "one, two\nthree\nfour\nfive\n", "a@b.example\nc@d.example\n", ""])
      assert.equal(lookAt(text, true).table, undefined, text);
    // Rows that end in an address are rows, however few of them are a header.
    const people = Array.from({ length: 30 }, (_, i) => `${i},host-${i}.example,bob-${i}@b.example`).join("\n");
    assert.deepEqual(
      lookAt(`id,host,mail\n${people}`, true).table.columns.map(({ form }) => form),
      ["raw", "domain", "email"],
    );
    // What may be text is read as lines, and what may be a key isn't taken for a name.
    for (const [text, header, column] of [
      ["Berlin, Germany\nParis, France\nRome, Italy\n", false, -1],
      ["Smith,John\nDoe,Jane\n", false, -1],
      ["name,team\nAnn,red\n", true, 0],
      ["word,count\nAnn,3\nBob,4\n", true, 0],
      ["5baa61\tpassword\n7c4a8d\tsecret\n", false, 0],
    ]) {
      const { table } = lookAt(text, true);
      assert.deepEqual([table.header, table.column], [header, column], text);
    }
    // Half a row at the end of what was read does not count.
    assert.equal(lookAt("a,b\n1,2\n3", false).table.columns.length, 2);
  });

  const rows = (count, row) => Array.from({ length: count }, (_, i) => row(i));
  const urlOf = (i) => `https://bad-${i}.example/p?x=${i}`;
  const linesOf = (count, line) => rows(count, line).join("\n");

  /** How a text is read: whether it has a header, the column and form of the keys, and how many these are. */
  async function seen(text) {
    const isAll = text.length <= 65_536;
    const { table, json, form: whole } = lookAt(isAll ? text : text.slice(0, 65_536), isAll);
    const { name, form } = table?.columns[table.column] ?? { form: whole };
    const { keys } = await read(text, { json, table, name: json && name, form: FORMS[readAs(form)] });
    return [table && [table.header, table.column], form, keys.length];
  }

  for (const [name, delimiter] of Object.entries({ commas: ",", semicolons: ";", tabs: "\t" }))
    test(`rows of URLs with ${name} are a table, however many, quoted or not, with names or not`, async () => {
      for (const quote of ["", '"'])
        for (const header of [true, false])
          for (const count of [2, 3, 8, 9, 5000]) {
            const row = (cells) => cells.map((cell) => quote + cell + quote).join(delimiter);
            const lines = rows(count, (i) => row([urlOf(i), i % 2 ? "spam" : "malware", "2026-01-02"]));
            if (header) lines.unshift(row(["url", "reason", "added"]));
            assert.deepEqual(
              await seen(`${lines.join("\n")}\n`),
              [[header, 0], "url", count],
              lines.slice(0, 2).join(),
            );
          }
    });

  test("tables of other shapes have their column", async () => {
    const shapes = {
      "URLs last": [`id,reason,url\n${linesOf(20, (i) => `${i},spam,${urlOf(i)}`)}`, 2, "url"],
      "row numbers without a name": [`,url\n${linesOf(20, (i) => `${i},${urlOf(i)}`)}`, 1, "url"],
      "quoted URLs with commas": [`url,reason\n${linesOf(20, (i) => `"${urlOf(i)},x",spam`)}`, 0, "url"],
      "some URLs with commas": [
        `url,reason\n${linesOf(20, (i) => `${urlOf(i)}${i % 4 ? "" : "&y=1,2"},spam`)}`,
        0,
        "url",
      ],
      "quoted commas between semicolons": [
        `"Name, 1";"mail"\n${linesOf(20, (i) => `"Doe, J${i}";"j${i}@b.example"`)}`,
        1,
        "email",
      ],
      "commas between semicolons": [`name;mail\n${linesOf(20, (i) => `Doe, J${i};j${i}@b.example`)}`, 1, "email"],
      "no form, but commas between semicolons": [`"a, b";"c, d"\n${linesOf(20, (i) => `"x, ${i}";"y, z"`)}`, 0, "raw"],
      "numbers first": [`id,word\n${linesOf(20, (i) => `${i},w${i}`)}`, 1, "raw"],
      comments: [`#\n# a dump\n# id,url\n${linesOf(20, (i) => `"${i}","${urlOf(i)}"`)}`, 1, "url"],
      "a cell with lines, cut": [`url,note\n${linesOf(5000, (i) => `${urlOf(i)},"a\nb, c"`)}`, 0, "url", 5000],
      "JSON, cut": [JSON.stringify(rows(5000, (i) => ({ id: i, in: { a: "}" }, url: urlOf(i) }))), 2, "url", 5000],
    };
    for (const [name, [text, column, form, count = 20]] of Object.entries(shapes))
      assert.deepEqual(await seen(text), [[true, column], form, count], name);
    assert.deepEqual(await seen(linesOf(20, (i) => `J. Doe,j${i}@b.example`)), [[false, 1], "email", 20]);
  });

  test("lists with some delimiters stay lists", async () => {
    const lists = {
      "some URLs with a comma": [(i) => urlOf(i) + (i % 3 ? "" : ",b"), "url"],
      "nearly all URLs with a comma": [(i) => urlOf(i) + (i % 20 ? ",b" : ""), "url"],
      "some URLs with a semicolon": [(i) => urlOf(i) + (i % 5 ? "" : ";id=1"), "url"],
      "a hosts file with tabs": [(i) => `0.0.0.0\tbad-${i}.example`, "domain"],
      addresses: [(i) => `j${i}@b.example`, "email"],
      "addresses with names": [(i) => `Doe, J. <j${i}@b.example>`, "raw"],
      "addresses with quoted names": [(i) => `"Doe, J." <j${i}@b.example>`, "raw"],
      phrases: [(i) => `${i} Main St, Rome${i % 2 ? ", IL" : ""}`, "raw"],
    };
    for (const [name, [line, form]] of Object.entries(lists))
      assert.deepEqual(await seen(linesOf(40, line)), [undefined, form, 40], name);
  });

  test("a column is read as the command line reads it, in pieces of any size", async () => {
    for (const piece of [1, 3, 1000]) {
      const { keys } = await read(csv, { table }, piece);
      assert.deepEqual(keys, ["Mailinator.COM", 'b"q.example'], `${piece}`);
    }
    const folder = mkdtempSync(join(tmpdir(), "edgebloom-table-"));
    try {
      const [list, out] = ["list.csv", "out.bloom"].map((name) => join(folder, name));
      writeFileSync(list, csv);
      const cli = fileURLToPath(new URL("../../../pkg/cli.js", import.meta.url));
      execFileSync(process.execPath, [cli, "build", "--input", "csv", "--column", "domain", "-o", out, list]);
      const { keys } = await read(csv, { table });
      assert.ok(BloomFilter.from(keys, { errorRate: 0.01 }).equals(BloomFilter.fromBytes(readFileSync(out))));
    } finally {
      rmSync(folder, { recursive: true });
    }
    assert.deepEqual((await read("a\tb\nc\td", { table: { delimiter: "\t", column: 0, header: false } })).keys, [
      "a",
      "c",
    ]);
  });

  test("rejects rows without the column and open quotes, with the line", async () => {
    await rejects("a,b\n1,2\n3\n", "shortRow", { line: 3, found: 1, most: 2 }, { table });
    await rejects('a,b\n1,"2\n3,4\n', "badQuote", { line: 2 }, { table });
  });
});

describe("forms", () => {
  test("are proposed for nearly all lines of that form", () => {
    const forms = {
      email: ["Bob@Mailinator.COM", "# a comment", "a@b.example"],
      domain: ["Mailinator.COM", "*.example.org", "||ads.example^"],
      url: ["https://a.example/x", "phish.example/login"],
      raw: ["apple", "1.5", "10.0.0.1", ""],
    };
    for (const [form, lines] of Object.entries(forms)) assert.equal(formOf(lines), form);
    assert.equal(formOf([]), "raw");
    const mixed = ["mailinator.com", "evil.example", "spam@gmail.com", "trash.io", "@third.net", "worse.org"];
    assert.equal(formOf(mixed), "email", "domains, and addresses among them");
    assert.equal(almostOf([...mixed, "two words"])?.form, "email");
    assert.equal(formOf(["a.example", "two words"]), "raw");
    // As host names, the URLs among them would be skipped.
    const withUrl = [...Array(20).fill("a.example"), "https://b.example/login"];
    assert.equal(formOf(withUrl), "url", "host names, and URLs among them");
    assert.deepEqual(almostOf([...withUrl, ...Array(3).fill("two words")]), {
      form: "url",
      odd: "two words",
      several: true,
    });
    const addresses = Array.from({ length: 5 }, (_, i) => `j${i}@b.example`);
    assert.equal(formOf([...addresses, "spam.example"]), "email", "addresses and whole domains");
    assert.equal(formOf([...addresses, "spam.example", "two words"]), "raw");
    // Addresses with one domain would become one key.
    assert.deepEqual(["raw", "email", "domain", "url"].map(readAs), ["raw", "raw", "domain", "url"]);
  });

  test("a list without a form has nearly one if more than half of its lines do", () => {
    const odd = { form: "domain", odd: "oops", several: false };
    assert.deepEqual(almostOf(["a.example", "oops", "# a comment", "b.example"]), odd);
    assert.deepEqual(almostOf(["a.example", "oops", "b.example", "10", "c.example"]), { ...odd, several: true });
    assert.equal(almostOf(["https://a.example/x", "phish.example/login", "oops"]).form, "url");
    for (const lines of [[], ["a.example", "oops"], ["a.example", "two", "words"]])
      assert.equal(almostOf(lines), undefined);
  });

  test("host names in any script, with a final dot or not", () => {
    assert.equal(formOf(["例子.中国", "www.商店.中国", "example.de."]), "domain");
    assert.equal(formOf(["张三@例子.中国"]), "email");
  });

  test("a form chosen by hand holds for another list if half of its lines have it", () => {
    const names = ["JohnDoe", "alice99", "Bob_Smith", "Eve.Adams", "carol"];
    assert.equal(stillWanted("domain", "raw", names), undefined);
    assert.equal(stillWanted("domain", "raw", ["a.example", "", "b.example", "two words"]), "domain");
    assert.equal(stillWanted("words", "raw", names), "words");
  });

  test("a list for ad blockers gives the hosts that it blocks as wholes", async () => {
    const text = [
      "[Adblock Plus 2.0]",
      "! ads",
      "||a.example^",
      "||b.example^$third-party,important",
      "||c.example^$domain=x.example",
      "@@||d.example^",
      "news.example##.ad",
    ];
    const found = await readKeys(streamOf(text.join("\n")), { form: FORMS.domain });
    assert.deepEqual([...found.keys], ["a.example", "b.example"]);
    assert.deepEqual(found.odd, text.slice(4));
    assert.equal(formOf(text.slice(0, 3)), "domain");
    const hosts = await readKeys(streamOf("### ads ###\n0.0.0.0 a.example ### one\n"), { form: FORMS.domain });
    assert.deepEqual([[...hosts.keys], hosts.odd], [["a.example"], []], "a comment may begin with several signs");
    assert.equal(lookAt("||a.example^\n||b.example^$all\n", true).input, "adblock");
  });

  test("a hosts file is read as the command line reads it", async () => {
    const text =
      "# ads\n0.0.0.0 Bad.tld\n127.0.0.1\tlocalhost\n::1 ip6-localhost x # y\n 10.0.0.1  a.tld b.tld\n0.0.0.0 0.0.0.0\n";
    assert.equal(formOf(text.split("\n")), "domain");
    assert.equal(lookAt("0.0.0.0\ta.tld\n0.0.0.0\tb.tld\n", true).table, undefined);
    // Logs and bare addresses are no hosts files.
    assert.equal(formOf(["10.0.0.1 - - [10/Oct/2026] GET", "10.0.0.2 7"]), "raw");
    const result = await readKeys(streamOf(text), { form: FORMS.domain });
    assert.deepEqual([...result.keys], ["bad.tld", "a.tld", "b.tld"]);
    assert.deepEqual([result.lines, result.skipped, result.odd[0]], [7, 4, "localhost"]);
    const folder = mkdtempSync(join(tmpdir(), "edgebloom-hosts-"));
    try {
      const [list, out] = ["hosts.txt", "out.bloom"].map((name) => join(folder, name));
      writeFileSync(list, text);
      const cli = fileURLToPath(new URL("../../../pkg/cli.js", import.meta.url));
      execFileSync(process.execPath, [cli, "build", "--input", "hosts", "--keys", "domain", "-o", out, list]);
      const options = { errorRate: 0.01, keys: FORMS.domain };
      assert.ok(
        BloomFilter.from(result.entries, options).equals(
          BloomFilter.fromBytes(readFileSync(out), { keys: FORMS.domain }),
        ),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
    // Exact text stays as it is.
    assert.deepEqual((await read("0.0.0.0 a.tld\n")).keys, ["0.0.0.0 a.tld"]);
  });

  test("one JSON array is found, and the form of its strings", () => {
    assert.deepEqual(lookAt('["a.example",\n "b.example"]\n', true), { form: "domain", json: true });
    assert.equal(lookAt('["a b", "c\\"d"]', true).json, true);
    assert.equal(lookAt('["a b", "c', false).json, true);
    // One line that was cut is refused later; several lines may be keys.
    assert.equal(lookAt('["a", "b"', true).json, true);
    for (const text of ['["a",\nb', '["a"]\n["b"]\n', "[a]\n", '"a"\n"b"\n'])
      assert.equal(lookAt(text, true).json, undefined, text);
    // A single object is no list, and is told so.
    assert.deepEqual(lookAt('{"a":"x@y.example"}', true), { form: "raw", json: true });
  });

  test("keys are in the form; comments and other lines are skipped", async () => {
    const text = "Bob@Mailinator.COM\nmailinator.com # twice\n\n# no key\nno domain\n";
    const result = await readKeys(streamOf(text), { form: FORMS.email });
    assert.deepEqual(
      { ...result, keys: [...result.keys] },
      {
        keys: ["mailinator.com"],
        entries: ["Bob@Mailinator.COM"],
        lines: 3,
        skipped: 1,
        odd: ["no domain"],
        repeats: ["mailinator.com"],
        addresses: 1,
        address: "Bob@Mailinator.COM",
        commented: 0,
        uneven: 0,
      },
    );
    await rejects("two words\n", "noneInForm", { example: "two words" }, { form: FORMS.email });
  });
});

describe("the map", () => {
  test("every bit has a place, and rows are full if possible", () => {
    for (let words = 1; words < 400; words++) {
      for (const aspect of [1.5, 2.2]) {
        const columns = columnsFor(words * 64, aspect);
        const shape = columns / ((words * 64) / columns) / aspect;
        assert.ok(shape > 0.4 && shape < 2.3, `${words} ${columns}`);
      }
    }
    assert.equal(columnsFor(128, 2.2), 16);
    const bytes = BloomFilter.from(keys(1000), { errorRate: 0.01 }).bits();
    const { bits, each } = pictureOf(bytes, bytes.length * 8, 2.2);
    assert.equal(each, 1);
    for (let i = 0; i < bytes.length * 8; i++) assert.equal(bits.at(i), (bytes[i >> 3] >> (i & 7)) & 1);
  });

  test("a huge filter is sampled, evenly and to its end", () => {
    const bytes = new Uint8Array(1_000_000);
    bytes[0] = 1;
    const { bits, all, each } = pictureOf(bytes, 8_000_000, 2);
    assert.equal(each, 6);
    assert.deepEqual([bits.at(0), bits.at(1), all.count], [1, 0, 8_000_000]);
    assert.equal(bits.count, Math.ceil(8_000_000 / 6));
  });

  test("steps grow, add every key, and take about a second", () => {
    for (const count of [1, 2, 10, 13, 100, 5000, 121_558, MOST_KEYS]) {
      const steps = [];
      let elapsed = 0;
      for (let added = 0; added < count; elapsed += added >= singlesOf(count) ? 50 : 0) {
        const next = nextStep(added, count, elapsed);
        assert.ok(next > added && next <= count);
        steps.push((added = next));
      }
      assert.equal(steps.at(-1), count);
      const time = elapsed + singlesOf(count) * singleTime(count);
      assert.ok(time <= 1000, `${count}: ${time} ms`);
      assert.ok(steps.length <= 12 + 41, `${count}: ${steps.length}`);
      assert.equal(steps[0], 1);
    }
    // On a slow device there are fewer steps.
    assert.equal(nextStep(4, MOST_KEYS, 5000), MOST_KEYS);
  });
});

describe("sharing", () => {
  const optionsOf = (errorRate, form) => ({ errorRate, keys: FORMS[form] });
  const cases = [
    [20, "raw", "filter", 0.01],
    [5000, "email", "filter", 0.01],
    [12_000, "raw", "static", 0.01],
    [20_000, "domain", "rougher", 0.05],
    [26_000, "raw", "rougher", 0.1],
  ];
  for (const [count, form, what, rate] of cases) {
    test(`${count} keys are shared as ${what}, and every key is found by the receiver`, () => {
      const list = Array.from({ length: count }, (_, i) => `Host-${i}.example`);
      const bloom = BloomFilter.from(list, optionsOf(0.01, form)).toBytes();
      const { shared, fixed } = sharedFile(list, bloom, optionsOf(0.01, form));
      assert.deepEqual([shared.what, shared.rate], [what, rate]);
      assert.ok(fixed.length > 0 && shared.file.length <= MOST_SHARED);
      const hash = new URL(linkFor("https://host/page?q=a@b.example#play", shared.file)).hash;
      assert.equal(
        linkFor("https://host/page?q=a@b.example&x=1#q=c.example", shared.file),
        `https://host/page?x=1${hash}`,
      );
      assert.ok(hash.length < 16_010, `${hash.length}`);
      const { reader } = readFile(fileIn(base64In(hash)));
      for (const key of list) assert.ok(reader.has(form === "raw" ? key : key.toUpperCase()), key);
      const strangers = keys(2000, "other-").map((key) => `${key}.test`);
      const maybe = strangers.filter((key) => reader.has(key)).length / 2000;
      // A query in a form looks up the parent domains, too.
      assert.ok(maybe < 3 * rate + 0.01, `${maybe}`);
    });
  }

  test("a list that is too long for every rate is not shared", () => {
    const list = keys(40_000);
    const bloom = BloomFilter.from(list, { errorRate: 0.01 }).toBytes();
    const { shared } = sharedFile(list, bloom, { errorRate: 0.01 });
    assert.equal(shared, undefined);
  });

  test("other hashes are no lists, and cut links are errors", () => {
    assert.equal(base64In("#list"), undefined);
    const file = BloomFilter.from(["a"], { errorRate: 0.01 }).toBytes();
    const hash = new URL(linkFor("https://host/", file)).hash;
    assert.throws(() => readFile(fileIn(base64In(hash.slice(0, -4)))));
  });
});

test("both languages have every dynamic text with the same placeholders", () => {
  const names = (text) => [...String(text).matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const [key, text] of Object.entries(en)) {
    assert.ok(zh[key], key);
    if (typeof text === "string") assert.deepEqual(names(zh[key]), names(text), key);
  }
});
