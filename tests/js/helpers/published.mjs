// Published sets for tests. The command line writes them. A test can change the files of the server in memory.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { listen } from "./browser.mjs";
import { CLI, LIMIT, into } from "./command-line.mjs";

/** Keys with these numbers. */
export const keys = (from, to) => Array.from({ length: to - from }, (_, i) => `key-${from + i}.example`);

/** How many of the keys are "maybe" for a filter. */
export const found = (filter, list) => list.reduce((sum, key) => sum + Number(filter.has(key)), 0);

/** A folder for a published set. It is removed after the tests of a file. */
export function useSet() {
  const set = openSet();
  after(() => set.remove());
  return set;
}

/** A folder for a published set. */
export function openSet() {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-published-"));
  const at = (name) => join(folder, name);
  return {
    remove: () => rmSync(folder, { recursive: true, force: true }),
    /** Publishes a list, with `--map list` one of lines with values, and returns the result of `--json`. */
    publish(list, ...args) {
      writeFileSync(at("list"), `${list.join("\n")}\n`);
      const lists = args.includes("--map") ? [] : ["list"];
      const done = spawnSync(
        process.execPath,
        [CLI, "publish", ...args, "--allow-shrink", "--json", ...into("set"), ...lists],
        {
          cwd: folder,
          encoding: "utf8",
          timeout: LIMIT,
        },
      );
      if (done.status !== 0) throw new Error(done.stderr);
      return JSON.parse(done.stdout);
    },
    /** The files by their path in the set. */
    files() {
      const files = new Map([["manifest.json", readFileSync(at("set/manifest.json"))]]);
      for (const name of readdirSync(at("set/files")))
        files.set(`files/${name}`, readFileSync(at(`set/files/${name}`)));
      return files;
    },
  };
}

/** A file server in memory. */
export class Host {
  /** @type {Map<string, Buffer>} */
  files = new Map();
  /** The answers sent: path, status and bytes. */
  sent = [];
  /** Answers in place of the server if it returns true. */
  instead = (_path, _response) => false;
  #server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://host").pathname.slice(1);
    response.setHeader("access-control-allow-origin", "*");
    // The server must not close an idle connection while a busy test is about to use it.
    response.setHeader("connection", "close");
    if (await this.instead(path, response)) return;
    const body = this.files.get(path);
    const etag = body && `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
    const status = !body ? 404 : request.headers["if-none-match"] === etag ? 304 : 200;
    this.sent.push({ path, status, bytes: status === 200 ? body.length : 0 });
    response.writeHead(status, etag && { etag });
    response.end(status === 200 ? body : undefined);
  });

  async start() {
    this.origin = await listen(this.#server);
    this.url = `${this.origin}/manifest.json`;
  }

  /** Returns the answers sent since the last call. */
  take() {
    return this.sent.splice(0);
  }

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A store in memory with a `delete` method. */
export function memoryStore() {
  const entries = new Map();
  return {
    kept: entries,
    get: async (url) => entries.get(url),
    put: async (url, stored) => void entries.set(url, stored),
    delete: async (url) => void entries.delete(url),
  };
}
