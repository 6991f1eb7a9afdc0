// The page's side: the bench calls `bench(group, name, …)`.

import { makeWorker } from "./worker.js";

globalThis.bench = makeWorker(async (file) => new Uint8Array(await (await fetch(file)).arrayBuffer()));
