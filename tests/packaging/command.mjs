// Runs commands of other tools for tests: with a time limit, without telemetry, and with their output if they fail.

import { spawn } from "node:child_process";

const QUIET = {
  NO_COLOR: "1",
  DO_NOT_TRACK: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  DENO_NO_UPDATE_CHECK: "1",
  NO_UPDATE_NOTIFIER: "1",
  BROWSERSLIST_IGNORE_OLD_DATA: "1",
};
const ADDRESS = /\bhttps?:\/\/(?:localhost|127\.0\.0\.1):[1-9]\d*/;

/** @typedef {{ cwd?: string, env?: Record<string, string>, seconds?: number }} Options */

/**
 * Functions that kill the running commands, for when the tests end early.
 * @type {Set<() => void>}
 */
const kills = new Set();
const killAll = () => kills.forEach((kill) => kill());

function onEarlyEnd() {
  process.once("exit", killAll);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => {
      killAll();
      process.kill(process.pid, signal);
    });
  }
}

/**
 * Starts a command in its own process group, so that its child processes can be ended with it.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options] kills the command after `seconds`; without them there is no limit
 * @returns `out` is the standard output, `all` includes the errors, `end` resolves to the exit code, a signal or a sentence
 */
export function start(command, args, { cwd, env, seconds } = {}) {
  const grouped = process.platform !== "win32";
  const child = spawn(command, args, {
    cwd,
    // Otherwise a test runner started here would report its results to the outer one.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...QUIET, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    shell: command.endsWith(".cmd"),
    detached: grouped,
  });
  const kill = () => {
    try {
      if (grouped && child.pid) process.kill(-child.pid, "SIGKILL");
      else child.kill("SIGKILL");
    } catch {
      // It has ended or has never started.
    }
  };
  /** @type {Promise<number | string | null>} */
  const closed = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  const running = {
    child,
    out: "",
    all: "",
    late: false,
    /** @type {Promise<number | string | null>} */
    end: closed,
    stop: async () => {
      kill();
      await running.end;
    },
    failure: (/** @type {unknown} */ end) =>
      new Error(`${command} ${args.join(" ")} ended with ${end}:\n${running.all}`),
  };
  const timer = seconds && setTimeout(() => (running.late = true) && kill(), seconds * 1000);
  if (!process.listeners("exit").includes(killAll)) onEarlyEnd();
  kills.add(kill);
  child.stdout.on("data", (text) => ((running.out += text), (running.all += text)));
  child.stderr.on("data", (text) => (running.all += text));
  running.end = closed.then((end) => {
    clearTimeout(timer);
    // End child processes that are still running.
    kill();
    kills.delete(kill);
    return running.late ? `nothing after ${seconds} s` : end;
  });
  return running;
}

/**
 * The output of a command. Rejects if it fails or takes too long.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} options the default of `seconds` is 60
 * @returns {Promise<string>}
 */
export async function printed(command, args, { seconds = 60, ...options }) {
  const running = start(command, args, { ...options, seconds });
  const end = await running.end;
  if (end !== 0) throw running.failure(end);
  return running.out;
}

/**
 * Starts a server and waits for the address that it prints.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} options
 * @returns {Promise<{ url: string, said: () => string, stop: () => Promise<void> }>}
 */
export async function served(command, args, { seconds = 60, ...options }) {
  const running = start(command, args, options);
  const address = new Promise((resolve) => {
    running.child.stdout.on("data", () => {
      const [url] = running.out.match(ADDRESS) ?? [];
      if (url) resolve({ url, said: () => running.all, stop: running.stop });
    });
  });
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, seconds * 1000, `no address after ${seconds} s`)));
  const first = await Promise.race([address, running.end, late]);
  clearTimeout(timer);
  if (typeof first === "object" && first?.url) return first;
  await running.stop();
  throw running.failure(first);
}

/**
 * Runs a server during `use`. If `use` fails, the error includes the output of the server.
 * @template T
 * @param {string} command
 * @param {string[]} args
 * @param {Options} options
 * @param {(url: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function whileServed(command, args, options, use) {
  const server = await served(command, args, options);
  try {
    return await use(server.url);
  } catch (error) {
    throw new Error(`${/** @type {Error} */ (error).message}\n${server.said()}`);
  } finally {
    await server.stop();
  }
}
