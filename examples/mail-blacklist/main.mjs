import { Forum, MailGate, buildBlacklist, contentKey } from "./blacklist.mjs";

const spam = Array.from({ length: 50_000 }, (_, i) => `offer-${i}@spam-${i % 700}.example`);
const customers = Array.from({ length: 20_000 }, (_, i) => `customer-${i}@mail.example`);
const options = { errorRate: 0.01, name: "spam senders" };

for (const [what, good] of [
  ["without", []],
  ["with", customers],
]) {
  const gate = new MailGate(buildBlacklist(spam, good, options));
  const rejected = (senders) => senders.filter((sender) => gate.verdict(sender) === "reject").length;
  console.log(
    `${what} exceptions: rejected ${rejected(spam)} of ${spam.length}` +
      ` spam senders, ${rejected(customers)} of ${customers.length} customers`,
  );
}

const forum = new Forum({
  users: buildBlacklist([666n, 667n], [], { errorRate: 0.001 }),
  content: buildBlacklist([contentKey("Buy now!")], [], { errorRate: 0.001 }),
});
console.log("user 666 says hello:", forum.accepts(666n, "hello"));
console.log("user 1 says Buy now!:", forum.accepts(1n, "Buy now!"));
console.log("user 1 says hello:", forum.accepts(1n, "hello"));
