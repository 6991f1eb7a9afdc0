// Filters on links, in nodes and in packets. Names are fixed, so every run gives the same counts.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { broadcast, makeRing } from "../../../examples/routing/broadcast.mjs";
import { Router, route, send } from "../../../examples/routing/loops.mjs";
import { makePeers } from "../../../examples/routing/resources.mjs";
import { assertWithinFiveSigma, printsWhatItsReadmeSays } from "./run-main.mjs";

describe("a filter for each link", () => {
  const peers = makePeers(40, 100);

  test("finds every resource from every node with fewer messages", () => {
    let matching = 0;
    let flood = 0;
    for (const [i, owner] of peers.entries()) {
      for (const from of peers) {
        const answer = from.find(`song-${i}-7`);
        assert.deepEqual(answer.found, [owner]);
        matching += answer.messages;
        flood += from.find(`song-${i}-7`, { flood: true }).messages;
      }
    }
    assert.equal(flood, 40 * 40 * 39);
    assert.ok(matching * 8 < flood, `${matching}`);
    const shortest = peers.reduce((sum, from) => sum + distances(from).reduce((a, b) => a + b), 0);
    assert.ok(matching >= shortest);
    assert.ok(matching < shortest * 1.1, `${matching}, shortest ${shortest}`);
  });

  test("sends few messages for resources that no node has", () => {
    let messages = 0;
    for (let i = 0; i < 1000; i++) messages += peers[i % 40].find(`absent-${i}`).messages;
    assert.ok(messages < 60, `${messages}`);
  });

  test("finds resources that are shared later", () => {
    peers[39].share("new");
    assert.deepEqual(peers[0].find("new").found, [peers[39]]);
  });

  function distances(start) {
    const far = new Map([[start, 0]]);
    for (const [peer, hops] of far) {
      for (const next of peer.links.keys()) if (!far.has(next)) far.set(next, hops + 1);
    }
    return [...far.values()];
  }
});

describe("a filter for senders", () => {
  const ip = (i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;
  const sum = (nodes, what) => nodes.reduce((count, node) => count + node[what], 0);

  test("a broadcast reaches every node once and ends", () => {
    const nodes = makeRing(30);
    broadcast(nodes[3], ip(1));
    assert.deepEqual(
      nodes.map(({ delivered }) => delivered),
      Array(30).fill(1),
    );
    // Each node passes the message to its four neighbours once.
    assert.equal(sum(nodes, "received"), 1 + 30 * 4);
    broadcast(nodes[8], ip(1));
    assert.equal(sum(nodes, "delivered"), 30);
  });

  test("at full load each node loses about its false positives", () => {
    const nodes = makeRing(30);
    let worst = 30;
    for (let i = 0; i < 2000; i++) {
      const before = sum(nodes, "delivered");
      broadcast(nodes[i % 30], ip(i));
      worst = Math.min(worst, sum(nodes, "delivered") - before);
    }
    const lost = 2000 * 30 - sum(nodes, "delivered");
    assert.ok(lost <= 30, `${lost}`);
    assert.ok(worst >= 28, `${worst}`);
  });

  test("an overfull node clears its filter instead of dropping everything", () => {
    const nodes = makeRing(30, { capacity: 256, errorRate: 0.01 });
    for (let i = 0; i < 3000; i++) broadcast(nodes[i % 30], ip(i));
    assert.ok(sum(nodes, "delivered") > 0.97 * 3000 * 30, `${sum(nodes, "delivered")}`);
  });
});

describe("a filter in the packet", () => {
  const routers = Array.from({ length: 2000 }, (_, i) => new Router(`router-${i}`));

  test("the first router visited twice detects the loop", () => {
    for (let i = 0; i < 1000; i++) {
      const way = Array.from({ length: 10 }, (_, hop) => routers[(i + hop * 37) % 2000]);
      const back = way[i % 9];
      route([...way, back], "nowhere");
      const { end, hops } = send(way[0], "nowhere");
      assert.equal(end, "loop");
      // A false positive may stop the packet earlier; it never goes on.
      assert.ok(hops <= 10);
      for (const router of way) router.routes.clear();
    }
  });

  test("stops about one in 1,500 loop-free routes of 12 routers", () => {
    let rate = 0;
    for (let before = 1; before < 12; before++) rate += (1 - Math.exp((-5 * before) / 256)) ** 5;
    let state = 1;
    const random = (below) => (state = (state * 48_271) % 2_147_483_647) % below;
    let stopped = 0;
    const ways = 40_000;
    for (let i = 0; i < ways; i++) {
      const way = new Set();
      while (way.size < 12) way.add(routers[random(2000)]);
      const last = [...way].at(-1);
      route([...way], last.id);
      const { end, hops } = send([...way][0], last.id);
      if (end === "loop") stopped++;
      else assert.deepEqual([end, hops], ["arrived", 11]);
      for (const router of way) router.routes.clear();
    }
    assertWithinFiveSigma(stopped, ways, rate);
    assert.ok(stopped > 0);
  });

  test("a packet without a route ends", () => {
    assert.deepEqual(send(new Router("lonely"), "far"), { end: "no route", hops: 1 });
  });
});

test("prints the output in its README", () => printsWhatItsReadmeSays("routing"));
