// The machine of a run.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { arch, cpus, platform, totalmem } from "node:os";
import { join } from "node:path";
import { at, run } from "../scripts/run.mjs";
import { installed, versionOf } from "../tests/packaging/tools.mjs";

const CACHES = "/sys/devices/system/cpu/cpu0/cache";

/** The caches for data that one core has, in bytes, from the nearest; none if the system does not report them. */
function caches() {
  if (!existsSync(CACHES)) return [];
  const read = (/** @type {string} */ index, /** @type {string} */ name) =>
    readFileSync(join(CACHES, index, name), "utf8").trim();
  return readdirSync(CACHES)
    .filter((index) => index.startsWith("index") && read(index, "type") !== "Instruction")
    .map((index) => {
      const size = read(index, "size");
      const unit = size.endsWith("K") ? 1024 : size.endsWith("M") ? 1024 ** 2 : 1;
      return { level: Number(read(index, "level")), bytes: parseInt(size, 10) * unit };
    })
    .sort((a, b) => a.level - b.level);
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {string}
 */
const manifest = (folder, name) =>
  JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;

/** @param {Record<string, string>} engines their versions */
export function machine(engines) {
  const peers = installed("peers");
  const crates = readFileSync(at("benches/native/Cargo.lock"), "utf8");
  const crate = (/** @type {string} */ name) =>
    crates.match(new RegExp(`name = "${name}"\nversion = "(.+)"`))?.[1] ?? "of no known version";
  return {
    cpu: cpus()[0].model.trim(),
    cores: cpus().length,
    memory: totalmem(),
    system: `${platform()} ${arch()}`,
    caches: caches(),
    engines: { ...engines, workerd: `miniflare ${versionOf("miniflare")}` },
    rustc: run("rustc", ["--version"], { quiet: true }).stdout.trim().replace("rustc ", ""),
    packages: {
      edgebloom: manifest(at(), "edgebloom"),
      ...Object.fromEntries(
        ["bloomfilter", "bloom-filters", "@pacote/bloom-filter", "mnemonist"].map((name) => [
          name,
          manifest(peers, name),
        ]),
      ),
    },
    crates: Object.fromEntries(
      ["fastbloom", "bloomfilter", "sbbf-rs", "ahash", "foldhash", "rapidhash", "gxhash"].map((name) => [
        name,
        crate(name),
      ]),
    ),
  };
}
