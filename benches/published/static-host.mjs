// A static host in its own process. It serves a folder on a free port and prints the port.

import { createServer } from "node:http";
import sirv from "sirv";

const serve = sirv(process.argv[2], { etag: true, dev: true });
const server = createServer((request, response) => {
  // An idle connection could time out unnoticed while a bench computes.
  response.setHeader("connection", "close");
  serve(request, response);
}).listen(0, "127.0.0.1", () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${port}`);
});
