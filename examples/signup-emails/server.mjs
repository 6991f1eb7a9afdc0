import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { email } from "edgebloom/keys";

const domainsIn = (list) => list.split("\n").flatMap((line) => email.entries(line.replace(/^#\s.*|\s#.*/, "")));
const listed = new Set(domainsIn(await readFile("domains.txt", "utf8")));
for (const domain of domainsIn(await readFile("allow.txt", "utf8"))) listed.delete(domain);

/** True or false; undefined if the text is neither an address nor a domain. */
function isDisposable(address) {
  const keys = email.lookups(address);
  return keys.length ? keys.some((key) => listed.has(key)) : undefined;
}

const FILES = new Map([
  ["/", ["index.html", "text/html; charset=utf-8"]],
  ["/bundle.js", ["bundle.js", "text/javascript"]],
  ["/disposable.bloom", ["disposable.bloom", "application/octet-stream"]],
]);

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  response.setHeader("content-security-policy", "default-src 'self'");
  if (pathname === "/api/disposable") {
    const disposable = isDisposable(searchParams.get("domain") ?? "");
    if (disposable === undefined) response.writeHead(400).end();
    else response.end(JSON.stringify(disposable));
  } else if (pathname === "/sign-up") {
    const address = new URLSearchParams(await text(request)).get("email") ?? "";
    const disposable = address.includes("@") ? isDisposable(address) : undefined;
    if (disposable === undefined) response.writeHead(400).end("Please check your email address.");
    else response.end(disposable ? "Open the link that we've sent you." : "Welcome!");
  } else if (FILES.has(pathname)) {
    const [name, type] = FILES.get(pathname);
    const body = await readFile(name);
    response.setHeader("content-type", type).setHeader("cache-control", "no-cache").end(body);
  } else {
    response.writeHead(404).end();
  }
}

const server = createServer((request, response) =>
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  }),
);
server.listen(process.env.PORT ?? 3000, () => console.log(`http://localhost:${server.address().port}`));
