import { Proxy, startOrigin } from "./proxy.mjs";

for (const fold of [false, true]) {
  const origin = await startOrigin();
  const make = () => new Proxy({ origin: origin.url, fold }).start();
  const proxies = await Promise.all([make(), make(), make()]);
  for (const [i, proxy] of proxies.entries()) {
    for (let page = 0; page < 500; page++) await proxy.get(`/${"abc"[i]}/${page}`);
  }
  for (const proxy of proxies) await proxy.exchange(proxies.filter((other) => other !== proxy));

  const before = origin.requests;
  const [a] = proxies;
  for (let page = 0; page < 500; page++) await a.get(`/b/${page}`);
  for (let page = 0; page < 500; page++) await a.get(`/nowhere/${page}`);

  const bytes = proxies.reduce((sum, { sent }) => sum + sent.bytes, 0);
  console.log(`${fold ? "folded" : "not folded"}: 6 filters of 500 pages each took ${bytes} bytes`);
  console.log(`  500 pages that b has: ${a.fetched.peer} from b`);
  console.log(
    `  500 pages that no peer has: ${origin.requests - before} from the origin,` + ` in vain at a peer: ${a.inVain}`,
  );
  await Promise.all([origin, ...proxies].map((server) => server.stop()));
}
