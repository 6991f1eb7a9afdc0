// A worker for the tests: the list of the example, from the same bucket, queried for thousands of domains at once. It has
// no allow-list, so it gives the answers of the published set.

import { keysOf } from "../../../examples/edge-worker/src/domain.js";
import { blockedDomains } from "../../../examples/edge-worker/src/blocked.js";

export default {
  async fetch(request, env) {
    const blocked = await blockedDomains(env).ready();
    const has = (domain) => Number(keysOf(`a@${domain}`).keys.some((key) => blocked.has(key)));
    return new Response(Uint8Array.from((await request.text()).split("\n"), has));
  },
};
