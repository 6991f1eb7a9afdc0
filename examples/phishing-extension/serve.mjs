import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { url } from "edgebloom/keys";

const lines = (await readFile("phishing.txt", "utf8")).split("\n");
const listed = new Set(lines.flatMap(url.entries));

createServer(async ({ url: path }, response) => {
  const { pathname, searchParams } = new URL(`http://localhost${path}`);
  if (pathname.startsWith("/phishing/")) {
    const file = await readFile(`build${pathname}`).catch(() => response.writeHead(404) && "");
    response.end(file);
  } else if (pathname === "/listed") {
    const keys = url.lookups(searchParams.get("url") ?? "");
    // Without keys, it's not an address.
    if (keys.length === 0) response.writeHead(400).end();
    else response.end(JSON.stringify(keys.some((key) => listed.has(key))));
  } else {
    response.end(`You are at ${pathname}`);
  }
}).listen(8080, "localhost", () => console.log("http://localhost:8080"));
