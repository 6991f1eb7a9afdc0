// A worker for the tests: the filter of the example, from the same text, asked for a line at a time
// by the thousand. The allow-list is left out, so that it answers what the filter says.

import { BloomFilter } from "edgebloom";
import blockedText from "../../../examples/edge-worker/build/blocked.txt";
import { canonicalDomain } from "../../../examples/edge-worker/src/domain.js";

const blocked = BloomFilter.fromBase64(blockedText);

export default {
  async fetch(request) {
    const domains = (await request.text()).split("\n").map((domain) => canonicalDomain(domain) ?? "not.a.domain");
    return new Response(blocked.hasLines(domains.join("\n")));
  },
};
