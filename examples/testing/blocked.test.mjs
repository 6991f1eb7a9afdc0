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

test("no listed domain is missed, however it is written", async () => {
  const listed = Array.from({ length: 1000 }, (_, i) => `${"a-b".repeat(i % 20)}${i}.example`);
  const filter = filterOf(listed);
  const ways = [(name) => name, (name) => name.toUpperCase(), (name) => ` ${name}\n`];
  for (const name of listed) {
    for (const write of ways) assert.ok(await isBlocked(write(name), filter, async () => true), write(name));
  }
});
