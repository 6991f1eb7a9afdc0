// A worker with a LiveFilter, for tests/js/live/places.slow.test.mjs.

import { LiveFilter, cacheStore, kvStore } from "edgebloom/live";

/** One LiveFilter for each address and store, shared by all requests. */
const filters = new Map();

export default {
  async fetch(request, env, ctx) {
    const { list, store, every, retry, stop } = Object.fromEntries(new URL(request.url).searchParams);
    const id = `${list} ${store}`;
    const never = () => new Promise(() => {});
    const stores = {
      kv: () => kvStore(env.FILTERS),
      cache: () => cacheStore("lists"),
      usual: () => undefined,
      hanging: () => ({ get: never, put: never }),
    };
    const options = { refreshEvery: Number(every), retryAfter: Number(retry), store: stores[store]() };
    if (!filters.has(id)) filters.set(id, new LiveFilter(list, options));
    const live = filters.get(id);
    if (stop) {
      live.stop();
      return Response.json({ stopped: true });
    }
    try {
      await live.ready();
    } catch (error) {
      return Response.json({ code: error.code, message: error.message, failures: live.failures });
    }
    ctx.waitUntil(live.refreshIfDue());
    const { version, failures, age } = live;
    return Response.json({ answers: [live.has("a"), live.has("b")], version, failures, aged: age >= 0 });
  },
};
