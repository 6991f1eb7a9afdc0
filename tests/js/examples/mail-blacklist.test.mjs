// Block lists with an exact list of exceptions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BloomFilter } from "edgebloom";
import { Forum, MailGate, buildBlacklist, contentKey } from "../../../examples/mail-blacklist/blacklist.mjs";
import { assertWithinFiveSigma, printsWhatItsReadmeSays } from "./run-main.mjs";

const spam = Array.from({ length: 20_000 }, (_, i) => `offer-${i}@spam-${i % 700}.example`);
const customers = Array.from({ length: 20_000 }, (_, i) => `customer-${i}@mail.example`);
const errorRate = 0.01;
const rejected = (gate, senders) => senders.filter((sender) => gate.verdict(sender) === "reject");

test("rejects every listed sender, and others at the false-positive rate", () => {
  const gate = new MailGate(buildBlacklist(spam, [], { errorRate }));
  assert.equal(rejected(gate, spam).length, spam.length);
  assert.equal(gate.verdict(" OFFER-7@Spam-7.Example "), "reject");
  assertWithinFiveSigma(rejected(gate, customers).length, customers.length, errorRate);
});

test("rejects no known customer and still every listed sender", () => {
  const dump = buildBlacklist(spam, customers, { errorRate });
  const gate = new MailGate(dump);
  assert.deepEqual(rejected(gate, customers), []);
  assert.equal(rejected(gate, spam).length, spam.length);
  // The file has only the exceptions that are false positives: about 200 addresses of some 25 bytes.
  const plain = buildBlacklist(spam, [], { errorRate }).length;
  assert.ok(dump.length > plain && dump.length < plain + 10_000, `${dump.length}, plain ${plain}`);
});

test("a listed sender cannot become an exception", () => {
  const gate = new MailGate(buildBlacklist(spam, spam.slice(0, 100), { errorRate }));
  assert.equal(rejected(gate, spam).length, spam.length);
});

test("exceptions pass, also from the saved file, until they are listed", () => {
  const gate = new MailGate(buildBlacklist(spam, [], { errorRate }));
  const [unlucky] = rejected(gate, customers);
  gate.vouch(unlucky.toUpperCase());
  assert.equal(gate.verdict(unlucky), "accept");
  const elsewhere = new MailGate(gate.toBytes());
  assert.equal(elsewhere.verdict(unlucky), "accept");
  elsewhere.list(unlucky);
  assert.equal(elsewhere.verdict(unlucky), "reject");
});

test("rejects users and content", () => {
  const forum = new Forum({
    users: buildBlacklist([666n, 667n], [], { errorRate: 0.001 }),
    content: buildBlacklist([contentKey("Buy now!"), contentKey("买吧")], [1n], {
      errorRate: 0.001,
    }),
  });
  assert.equal(forum.accepts(1n, "hello"), true);
  assert.equal(forum.accepts(666n, "hello"), false);
  assert.equal(forum.accepts(1n, "Buy now!"), false);
  assert.equal(forum.accepts(1n, "买吧"), false);
  assert.equal(forum.accepts(668n, "Buy then!"), true);
});

test("a listed key cannot become an exception in any form", () => {
  const bytes = new Uint8Array([255, 0, 1]);
  const dump = buildBlacklist([bytes, 7n, "seven"], [bytes, 7n, "seven", new TextEncoder().encode("seven")], {
    errorRate: 0.001,
  });
  const filter = BloomFilter.fromBytes(dump);
  for (const key of [bytes, 7n, "seven"]) assert.equal(filter.has(key), true);
});

test("prints the output in its README", () => printsWhatItsReadmeSays("mail-blacklist"));
