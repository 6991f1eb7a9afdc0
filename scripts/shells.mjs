// The shells whose completion is tested.

import { spawnSync } from "node:child_process";
import { aptInstall } from "./apt.mjs";

const missing = () => ["bash", "fish", "zsh"].filter((shell) => spawnSync(shell, ["-c", "true"]).status !== 0);

/** Brings those that are missing where apt is there to do it; the names of those that still are. */
export function withoutShells() {
  const wanted = process.platform === "win32" ? [] : missing();
  if (!wanted.length) return [];
  aptInstall(`No ${wanted.join(", no ")} here: installing Debian's.`, wanted);
  return missing();
}
