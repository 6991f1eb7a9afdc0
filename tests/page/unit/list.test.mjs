// Tests how the page's worker reads and stores a list, in Node.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { BloomFilter } from "edgebloom";
import { keyListOver } from "../../../www/panels/list/key-list.js";
import { NAMED, keeperOf } from "../../../www/panels/list/keeper.js";
import { blobOf } from "../../../www/panels/list/large-text.js";
import { LONGEST_KEY, MOST_BYTES, MOST_KEYS, readKeys } from "../../../www/panels/list/read-keys.js";
import { en } from "../../../www/panels/list/en.js";
import { zh } from "../../../www/panels/list/zh.js";
import { staticFile } from "../../../www/lib/static-file.js";
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
    await rejects('["a"', "notStrings", undefined, { json: true });
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

  test("accepts the maximum of keys and rejects one more", async () => {
    const list = keys(MOST_KEYS);
    const result = await readKeys(streamOf(`${list.join("\n")}\nkey-7\n`));
    assert.equal(result.keys.size, MOST_KEYS);
    assert.equal(result.lines, MOST_KEYS + 1);
    await rejects(`\n${list.join("\n")}\nkey-7\none more\nand more`, "tooMany", { line: MOST_KEYS + 3 });
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

describe("storing", () => {
  test("returns at most five keys of a position", async () => {
    for (const layout of ["standard", "partitioned", "blocked"]) {
      const list = keys(500);
      const filter = BloomFilter.from(list, { errorRate: 0.01, layout });
      const keeper = keeperOf(new Set(list), filter);
      const every = Array.from({ length: filter.stats.bits }, (_, position) => position);
      const answers = keeper.owners({ positions: every, divisor: 1 });
      const positions = list.map((key) => filter.positions(key));
      for (const position of every) {
        const owners = list.filter((_, i) => positions[i].includes(position));
        assert.deepEqual(
          answers[position],
          { keys: owners.slice(0, NAMED), more: owners.length > NAMED },
          `${layout} ${position}`,
        );
      }
    }
    // Each key sets nearly every bit. No key is listed twice for a bit.
    const crowded = new BloomFilter({ bits: 64, hashes: 64 });
    const five = keys(5);
    assert.deepEqual(
      keeperOf(new Set(five), crowded).owners({ positions: [0, 63], divisor: 1 }),
      [0, 63].map((one) => ({ keys: five.filter((key) => crowded.positions(key).includes(one)), more: false })),
    );
  });

  test("has, bytes and gzipped work", async () => {
    const list = [...keys(1000), "布隆"];
    const keeper = keeperOf(new Set(list), BloomFilter.from(list, { errorRate: 0.01 }));
    assert.ok(keeper.has("布隆") && !keeper.has("key-1000"));
    const text = list.join("\n");
    assert.equal(keeper.bytes, encoder.encode(text).length);
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    assert.equal(await keeper.gzipped(), bytes.length);
    assert.equal(gunzipSync(bytes).toString(), text);
    assert.equal(keeper.gzipped(), keeper.gzipped());
    const options = { errorRate: 0.01, name: "a list" };
    assert.deepEqual(await keeper.staticFile({ ...options, more: ["more"] }), staticFile([...list, "more"], options));
  });
});

describe("requests to the worker", () => {
  function listOver(answerWith) {
    const sent = [];
    let deaths = 0;
    const worker = {
      postMessage: (message) => {
        sent.push(message);
        queueMicrotask(() => answerWith?.(message, (data) => worker.onmessage({ data })));
      },
      terminate: () => (worker.ended = true),
    };
    const list = keyListOver(worker, { count: 3, bytes: 5, name: () => "a name", onDeath: () => deaths++ });
    return { list, worker, sent, deaths: () => deaths };
  }

  test("matches answers to requests in any order", async () => {
    const pending = [];
    const { list, sent } = listOver((message, reply) => {
      pending.unshift([message, reply]);
      if (pending.length === 3) for (const [{ id, what }, answer] of pending) answer({ id, answer: what });
    });
    assert.deepEqual(await Promise.all([list.owners([1, 2], 3), list.has("a"), list.gzipped()]), [
      "owners",
      "has",
      "gzipped",
    ]);
    assert.deepEqual(
      sent.map(({ what, given }) => [what, given]),
      [
        ["owners", { positions: [1, 2], divisor: 3 }],
        ["has", "a"],
        ["gzipped", undefined],
      ],
    );
    assert.deepEqual([list.count, list.bytes, list.name], [3, 5, "a name"]);
  });

  test("passes errors on", async () => {
    const { list } = listOver(({ id }, reply) => reply({ id, error: "no memory" }));
    await assert.rejects(list.has("a"), /no memory/);
  });

  test("rejects current and later requests if the worker stops", async () => {
    const { list, worker, deaths } = listOver();
    const waiting = [list.has("a"), list.gzipped()];
    worker.onerror(new Event("error"));
    for (const one of [...waiting, list.has("b")]) await assert.rejects(one, /has ended/);
    assert.equal(deaths(), 1);
  });

  test("closing ends the worker", () => {
    const { list, worker } = listOver();
    list.close();
    assert.ok(worker.ended);
  });
});

test("both languages have every dynamic text with the same placeholders", () => {
  const names = (text) => [...String(text).matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const [key, text] of Object.entries(en)) {
    assert.ok(zh[key], key);
    if (typeof text === "string") assert.deepEqual(names(zh[key]), names(text), key);
  }
});
