// Tests the modules of the panel "Other systems" that need no browser, against the package and the format reference in
// docs/reference/format.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import * as compat from "edgebloom/compat";
import { FORMATS as PACKAGE_FORMATS } from "../../../pkg/api/compat/formats/index.js";
import { EXAMPLES as FILES } from "../../../www/workbench/bring-in/examples.js";
import { differing, readFlipped } from "../../../www/workbench/bring-in/flip.js";
import {
  FORMATS,
  SCHEMES,
  askedFor,
  importOptions,
  missing,
  onlyAnswer,
} from "../../../www/workbench/bring-in/foreign-options.js";
import {
  HEADER,
  KEY_ENCODINGS,
  PAYLOAD_ENCODINGS,
  fieldAt,
  fieldsOf,
  hex,
} from "../../../www/workbench/bring-in/header-fields.js";
import { readAnyHeader } from "../../../www/lib/load-any.js";
import { contentOfFile, contentOfText, cut, signatureOf } from "../../../www/workbench/bring-in/input.js";
import { texts as readerTexts } from "../../../www/workbench/bring-in/reader-texts.js";
import { SYSTEMS, bytesOf, optionsOf, vectorsOf } from "../../js/helpers/foreign-vectors.mjs";
import { goldenJson } from "../../js/helpers/helpers.mjs";

const EXAMPLES = goldenJson("format-examples.json");
const { createFilter, importFilter, load, sniffFormat } = compat;
const NATIVE = new URL("../../golden/native/", import.meta.url);
const goldenFiles = readdirSync(NATIVE)
  .filter((name) => name.endsWith(".b64"))
  .map((name) => ({ name, text: readFileSync(new URL(name, NATIVE), "utf8") }));

test("the header matches docs/reference/format/index.md", () => {
  const expected = EXAMPLES.header.map(([offset, size, name]) => ({ name, offset, size }));
  assert.equal(expected.length, 15);
  assert.deepEqual(HEADER, expected);
});

test("the names of ids match docs/reference/format", () => {
  for (const [rows, names] of [
    [EXAMPLES.keyEncodings, KEY_ENCODINGS],
    [EXAMPLES.payloadEncodings, PAYLOAD_ENCODINGS],
  ]) {
    const expected = rows.map(([, name]) => name);
    assert.deepEqual(names.slice(1), expected);
  }
});

test("fields cover every golden file and sub-filter without gaps", () => {
  for (const { name, text } of goldenFiles) {
    const bytes = bytesOf(text);
    const endOf = (start) => {
      for (const { offset, size } of fieldsOf(bytes, start)) {
        assert.equal(offset, start, name);
        start += size;
      }
      return start;
    };
    assert.equal(endOf(0), bytes.length, name);
    assert.deepEqual(fieldAt(bytes, 11), { field: HEADER[7] });
    assert.equal(fieldAt(bytes, bytes.length - 1).field.name, "checksum");
    const [payload] = fieldsOf(bytes).slice(-2);
    const { subFilters } = readAnyHeader(bytes, compat);
    if (subFilters === 1) {
      assert.deepEqual(fieldAt(bytes, payload.offset), { field: payload });
      continue;
    }
    let start = payload.offset;
    for (let subFilter = 1; subFilter <= subFilters; subFilter++) {
      assert.deepEqual(fieldAt(bytes, start), { field: { name: "magic", offset: start, size: 4 }, subFilter });
      start = endOf(start);
      const last = { name: "checksum", offset: start - 8, size: 8 };
      assert.deepEqual(fieldAt(bytes, start - 1), { field: last, subFilter });
    }
    assert.equal(start, payload.offset + payload.size);
  }
});

test("metadata has a name", () => {
  const longest = bytesOf(goldenFiles.find(({ name }) => name === "standard-longest-head.b64").text);
  const names = fieldsOf(longest)
    .slice(HEADER.length)
    .map(({ name }) => name);
  assert.deepEqual(names, ["metadata", "metadataReserved", "metadataName", "metadataVersion", "payload", "checksum"]);
  const scalable = bytesOf(goldenFiles.find(({ name }) => name === "scalable.b64").text);
  assert(fieldsOf(scalable).some(({ name }) => name === "metadataGrowth"));
});

test("the page has every format and option of the package", () => {
  assert.deepEqual(Object.keys(FORMATS), Object.keys(PACKAGE_FORMATS));
  for (const [format, { options, optional = [] }] of Object.entries(PACKAGE_FORMATS)) {
    // The option `hash` of rbloom has no field: users type keys as hashes.
    const fields = Object.entries(options).filter(
      ([, choices]) => typeof choices === "object" || format === "redis-bitmap",
    );
    assert.deepEqual(
      FORMATS[format].filter((asks) => !asks.optional).map(({ name }) => name),
      fields.map(([name]) => name),
      format,
    );
    assert.deepEqual(
      FORMATS[format].filter((asks) => asks.optional).map(({ name }) => name),
      optional,
      format,
    );
    for (const { name, choices } of FORMATS[format]) {
      if (typeof options[name] === "object") assert.deepEqual(choices, Object.keys(options[name]), format);
    }
  }
});

test("bitmap schemes have the options of createFilter", () => {
  for (const [scheme, asks] of Object.entries(SCHEMES)) {
    let message;
    try {
      createFilter({ scheme, nothing: 1 });
    } catch (error) {
      message = error.message;
    }
    const takes = /only scheme, (.+), got/.exec(message)[1].split(", ");
    assert.deepEqual(asks.map(({ name }) => name).sort(), takes.sort(), scheme);
  }
});

test("turns user input into options of importFilter", () => {
  const bitmap = Uint8Array.of(1);
  const read = (values) => importFilter(bitmap, importOptions("redis-bitmap", values)).stats;
  assert.equal(
    read({ scheme: "php-redis", bits: "2^32", functions: "bkdr, sdbm js", arithmetic: "php" }).bits,
    2 ** 32,
  );
  assert.equal(read({ scheme: "crc32-mt", bits: "1,000", capacity: "100", generator: "php5" }).scheme, "crc32-mt");
  assert.equal(read({ scheme: "additive-partitioned", size: "1024", seeds: "3, 5, 7" }).hashes, 3);
  assert.equal(read({ scheme: "additive-partitioned" }).hashes, 8);
  assert.equal(read({ scheme: "blocked", bits: "512", hashes: "3" }).layout, "blocked");
  assert.throws(() => read({ scheme: "standard", bits: "many", hashes: "3" }), { name: /TypeError|RangeError/ });
  assert.equal(missing("redis-bitmap", {}).name, "scheme");
  assert.equal(missing("redis-bitmap", { scheme: "crc32-mt", bits: "8", capacity: " " }).name, "capacity");
  assert.equal(missing("npm-bloomfilter", { hash: "fnv1a64" }), undefined);
  const hash = importOptions("rbloom", {}).hash;
  assert.equal(hash(-5n), -5n);
});

test("the page's options read every vector and find a unique match", () => {
  for (const system of SYSTEMS) {
    for (const vector of vectorsOf(system).vectors) {
      const { format, hash, ...rest } = optionsOf(system, vector);
      const answers = Object.fromEntries(
        Object.entries({ ...rest, ...(typeof hash === "string" && { hash }) }).map(([name, value]) => [
          name,
          String(value),
        ]),
      );
      const bytes = bytesOf(vector.dump_base64);
      assert.equal(missing(format, answers), undefined, vector.name);
      importFilter(bytes, importOptions(format, answers)).free();
      for (const [name, value] of Object.entries(onlyAnswer(bytes, format, importFilter)))
        assert.equal(value, answers[name], vector.name);
    }
  }
  const v2 = vectorsOf("npm-bloom-filters").vectors.find(({ name }) => name === "npm_bloom_filters_3_medium");
  assert.deepEqual(onlyAnswer(bytesOf(v2.dump_base64), "npm-bloom-filters", importFilter), { generation: "v2" });
});

test("each system's example is its golden file with the right answers", () => {
  assert.deepEqual(Object.keys(FILES), Object.keys(FORMATS));
  for (const [format, { from, writer, count, base64, options, keys, hashes }] of Object.entries(FILES)) {
    assert(base64.length <= 2048, format);
    const golden = goldenJson(from);
    if (format === "redis-bitmap") {
      const bitmap = golden.filters.find(({ get_base64 }) => get_base64 === base64);
      assert.equal(count, bitmap.keys_in_count);
      assert.equal(writer, `phpredis ${golden.versions.phpredis}`);
      assert.deepEqual(bitmap.keys_in, [{ pattern: "k{i}", from: 0, to: 999 }]);
      assert.equal(options.bits, String(bitmap.modulus));
      assert.equal(
        options.functions,
        bitmap.hash_functions.map((name) => name.replace("Hash", "").toLowerCase()).join(", "),
      );
      assert.equal(keys[0], "k42");
    } else {
      assert.equal(base64, golden.dump_base64, format);
      assert.equal(count, golden.keys_in.length, format);
      assert(golden.version.includes(writer.match(/[\d.]+$/)[0]), `${format}: ${golden.version}`);
      const { format: name, hash, ...rest } = optionsOf(format, golden);
      const key = (text) => (typeof hash === "function" ? String(hash(text)) : text);
      assert.deepEqual(options, typeof hash === "string" ? { ...rest, hash } : rest, name);
      const texts = hashes?.map((text) => /^SHA-256\((.*)\)$/.exec(text)[1]) ?? keys;
      assert(golden.keys_in.includes(texts[0]) && golden.keys_absent.includes(texts[1]), format);
      assert.deepEqual(texts.map(key), keys, format);
    }
    const filter = importFilter(bytesOf(base64), importOptions(format, options));
    const has = keys.map((key) => filter.has(format === "rbloom" ? BigInt(key) : key));
    assert.deepEqual(has, [true, false], format);
    filter.free();
  }
});

test("recognizes other files by their first bytes, and no golden filter", () => {
  const start = (text) => signatureOf(new Uint8Array(Buffer.from(text, "latin1")));
  assert.equal(start("\x89PNG\r\n\x1a\n\0\0"), "png");
  assert.equal(start("\xff\xd8\xff\xe0\0\x10JFIF"), "jpeg");
  assert.equal(start("GIF89a"), "gif");
  assert.equal(start("%PDF-1.7"), "pdf");
  assert.equal(start("PK\x03\x04\x14"), "zip");
  assert.equal(start("\x1f\x8b\x08\0"), "gzip");
  assert.equal(start("PAR1\x15\x04"), "parquet");
  assert.equal(start("\n<!DOCTYPE html>"), "html");
  assert.equal(start("<html lang=en>"), "html");
  assert.equal(start("<svg xmlns="), "xml");
  for (const other of ["", "\x89PNX", "\xff\xd8\xff\0", "\x1f\x8b", "PK", "%PD", "<b", "\0\0\0"])
    assert.equal(start(other), undefined, other);
  for (const system of SYSTEMS)
    for (const { name, dump_base64 } of vectorsOf(system).vectors)
      assert.equal(signatureOf(bytesOf(dump_base64)), undefined, name);
  // A RedisBloom file with 559,903 keys starts with the bytes of gzip. Its other fields still identify it.
  const counted = bytesOf(FILES.redisbloom.base64);
  counted.set([0x1f, 0x8b, 0x08]);
  assert.equal(signatureOf(counted), "gzip");
  assert.equal(sniffFormat(counted).format, "redisbloom");
});

test("turns base64 and files into bytes", () => {
  const { text } = goldenFiles[0];
  const bytes = bytesOf(text);
  assert.deepEqual(contentOfText(text), { bytes, text });
  assert.deepEqual(contentOfText(`\ufeff ${text.slice(0, 7)}\r\n${text.slice(7)}\n`), { bytes, text });
  assert.deepEqual(contentOfFile(new TextEncoder().encode(`${text}\n`)), { bytes, text });
  assert.deepEqual(contentOfFile(bytes), { bytes });
  assert.deepEqual(contentOfText("-_8"), { bytes: Uint8Array.of(0xfb, 0xff) });
  assert.deepEqual(contentOfText("+/8="), { bytes: Uint8Array.of(0xfb, 0xff) });
  assert.deepEqual(contentOfText(' {"a": 1} '), { bytes: new TextEncoder().encode('{"a": 1}'), json: true });
  const hexed = Uint8Array.of(0xeb, 0x46, 0x4c);
  for (const written of ["eb464c", "EB 46 4C", "0xeb464c", "0xeb, 0x46, 0x4c", "\\xeb\\x46\\x4c", "eb:46:\n4c"])
    assert.deepEqual(contentOfText(written), { bytes: hexed }, written);
  for (const none of ["no base64!", "abcde", "ab=c", "布隆", "="]) assert.equal(contentOfText(none), undefined, none);
  // `contentOfText` returns damaged base64 as text, so that the package names the error.
  assert.equal(contentOfText(`${text.slice(0, 20)}!`).bytes, undefined);
  assert.equal(contentOfText(`${text.slice(0, 20)}!`).text, `${text.slice(0, 20)}!`);
  assert.equal(cut("a".repeat(81)), `${"a".repeat(80)}…`);
  assert.equal(cut("😀".repeat(80), 80).length, 161);
  assert.equal(hex(Uint8Array.of(0, 255, 1), 2), "00 ff …");
});

test("rejects every flipped bit of a small file and restores the bytes", () => {
  const bytes = bytesOf(goldenFiles.find(({ name }) => name === "standard-small.b64").text);
  const copy = bytes.slice();
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const { error, stats, before, after } = readFlipped(bytes, bit, load);
    assert.equal(error.name, "FilterFormatError");
    assert.equal(stats, undefined);
    assert.equal(before ^ after, 1 << (bit % 8));
  }
  assert.deepEqual(bytes, copy);
});

test("reads a Guava file with a flipped bit", () => {
  const file = Uint8Array.of(1, 3, 0, 0, 0, 1, 0x80, 0, 0, 0, 0, 0, 0, 1);
  const read = (bytes) => importFilter(bytes, { format: "guava", funnel: "bytes" });
  const { error, stats } = readFlipped(file, 8 * 8, read);
  assert.equal(error, undefined);
  assert.deepEqual(differing(read(file).stats, stats), ["bitsSet"]);
});

test("every option and explanation has its texts", () => {
  const { zh } = readerTexts;
  for (const asks of [
    ...Object.entries(FORMATS).flatMap(([format]) => askedFor(format, {})),
    ...Object.values(SCHEMES).flat(),
  ]) {
    assert(`bringIn.ask.${asks.name}` in zh, asks.name);
    for (const choice of asks.choices ?? []) assert(`bringIn.choice.${choice}` in zh, choice);
  }
  for (const format of ["native", ...Object.keys(FORMATS)]) assert(`bringIn.format.${format}` in zh, format);
  const scalable = bytesOf(goldenFiles.find(({ name }) => name === "scalable.b64").text);
  for (const { name } of fieldsOf(scalable)) assert(`bringIn.field.${name}` in zh, name);
});
