// A million random sequences of work against the naive model: about nine minutes.

import { main, run } from "./run.mjs";

await main(() => {
  run("cargo", ["test", "--locked", "--release", "--test", "sequences", "--", "--nocapture"], {
    env: { EDGEBLOOM_SEQUENCES: process.argv[2] ?? "1000000" },
  });
});
