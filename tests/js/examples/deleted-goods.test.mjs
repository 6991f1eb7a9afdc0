// Filters over items that are added and removed.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { BloomFilter } from "edgebloom";
import { OrderQueue } from "../../../examples/deleted-goods/queue.mjs";
import { Exchange } from "../../../examples/deleted-goods/sharing.mjs";
import { CountingShop, Goods, RebuildingShop } from "../../../examples/deleted-goods/shop.mjs";
import { assertWithinFiveSigma, printsWhatItsReadmeSays } from "./run-main.mjs";

const ITEMS = 600;
const sizes = { capacity: ITEMS, errorRate: 0.01 };
const item = (i) => `item-${i}`;
const folder = mkdtempSync(join(tmpdir(), "edgebloom-shop-"));
const opened = [];
after(() => {
  for (const goods of opened) goods.close();
  rmSync(folder, { recursive: true });
});

function open(Shop) {
  const goods = new Goods(join(folder, `${opened.length}.db`));
  opened.push(goods);
  const shop = new Shop(goods, sizes);
  for (let i = 0; i < ITEMS; i++) shop.add(item(i), i);
  return shop;
}

/** Requests items; returns the number of database queries. */
function ask(shop, from, to) {
  const before = shop.goods.queries;
  for (let i = from; i < to; i++) shop.price(item(i));
  return shop.goods.queries - before;
}

describe("deleted goods", () => {
  test("are removed from a counting filter, and no others are", () => {
    const shop = open(CountingShop);
    for (let i = 0; i < ITEMS / 2; i++) shop.delete(item(i));
    for (let i = 0; i < ITEMS; i++) assert.equal(shop.price(item(i)), i < ITEMS / 2 ? undefined : i);
    // Half of the keys are left, so the rate is far below the one it was sized for.
    assert.ok(ask(shop, 0, ITEMS / 2) <= 3);
    shop.add(item(0), 7);
    assert.equal(shop.price(item(0)), 7);
  });

  test("are removed once, and only if they were present", () => {
    const shop = open(CountingShop);
    shop.add(item(0), 1);
    for (let i = 0; i < 5000; i++) shop.delete(`absent-${i}`);
    for (let i = 0; i < 3; i++) shop.delete(item(0));
    assert.equal(shop.price(item(0)), undefined);
    for (let i = 1; i < ITEMS; i++) assert.equal(shop.price(item(i)), i);
  });

  test("reach the database until the rebuild, and rarely afterwards", async () => {
    const shop = open(RebuildingShop);
    for (let i = 0; i < ITEMS / 2; i++) shop.delete(item(i));
    assert.equal(ask(shop, 0, ITEMS / 2), ITEMS / 2);
    await shop.rebuild();
    assert.ok(ask(shop, 0, ITEMS / 2) <= 3);
    for (let i = ITEMS / 2; i < ITEMS; i++) assert.equal(shop.price(item(i)), i);
  });

  test("non-members reach the database at the false-positive rate", async () => {
    for (const shop of [open(CountingShop), open(RebuildingShop)]) {
      const { estimatedErrorRate } = BloomFilter.from(
        Array.from({ length: ITEMS }, (_, i) => item(i)),
        sizes,
      ).stats;
      assertWithinFiveSigma(ask(shop, 10_000, 20_000), 10_000, estimatedErrorRate);
    }
  });
});

describe("swapping two filters", () => {
  test("keeps every key added while B is filled", async () => {
    const shop = open(RebuildingShop);
    const ids = shop.goods.ids.bind(shop.goods);
    const late = Array.from({ length: 20 }, (_, i) => `a late one, ${i}`);
    shop.goods.ids = async function* () {
      yield* ids();
      // The query is past these ids: they sort before "item".
      for (const id of late) shop.add(id, 1);
    };
    await shop.rebuild();
    for (const id of late) assert.equal(shop.price(id), 1);
    for (let i = 0; i < ITEMS; i++) assert.equal(shop.price(item(i)), i);
  });

  test("A answers while B is filled", async () => {
    const shop = open(RebuildingShop);
    const a = shop.filter;
    const rebuilt = shop.rebuild();
    assert.equal(shop.filter, a);
    assert.equal(shop.price(item(5)), 5);
    await rebuilt;
    assert.notEqual(shop.filter, a);
    assert.equal(shop.price(item(5)), 5);
  });

  test("a failed rebuild keeps A, and the next rebuild works", async () => {
    const shop = open(RebuildingShop);
    const a = shop.filter;
    const { goods } = shop;
    shop.goods = {
      async *ids() {
        yield [item(0)];
        throw new Error("the database went away");
      },
    };
    await assert.rejects(shop.rebuild(), /went away/);
    assert.equal(shop.filter, a);
    shop.goods = goods;
    await shop.rebuild();
    assert.notEqual(shop.filter, a);
  });

  test("runs at intervals", async () => {
    const shop = open(RebuildingShop);
    const a = shop.filter;
    const stop = shop.rebuildEvery(5, assert.fail);
    while (shop.filter === a) await new Promise(setImmediate);
    stop();
  });
});

describe("messages in flight", () => {
  test("are found until each of them is done", async () => {
    const queue = new OrderQueue(sizes);
    queue.enqueue("a", "ship");
    queue.enqueue("b", "ship");
    queue.enqueue("a", "bill");
    assert.equal(queue.count("a"), 2);
    const handled = [];
    const handle = ({ order, message }) => {
      assert.equal(queue.isInFlight(order), true);
      handled.push(`${order} ${message}`);
    };
    await queue.dequeue(handle);
    assert.deepEqual([queue.isInFlight("a"), queue.count("a"), queue.isInFlight("b")], [true, 1, true]);
    await queue.dequeue(handle);
    await queue.dequeue(handle);
    assert.deepEqual([queue.isInFlight("a"), queue.isInFlight("b")], [false, false]);
    assert.equal(await queue.dequeue(handle), false);
    assert.deepEqual(handled, ["a ship", "b ship", "a bill"]);
  });

  test("stay in flight if handling fails", async () => {
    const queue = new OrderQueue(sizes);
    queue.enqueue("a", "ship");
    await assert.rejects(
      queue.dequeue(() => Promise.reject(new Error("no"))),
      /no/,
    );
    assert.deepEqual([queue.isInFlight("a"), queue.length], [true, 1]);
  });

  test("leave no bits set after they are done", async () => {
    const queue = new OrderQueue(sizes);
    for (let i = 0; i < 20_000; i++) {
      queue.enqueue(`order-${i}`, "ship");
      if (queue.length > 100) await queue.dequeue(() => {});
    }
    while (await queue.dequeue(() => {}));
    for (let i = 0; i < 20_000; i++) assert.equal(queue.isInFlight(`order-${i}`), false);
  });
});

describe("web sharing", () => {
  const page = (url) => `page of ${url}`;
  const make = (machines) => {
    const exchange = new Exchange(sizes, page);
    return { exchange, machines: Array.from({ length: machines }, () => exchange.join(new Map())) };
  };

  test("a shared page comes from a peer, or from the origin once no peer has it", () => {
    const { exchange, machines } = make(3);
    for (const machine of machines) exchange.share(machine, "/a", page("/a"));
    for (const machine of machines) {
      assert.equal(exchange.get("/a"), page("/a"));
      exchange.remove(machine, "/a");
    }
    assert.equal(exchange.get("/a"), page("/a"));
    assert.deepEqual([exchange.from, exchange.inVain], [{ peer: 3, origin: 1 }, 0]);
  });

  test("saturated counters cause a failed request, but the page still arrives", () => {
    const { exchange, machines } = make(20);
    for (const machine of machines) exchange.share(machine, "/a", page("/a"));
    assert.equal(exchange.count("/a"), 15);
    for (const machine of machines) exchange.remove(machine, "/a");
    assert.equal(exchange.get("/a"), page("/a"));
    assert.deepEqual([exchange.from, exchange.inVain], [{ peer: 0, origin: 1 }, 1]);
  });

  test("a false negative after a wrong removal is served by the origin", () => {
    const { exchange, machines } = make(2);
    exchange.share(machines[0], "/a", page("/a"));
    exchange.remove(machines[1], "/a");
    assert.equal(exchange.get("/a"), page("/a"));
    assert.deepEqual([exchange.from, exchange.inVain], [{ peer: 0, origin: 1 }, 0]);
  });

  test("the announced filter answers like the counters", () => {
    const { exchange, machines } = make(1);
    for (let i = 0; i < 100; i++) exchange.share(machines[0], `/${i}`, page(`/${i}`));
    const announced = BloomFilter.fromBase64(exchange.announce());
    for (let i = 0; i < 100; i++) assert.equal(announced.has(`/${i}`), true);
    assert.equal(announced.has("/not shared"), false);
  });
});

test("prints the output in its README", () => printsWhatItsReadmeSays("deleted-goods"));
