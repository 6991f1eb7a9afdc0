import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OrderQueue } from "./queue.mjs";
import { Exchange } from "./sharing.mjs";
import { CountingShop, Goods, RebuildingShop } from "./shop.mjs";

const folder = mkdtempSync(join(tmpdir(), "edgebloom-shop-"));
const sizes = { capacity: 2000, errorRate: 0.01 };

for (const Shop of [CountingShop, RebuildingShop]) {
  const goods = new Goods(join(folder, `${Shop.name}.db`));
  const shop = new Shop(goods, sizes);
  for (let i = 0; i < 2000; i++) shop.add(`item-${i}`, i);
  for (let i = 0; i < 1000; i++) shop.delete(`item-${i}`);
  const queriesForDeleted = () => {
    const before = goods.queries;
    for (let i = 0; i < 1000; i++) shop.price(`item-${i}`);
    return goods.queries - before;
  };
  console.log(`${Shop.name}: of 1000 deleted items ${queriesForDeleted()} reach the database`);
  if (shop.rebuild) {
    await shop.rebuild();
    console.log(`  after the rebuild: ${queriesForDeleted()}`);
  }
  goods.close();
}

const queue = new OrderQueue(sizes);
queue.enqueue("order-1", "ship");
queue.enqueue("order-1", "bill");
for (let left = 2; left >= 0; left--) {
  console.log(`order-1 with ${left} messages: ${queue.isInFlight("order-1") ? "in flight" : "not in flight"}`);
  await queue.dequeue(() => {});
}

const exchange = new Exchange(sizes, (url) => `page of ${url}`);
const machines = Array.from({ length: 20 }, () => exchange.join(new Map()));
for (const machine of machines) exchange.share(machine, "/popular", "page of /popular");
console.log(`/popular is shared by 20 machines, the counter says ${exchange.count("/popular")}`);
for (const machine of machines) exchange.remove(machine, "/popular");
console.log(`removed by all: ${exchange.get("/popular")}, requested in vain: ${exchange.inVain}`);
rmSync(folder, { recursive: true });
