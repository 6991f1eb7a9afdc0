// A process that locks a folder again and again, and sometimes dies with the lock: node lock-racer.mjs FOLDER ROUNDS

import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { lockState } from "../../../pkg/cli/publish/lock.js";

const [, , folder, rounds] = process.argv;
const counts = { held: 0, busy: 0, together: 0 };
const say = () => writeSync(1, JSON.stringify(counts));
for (let i = 0; i < Number(rounds); i++) {
  let unlock = () => {};
  try {
    unlock = lockState(folder);
  } catch (error) {
    if (!/another publish is running|keep starting/.test(error.message)) throw error;
    counts.busy++;
    continue;
  }
  counts.held++;
  try {
    closeSync(openSync(`${folder}/held`, "wx"));
  } catch {
    counts.together++;
  }
  for (const end = performance.now() + 20 * Math.random(); performance.now() < end; );
  rmSync(`${folder}/held`, { force: true });
  if (Math.random() < 0.05) {
    say();
    process.kill(process.pid, "SIGKILL");
  }
  unlock();
}
say();
