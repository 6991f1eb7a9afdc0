// Finds a Redis server, or brings Debian's where apt is there to do it, and starts it for an
// example or a test.

import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { aptInstall } from "./apt.mjs";
import { freePort } from "./free-port.mjs";

const PATIENCE = 10_000;

/** The path of redis-server, or undefined where there is none and none can be had. */
export function redisServer() {
  const why = "No Redis here: installing Debian's (redis-server).";
  return find() ?? (aptInstall(why, ["redis-server"]) ? find() : undefined);
}

/**
 * For `skip`: false where there is a Redis, else the reason, loud.
 * @param {string} what is left out
 * @throws with CI=true, where leaving out is a failure
 */
export function withoutRedis(what) {
  if (redisServer()) return false;
  const sentence = `NO REDIS: ${what} left out. Install redis-server, or set REDIS_SERVER.`;
  if (process.env.CI === "true") throw new Error(sentence);
  console.warn(`\n${"!".repeat(78)}\n${sentence}\n${"!".repeat(78)}\n`);
  return sentence;
}

/**
 * Starts a Redis of its own on a free port of 127.0.0.1, which keeps nothing and reads no
 * configuration, and waits until it answers.
 * @returns {Promise<{ port: number, url: string, stop: () => Promise<void> }>}
 */
export async function startRedis() {
  const server = redisServer();
  if (!server) throw new Error("redis-server: not found. Install it, or set REDIS_SERVER to its path.");
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-redis-"));
  try {
    // Between finding a port and binding it somebody else may take it.
    for (let attempt = 1; ; attempt++) {
      try {
        return await startOn(await freePort(), server, folder);
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function find() {
  if (process.env.REDIS_SERVER) return process.env.REDIS_SERVER;
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, "redis-server")).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function startOn(port, server, folder) {
  const own = ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder];
  const child = spawn(server, own.map(String), { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  let ended = false;
  const end = new Promise((resolve) => {
    child.once("error", (error) => resolve((said += error.message)));
    child.once("exit", resolve);
  }).then(() => (ended = true));
  // Whoever forgets stop(), or is interrupted, leaves no server behind.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);

  const stop = async () => {
    process.off("exit", kill);
    if (!ended) child.kill("SIGTERM");
    const timer = setTimeout(kill, PATIENCE);
    await end;
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
  };

  for (const started = performance.now(); !ended; await sleep(20)) {
    if ((await answers(port)) && !ended) return { port, url: `redis://127.0.0.1:${port}`, stop };
    if (performance.now() - started > PATIENCE) child.kill("SIGKILL");
  }
  process.off("exit", kill);
  throw new Error(`redis-server did not start on port ${port}:\n${said}`);
}

/** True if a Redis says PONG there. */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    const done = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("data", (data) => done(data.toString().startsWith("+PONG")));
    socket.once("error", () => done(false));
    socket.setTimeout(1000, () => done(false));
  });
}
