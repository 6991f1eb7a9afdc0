// Changes the files of maps at random, and reads them with the module and with the reader.

import assert from "node:assert/strict";
import { StaticMap } from "edgebloom";
import { MapReader } from "edgebloom/reader";
import { changedBytes } from "../../../fuzz/mutate.mjs";
import { checksum } from "../helpers/format-reader.mjs";
import { goldenJson } from "../helpers/helpers.mjs";

const GOLDEN = goldenJson("maps/index.json");

/** Changes files, with a right checksum, and compares module and reader. */
export function compareMaps(random, count) {
  const files = GOLDEN.map(({ base64 }) => Buffer.from(base64, "base64")).filter(({ length }) => length < 1500);
  let accepted = 0;
  for (let i = 0; i < count; i++) {
    const file = random.of(files);
    let bytes = random.once(3) ? changedBytes(random, file, random.of(files)) : Buffer.from(file);
    for (let rest = random.below(3); rest > 0; rest--) bytes[random.below(bytes.length)] ^= 1 << random.below(8);
    bytes = Buffer.from(bytes.subarray(0, bytes.length & ~7));
    if (bytes.length >= 64) bytes.writeBigUInt64LE(checksum(bytes.subarray(0, -8), new Uint8Array()), bytes.length - 8);
    const outcome = (read) => {
      try {
        return read(bytes);
      } catch (error) {
        assert.equal(error.name, "FilterFormatError", error.stack);
        return undefined;
      }
    };
    const [module, reader] = [outcome(StaticMap.fromBytes.bind(StaticMap)), outcome(MapReader.fromBytes)];
    assert.equal(!module, !reader, bytes.toString("base64"));
    if (!module) continue;
    accepted++;
    for (let j = 0; j < 4; j++) {
      const key = `${random.of(["key-", "other-", ""])}${random.below(500)}`;
      assert.equal(module.get(key), reader.get(key), bytes.toString("base64"));
    }
    module.free();
  }
  return accepted;
}
