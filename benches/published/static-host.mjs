// A static host in a process of its own: the files of a folder, on a free port, which it prints.

import { createServer } from "node:http";
import sirv from "sirv";

const serve = sirv(process.argv[2], { etag: true, dev: true });
const server = createServer((request, response) => {
  // While a bench works, a connection that is kept would end unseen.
  response.setHeader("connection", "close");
  serve(request, response);
}).listen(0, "127.0.0.1", () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${port}`);
});
