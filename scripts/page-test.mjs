// `npm run test:page`: the tests of the demo page one after the other, with pictures of its main states in
// build/pictures, and with the limits on time, which only a machine with nothing else to do can be held to.

import { rmSync } from "node:fs";
import { build } from "./build.mjs";
import { findChromium } from "./programs.mjs";
import { Failure, at, filesBelow, main, run } from "./run.mjs";

const PICTURES = at("build", "pictures");

await main(async () => {
  await build();
  const chromium = findChromium();
  if (!chromium) throw new Failure("Chromium is needed: install it, or set CHROMIUM and CHROMEDRIVER");
  rmSync(PICTURES, { recursive: true, force: true });
  const files = filesBelow("tests/browser").filter((name) => name.endsWith(".test.mjs"));
  run(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=spec", ...files], {
    env: { CHROMIUM: chromium.browser, EDGEBLOOM_NO_BROWSER: "", EDGEBLOOM_PICTURES: PICTURES, EDGEBLOOM_TIMES: "1" },
  });
  console.log(`Pictures of the page are in ${PICTURES}`);
});
