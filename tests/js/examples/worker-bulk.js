// A worker for the tests: the list of the example, from the same bucket, queried for thousands of lines at once. It has
// no allow-list, so it gives the answers of the published set.

import { blockedDomains } from "../../../examples/edge-worker/src/blocked.js";

export default {
  async fetch(request, env) {
    const blocked = await blockedDomains(env).ready();
    return new Response(blocked.hasMany((await request.text()).split("\n")));
  },
};
