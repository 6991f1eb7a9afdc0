// docs/SECURITY.md: every figure is what scripts/adversaries.mjs finds, and what the words say of them is so.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { forgery, measured, seeds, withFigures } from "../../scripts/adversaries.mjs";
import { at } from "../../scripts/run.mjs";

const page = readFileSync(at("docs/SECURITY.md"), "utf8");
const found = measured();

test("the figures are those of scripts/adversaries.mjs", () => {
  assert.equal(page, withFigures(page, found), "run node scripts/adversaries.mjs");
  assert.throws(() => withFigures(page.replace("figures: probes", "figures: probe"), found), /"probe"/);
  assert.throws(() => withFigures("no figures", found), /have no place/);
});

describe("what the words say", () => {
  test("a “yes” is right half of the time at 1 %, and 99.99 % of it at one in a million", () => {
    const [at1e2, , at1e6] = found.candidates;
    for (const { share, expected, right, wrong, errorRate, others } of found.candidates) {
      assert.equal(right, 100_000, "every member is found");
      // Five standard deviations of how many others there are.
      assert.ok(Math.abs(wrong - others * errorRate) < 5 * Math.sqrt(others * errorRate), `${wrong}`);
      assert.ok(Math.abs(share - expected) < 0.005, `${share}`);
    }
    assert.equal(at1e2.share.toFixed(2), "0.50");
    assert.equal(at1e6.share.toFixed(4), "0.9999");
  });

  test("chosen keys make 2.6 % of 2⁻¹⁰", () => {
    const { keys, hashes, bits, fill, honest, polluted, expected } = found.pollution;
    assert.equal(hashes, 10);
    assert.equal(fill, (keys * hashes) / bits, "each has set k new bits");
    assert.ok(Math.abs(fill - Math.LN2) < 0.001);
    assert.equal((100 * polluted).toFixed(1), "2.6");
    assert.equal((100 * expected).toFixed(1), "2.6");
    assert.equal(Math.round(expected * 2 ** hashes), 26);
    assert.ok(honest < 0.0012, `${honest}`);
  });

  test("they fill a filter in less than half of the time", () => {
    const { byChance, chosen } = found.saturation;
    assert.ok(chosen < byChance / 2, `${chosen} of ${byChance}`);
  });

  test("removing false positives makes members missed", () => {
    for (const { removed, missed } of found.removals.rows) assert.ok(missed >= removed, `${missed}`);
  });

  test("a “definitely not” takes fewer probes", () => {
    const { hashes, ofAMiss } = found.probes;
    assert.ok(ofAMiss > 1 && ofAMiss < hashes / 2, `${ofAMiss}`);
  });

  test("a dump tells its seed, and a forged one has its head, and is loaded", () => {
    assert.deepEqual(forgery(), { seedIsTold: true, sameHead: true, hidden: true });
  });

  test("the keys of a list and some answers tell the seed", () => {
    assert.ok(seeds().isFound);
  });
});
