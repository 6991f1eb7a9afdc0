// The page's side: the bench calls `bench(group, name, …)`.

// @ts-expect-error: main.js, bundled beside it
import { makeWorker as made } from "./worker.js";

/** @type {typeof import("./main.js").makeWorker} */
const makeWorker = made;

Object.assign(globalThis, {
  bench: makeWorker(async (file) => new Uint8Array(await (await fetch(file)).arrayBuffer())),
});
