// A worker for the tests: the list of the example, from the same bucket, asked for a line at a time by the
// thousand. The allow-list is left out, so that it answers what the published set says.

import { blockedDomains } from "../../../examples/edge-worker/src/blocked.js";

export default {
  async fetch(request, env) {
    const blocked = await blockedDomains(env).ready();
    return new Response(blocked.hasMany((await request.text()).split("\n")));
  },
};
