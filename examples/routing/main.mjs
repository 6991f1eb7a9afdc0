import { broadcast, makeRing } from "./broadcast.mjs";
import { Router, route, send } from "./loops.mjs";
import { makePeers } from "./resources.mjs";

const peers = makePeers(40, 100);
const total = { matching: 0, flood: 0, found: 0 };
for (let i = 0; i < 1000; i++) {
  const [from, song] = [peers[(i * 7) % 40], `song-${i % 40}-${i % 100}`];
  const { found, messages } = from.find(song);
  total.found += found.length;
  total.matching += messages;
  total.flood += from.find(song, { flood: true }).messages;
}
console.log(`1000 songs among 40 peers: ${total.found} found`);
console.log(`  ${total.matching} messages along the links that match, ${total.flood} along all`);

const nodes = makeRing(30);
for (let i = 0; i < 2000; i++) broadcast(nodes[i % 30], `10.0.${i >> 8}.${i & 255}`);
const sum = (what) => nodes.reduce((count, node) => count + node[what], 0);
console.log(`2000 broadcasts among 30 nodes: ${sum("received")} messages,` + ` ${sum("delivered")} of 60000 delivered`);

const routers = Array.from({ length: 16 }, (_, i) => new Router(`router-${i}`));
const last = "router-15";
route(routers, last);
console.log("a straight route:", send(routers[0], last));
routers[9].routes.set(last, routers[4]);
console.log("9 sends back to 4:", send(routers[0], last));
