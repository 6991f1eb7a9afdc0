// RedisBloom in the protocol of ../README.md. Third argument: the module's file. A dump is a JSON array of
// [iterator, hexadecimal bytes].

import { resolve } from "node:path";
import { createClient } from "redis";
import { startRedis } from "../../../scripts/programs.mjs";
import { protocol } from "../protocol.mjs";

const AT_ONCE = 1000;

const server = await startRedis(["--loadmodule", resolve(process.argv[4])]);
const redis = await createClient({ url: server.url }).connect();
const send = (...args) =>
  redis.sendCommand(
    args.map((arg) => (typeof arg === "number" ? `${arg}` : arg)),
    {
      typeMapping: { 36: Buffer },
    },
  );

try {
  const modules = await redis.sendCommand(["MODULE", "LIST"]);
  const info = modules.map((each) => (Array.isArray(each) ? each : Object.entries(each).flat()).map(String));
  const number = Number(info.find((each) => each[1] === "bf")[3]);
  const version = [Math.floor(number / 10_000), Math.floor(number / 100) % 100, number % 100].join(".");
  await protocol({ make, load, add, has, dump }, `RedisBloom ${version}`);
} finally {
  await redis.close();
  await server.stop();
}

async function make({ name, params: { capacity, errorRate, expansion } }) {
  const growth = expansion === 0 ? ["NONSCALING"] : ["EXPANSION", expansion];
  await send("BF.RESERVE", name, errorRate, capacity, ...growth);
  return name;
}

async function load({ name }, dump) {
  await send("DEL", name);
  for (const [iterator, hex] of JSON.parse(dump.toString())) {
    await send("BF.LOADCHUNK", name, iterator, Buffer.from(hex, "hex"));
  }
  return name;
}

async function add(name, keys) {
  for (let i = 0; i < keys.length; i += AT_ONCE) {
    const replies = await send("BF.MADD", name, ...keys.slice(i, i + AT_ONCE));
    const bad = replies.find((reply) => reply instanceof Error);
    if (bad) throw bad;
  }
}

async function has(name, keys) {
  const answers = [];
  for (let i = 0; i < keys.length; i += AT_ONCE) {
    answers.push(...(await send("BF.MEXISTS", name, ...keys.slice(i, i + AT_ONCE))));
  }
  return answers.map(Number);
}

async function dump(name) {
  const chunks = [];
  for (let iterator = 0; ; ) {
    const [next, bytes] = await send("BF.SCANDUMP", name, iterator);
    iterator = Number(next);
    if (iterator === 0) return JSON.stringify(chunks);
    chunks.push([iterator, bytes.toString("hex")]);
  }
}
