// A worker with a sharded set, for tests/js/live/sharded-workerd.test.mjs.

import { ShardedFilter, cacheStore } from "edgebloom/live";

/** One ShardedFilter for each address and store, shared by all requests. */
const filters = new Map();

export default {
  async fetch(request, _env, ctx) {
    const { manifest, store, key, keys } = Object.fromEntries(new URL(request.url).searchParams);
    const id = `${manifest} ${store}`;
    if (!filters.has(id)) {
      const options = { refreshEvery: 1000, retryAfter: 1, store: store === "cache" ? cacheStore("sets") : null };
      filters.set(id, new ShardedFilter(manifest, options));
    }
    const filter = filters.get(id);
    try {
      const answers = keys ? [...(await filter.hasMany(keys.split(",")))] : [Number(await filter.has(key))];
      ctx.waitUntil(filter.refreshIfDue());
      return Response.json({ answers, sequence: filter.sequence, ...filter.stats });
    } catch (error) {
      return Response.json({ code: error.code, message: error.message });
    }
  },
};
