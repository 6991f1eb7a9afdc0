// A worker that creates filters, drops or frees them, and reports the memory of its module.

import { BloomFilter } from "edgebloom";
import { engine } from "../../pkg/api/own-engine.js";

export default {
  fetch(request) {
    const { searchParams } = new URL(request.url);
    for (let i = 0; i < Number(searchParams.get("filters")); i++) {
      const filter = new BloomFilter({ capacity: 10_000, errorRate: 0.01 });
      if (searchParams.has("free")) filter.free();
    }
    return Response.json({
      registry: typeof globalThis.FinalizationRegistry,
      bytes: engine().memory.buffer.byteLength,
    });
  },
};
