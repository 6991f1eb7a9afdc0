// Debian's packages, where apt is there to bring them.

import { existsSync } from "node:fs";
import { run } from "./run.mjs";

/**
 * True if apt has installed all of them.
 * @param {string} why a sentence for who watches
 * @param {string[]} packages
 */
export function aptInstall(why, packages) {
  if (!existsSync("/usr/bin/apt-get")) return false;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, "apt-get", "-o", "DPkg::Lock::Timeout=300", ...args];
    try {
      return run(command, rest, { mayFail: true, env: { DEBIAN_FRONTEND: "noninteractive" } }).status === 0;
    } catch {
      return false;
    }
  };
  console.log(why);
  return apt("update", "-qq") && apt("install", "-y", "-qq", "--no-install-recommends", ...packages);
}
