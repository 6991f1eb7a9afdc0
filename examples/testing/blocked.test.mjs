import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { isBlocked } from "./blocked.mjs";
import { LISTED, falsePositiveOf, filterOf } from "./helpers.mjs";

const lookUp = async (key) => LISTED.includes(key);

test("a domain that is not listed costs no lookup", async () => {
  const spy = mock.fn(lookUp);
  assert.equal(await isBlocked("example.org", filterOf(LISTED), spy), false);
  assert.equal(spy.mock.callCount(), 0);
});

test("a false positive is not blocked", async () => {
  const filter = filterOf(LISTED, { bits: 64, hashes: 1 });
  const domain = falsePositiveOf(filter);
  const spy = mock.fn(lookUp);
  assert.equal(await isBlocked(domain, filter, spy), false);
  assert.deepEqual(spy.mock.calls[0].arguments, [domain]);
});
