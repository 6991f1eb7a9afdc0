// Days of a list for the tests of the action: each runs action.yml on a new machine. And clients, which read the host over HTTP.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize, relative } from "node:path";
import { after, afterEach, before, beforeEach } from "node:test";
import { domain } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";
import { listen } from "../helpers/browser.mjs";
import { Runner } from "./composite.mjs";

export const domains = (from, to) => Array.from({ length: to - from }, (_, i) => `host-${from + i}.example`);
export const lines = (list) => `${list.join("\n")}\n`;
export const DAY_1 = domains(0, 2000);
/** 10 removed, 30 added. */
export const DAY_2 = domains(10, 2030);
export const DAY_3 = domains(20, 2050);

export const RCLONE = {
  list: "domains.txt",
  keys: "domain",
  "error-rate": "0.001",
  upload: "rclone",
  target: "r2:lists/blocked",
};
export const WRANGLER = { ...RCLONE, upload: "wrangler", target: "lists/blocked" };
/** Where both put the set. */
export const SET = "host/r2/lists/blocked";

/** A runner for each test of a file, and a web server for its folders. */
export function useDays() {
  /** @type {Runner} */
  let runner;
  let origin = "";
  const server = createServer((request, response) => serve(runner.at(), request, response));
  before(async () => {
    origin = await listen(server);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    runner = new Runner();
  });
  afterEach(() => runner.remove());

  /** Runs the action on a new machine with the list of a day. */
  async function day(list, inputs = RCLONE) {
    runner.fresh();
    runner.put("domains.txt", Array.isArray(list) ? lines(list) : list);
    const result = await runner.run(inputs);
    const errors = result.log.split("\n").filter((line) => line.startsWith("::error"));
    return { ...result, errors, host: runner.take().map((line) => line.replace(/[0-9a-f]{64}/, "HASH")) };
  }

  /** A client without a store, which fetches only on request. */
  const clientOf = (options) =>
    new LiveFilter(`${origin}/set/manifest.json`, { keys: domain, store: null, refreshEvery: Infinity, ...options });

  /** A client whose requests go to a folder. */
  const clientIn = (folder) =>
    clientOf({
      fetch: (url, init) => fetch(`${origin}/${folder()}${new URL(url).pathname.slice("/set".length)}`, init),
    });

  /** Fails unless a client finds all keys of a list. */
  function finds(client, list) {
    assert.equal(client.error, undefined);
    for (const key of list) assert.ok(client.has(key), key);
  }

  return {
    get runner() {
      return runner;
    },
    get origin() {
      return origin;
    },
    day,
    async goodDay(list, inputs) {
      const result = await day(list, inputs);
      assert.ok(result.ok, result.log);
      return result;
    },
    /** Fails unless a new client finds a list in a folder. Returns the sequence number that it has. */
    async seen(list, folder = SET) {
      const client = await clientIn(() => folder).ready();
      finds(client, list);
      client.stop();
      return client.current.sequence;
    },
    /**
     * Fails unless, after each file that was put or deleted, both a new client and one that follows from the beginning found the list of the day.
     * @param {string[][]} lists by sequence number
     */
    async seenAlways(lists) {
      let folder = "";
      const follower = clientIn(() => folder);
      for (const name of readdirSync(runner.at("snapshots")).sort()) {
        folder = `snapshots/${name}/${SET.slice("host/".length)}`;
        if (!existsSync(runner.at(folder, "manifest.json"))) continue;
        const { sequence } = JSON.parse(readFileSync(runner.at(folder, "manifest.json"), "utf8"));
        await (follower.current ? follower.refresh() : follower.ready());
        const newcomer = await clientIn(() => folder).ready();
        for (const client of [follower, newcomer]) {
          finds(client, lists[sequence]);
          assert.equal(client.current.sequence, sequence);
        }
        newcomer.stop();
      }
      assert.ok(follower.current);
      follower.stop();
    },
    /** The bytes of a folder, by name. */
    bytesOf: (folder) =>
      Object.fromEntries(filesIn(runner.at(folder)).map((name) => [name, hash(readFileSync(runner.at(folder, name)))])),
    /** Removes the entries of the cache, from a number on. */
    loseCache: (from = 0) => runner.loseCache(from),
  };
}

const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Every file below a folder, sorted. */
export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();

/** Answers a request with a file of a folder. */
function serve(folder, request, response) {
  response.setHeader("connection", "close");
  const path = join(folder, normalize(new URL(request.url, "http://host").pathname));
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) response.writeHead(404).end();
  else createReadStream(path).pipe(response);
}
