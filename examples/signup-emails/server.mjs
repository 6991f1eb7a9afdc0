import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { email } from "edgebloom/keys";

const list = JSON.parse(await readFile("node_modules/disposable-email-domains/index.json", "utf8"));
const listed = new Set(list.flatMap((entry) => email.entries(entry)));
const isDisposable = (address) => email.lookups(address).some((key) => listed.has(key));

const FILES = new Map([
  ["/", ["index.html", "text/html; charset=utf-8"]],
  ["/bundle.js", ["bundle.js", "text/javascript"]],
  ["/disposable.bloom", ["disposable.bloom", "application/octet-stream"]],
]);

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  response.setHeader("content-security-policy", "default-src 'self'");
  if (pathname === "/disposable") {
    response.end(JSON.stringify(isDisposable(searchParams.get("domain") ?? "")));
  } else if (pathname === "/sign-up") {
    const address = new URLSearchParams(await text(request)).get("email") ?? "";
    response.end(isDisposable(address) ? "Open the link that we've sent you." : "Welcome!");
  } else if (FILES.has(pathname)) {
    const [name, type] = FILES.get(pathname);
    response.setHeader("content-type", type);
    response.end(await readFile(name));
  } else {
    response.writeHead(404).end();
  }
});
server.listen(process.env.PORT ?? 3000, () => console.log(`http://localhost:${server.address().port}`));
