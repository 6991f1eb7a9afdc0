// A crawl of a real site with cycles.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { canonical, crawl } from "../../../examples/crawler/crawler.mjs";
import { startSite } from "../../../examples/crawler/site.mjs";
import { printsWhatItsReadmeSays } from "./run-main.mjs";

let site;
before(async () => (site = await startSite(400)));
after(() => site.stop());

test("fetches every page exactly once, even with cycles", async () => {
  site.requests.clear();
  const { pages, skipped, estimatedErrorRate } = await crawl(site.url, {
    capacity: 1000,
    errorRate: 0.0001,
  });
  assert.equal(new Set(pages).size, 400);
  assert.equal(pages.length, 400);
  assert.deepEqual([...site.requests.values()], Array(400).fill(1));
  assert.ok(skipped > 1000, `${skipped}`);
  assert.ok(estimatedErrorRate < 0.0001);
});

test("a filter that is too small skips pages but repeats no request", async () => {
  site.requests.clear();
  const { pages } = await crawl(site.url, { capacity: 50, errorRate: 0.05 });
  assert.ok(pages.length > 50 && pages.length < 400, `${pages.length}`);
  assert.deepEqual([...site.requests.values()], Array(pages.length).fill(1));
});

test("two spellings of an address count as one", () => {
  const base = "http://site.example/a/b";
  for (const href of ["../a/c?y=2&x=1#top", "HTTP://SITE.example:80/a/c?x=1&y=2", "/a/./c?x=1&y=2"]) {
    assert.equal(canonical(href, base).href, "http://site.example/a/c?x=1&y=2");
  }
  assert.equal(canonical("http://:0:0/", base), undefined);
});

test("prints the output in its README", () => printsWhatItsReadmeSays("crawler"));
