// Finds programs that npm does not have. If one is missing and apt is available, its Debian packages are installed.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, at } from "./run.mjs";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const CHROMEDRIVER = ["/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver"];
const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const WEBKIT = ["x86_64", "aarch64"].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);

/**
 * The first path that exists. A variable of the environment comes first.
 * @param {string} variable
 * @param {string[]} paths
 */
const first = (variable, paths) => [process.env[variable], ...paths].find((path) => path && existsSync(path));

/**
 * Warns about a missing program. With CI=true it is a failure, unless CI may run without it.
 * @param {string} sentence
 * @param {boolean} [alsoInCi]
 */
export function leaveOut(sentence, alsoInCi = false) {
  if (process.env.CI === "true" && !alsoInCi) throw new Failure(sentence);
  console.warn(`\n${"!".repeat(78)}\n${sentence}\n${"!".repeat(78)}\n`);
  return sentence;
}

/**
 * The result of `find`. If there is none, `find` runs again after apt has installed the packages.
 * @template T
 * @param {() => T} find
 * @param {string[]} packages
 * @returns {T}
 */
export function findOrInstall(find, ...packages) {
  const found = find();
  if (found || !existsSync("/usr/bin/apt-get")) return found;
  console.log(`Installing by apt-get: ${packages.join(", ")}.`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  for (const command of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const args = [...sudo, "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300", ...command];
    spawnSync(args[0], args.slice(1), { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  }
  return find();
}

/**
 * True if a command can be started.
 * @param {string} command
 * @param {string[]} args
 */
export const isThere = (command, ...args) => spawnSync(command, args).status === 0;

/** `{ browser, driver }`, or undefined if it is not available. */
export function findChromium() {
  const find = () => {
    const [browser, driver] = [first("CHROMIUM", CHROMIUM), first("CHROMEDRIVER", CHROMEDRIVER)];
    return browser && driver ? { browser, driver } : undefined;
  };
  return findOrInstall(find, "chromium", "chromium-driver");
}

export const findFirefox = () => first("FIREFOX", FIREFOX);

/** WebKitGTK's driver, its browser and the display that it needs; undefined if one of them is missing. */
export function findWebKit() {
  const driver = first("WEBKIT_DRIVER", ["/usr/bin/WebKitWebDriver"]);
  const [browser, xvfb] = [first("WEBKIT_BROWSER", WEBKIT), first("XVFB", ["/usr/bin/Xvfb"])];
  return driver && browser && xvfb ? { driver, browser, xvfb } : undefined;
}

/** Firefox and WebKit. They are used if they exist, and installed only on request. */
export function bringBrowsers() {
  findOrInstall(findFirefox, "firefox-esr");
  findOrInstall(findWebKit, "webkit2gtk-driver", "xvfb", "xauth");
}

/** The tested shells that are not available. */
export function withoutShells() {
  const missing = () => ["bash", "fish", "zsh"].filter((shell) => !isThere(shell, "-c", "true"));
  if (process.platform === "win32") return [];
  findOrInstall(() => !missing().length, ...missing());
  return missing();
}

/**
 * A free port of 127.0.0.1, for servers that cannot choose one themselves.
 * @returns {Promise<number>}
 */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/** The command that starts Redis, or undefined if it is not available. */
export function redisServer() {
  const isHere = () => isThere("redis-server", "--version");
  return process.env.REDIS_SERVER ?? (findOrInstall(isHere, "redis-server") ? "redis-server" : undefined);
}

/**
 * For `skip`: false if Redis is available, otherwise the reason.
 * @param {string} what
 */
export const withoutRedis = (what) =>
  !redisServer() && leaveOut(`NO REDIS: ${what} left out. Install redis-server, or set REDIS_SERVER.`);

/**
 * A Python with PySpark and the packages for its DataFrames, and the command that submits jobs; undefined if they or Java are missing.
 * @returns {{ python: string, submit: string } | undefined}
 */
export function findSpark() {
  if (!isThere("java", "-version")) return undefined;
  const program = "import os, pandas, pyarrow, pyspark; print(os.path.dirname(pyspark.__file__))";
  for (const python of [process.env.PYTHON || "python3", "python3", at("target/spark/bin/python")]) {
    const { status, stdout } = spawnSync(python, ["-c", program], { encoding: "utf8" });
    if (status === 0) return { python, submit: join(stdout.trim(), "bin/spark-submit") };
  }
  return undefined;
}

/**
 * For `skip`: false if Spark is available, otherwise the reason.
 * @param {string} what
 */
export const withoutSpark = (what) =>
  !findSpark() &&
  leaveOut(
    `NO SPARK: ${what} left out. Install Java and pip install "pyspark[sql]" "pandas<3", and let PYTHON name that Python.`,
    // Half a gigabyte from another registry, which not every machine can reach.
    true,
  );

/**
 * Starts a new Redis on a free port of 127.0.0.1, without persistence and configuration file, and waits until it answers.
 * @param {string[]} [more] arguments
 * @returns {Promise<{ port: number, url: string, stop: () => Promise<void> }>}
 */
export async function startRedis(more = [], attempts = 3) {
  const program = redisServer();
  if (!program) throw new Error("redis-server: not found. Install it, or set REDIS_SERVER to its path.");
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-redis-"));
  const port = await freePort();
  const own = ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder, ...more];
  const child = spawn(program, own.map(String), { stdio: ["ignore", "pipe", "inherit"] });
  // If stop() is never called, or the process is interrupted, the server still ends.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let output = "";
  const isReady = new Promise((resolve) =>
    child.stdout.on("data", (text) => (output += text).includes("eady to accept connections") && resolve(true)),
  );
  const end = new Promise((resolve) =>
    child.once("error", (error) => resolve((output += error))).once("exit", resolve),
  );
  const stop = async () => {
    child.kill("SIGTERM");
    await end;
    process.off("exit", kill);
    rmSync(folder, { recursive: true, force: true });
  };
  if (await Promise.race([isReady, end.then(() => false)])) return { port, url: `redis://127.0.0.1:${port}`, stop };
  await stop();
  // Another process may have taken the port in the meantime.
  if (attempts > 1) return startRedis(more, attempts - 1);
  throw new Error(`redis-server did not start on port ${port}:\n${output}`);
}
