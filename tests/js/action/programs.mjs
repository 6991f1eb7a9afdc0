// `npx` and `rclone` for the tests of the action. `npx edgebloom` is the command line of this repository. rclone and wrangler write into the folder
// `host`. They log each file, and after each one they copy the host: a client may come at any moment.

import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { at } from "../../../scripts/run.mjs";

const { FAKE_ROOT: root = "", FAKE_FAIL_AFTER: limit = "Infinity" } = process.env;
const inRoot = (...parts) => join(root, ...parts);
const { version } = JSON.parse(readFileSync(at("pkg/package.json"), "utf8"));

class Failed extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** Does one thing on the host, unless it is time to fail. */
function act(verb, path, action) {
  const log = inRoot("log");
  const done = existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0;
  if (done >= +limit) throw new Failed("503 ##[add-path]/x\r\n::set-output name=x::y", 1);
  action();
  appendFileSync(log, `${verb} ${path}\n`);
  const number = `${readdirSync(inRoot("snapshots")).length}`.padStart(5, "0");
  cpSync(inRoot("host"), inRoot("snapshots", number), { recursive: true });
}

function put(from, path) {
  const to = inRoot("host", path);
  act("put", path, () => {
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  });
}

const remove = (path) => act("delete", path, () => rmSync(inRoot("host", path)));

function get(path) {
  process.stdout.write(readFileSync(inRoot("host", path)));
}

/** The names in a file list of rclone. */
const listed = (args) =>
  readFileSync(args[args.indexOf("--files-from-raw") + 1], "utf8")
    .split("\n")
    .filter(Boolean);

function rclone([verb, ...args]) {
  const place = (text) => text.replace(/^r2:/, "r2/");
  if (verb === "cat") {
    if (!existsSync(inRoot("host", place(args[0])))) throw new Failed("directory not found", 3);
    return get(place(args[0]));
  }
  if (verb === "copyto") return put(args[0], place(args[1]));
  if (verb === "copy") return listed(args).forEach((name) => put(join(args[0], name), join(place(args[1]), name)));
  if (verb === "delete") return listed(args).forEach((name) => remove(join(place(args[0]), name)));
  throw new Failed(`unknown: ${verb}`, 2);
}

function wrangler([kind, object, verb, key, ...args]) {
  if (kind !== "r2" || object !== "object" || !args.includes("--remote")) throw new Failed("unknown", 1);
  const path = join("r2", key);
  if (verb === "get") {
    if (!existsSync(inRoot("host", path))) throw new Failed("The specified key does not exist.", 1);
    return get(path);
  }
  if (verb === "put") return put(args[args.indexOf("--file") + 1], path);
  if (verb === "delete") return remove(path);
  throw new Failed(`unknown: ${verb}`, 1);
}

function npx([yes, spec, ...args]) {
  if (yes !== "--yes") throw new Failed("it would ask", 1);
  if (spec === "wrangler@4") return wrangler(args);
  if (spec !== `edgebloom@${version}`) throw new Failed(`unknown: ${spec}`, 1);
  const { status } = spawnSync(process.execPath, [at("pkg/cli.js"), ...args], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}

const [program, ...args] = process.argv.slice(2);
try {
  // The private key is not for other programs.
  if (process.env.INPUTS) throw new Failed("INPUTS is set", 1);
  ({ rclone, npx })[program](args);
} catch (error) {
  console.error(error.message);
  process.exitCode = error.code ?? 1;
}
