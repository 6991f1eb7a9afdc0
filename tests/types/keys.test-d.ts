// How `edgebloom/keys` looks to a TypeScript program: the types of results, and what must not compile.

import { expectType } from "tsd";
import { domain, email, sha1, sha1Hex, sha256, sha256Hex, url } from "edgebloom/keys";
import type { Key, KeyForm } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";

for (const form of [domain, email, sha1Hex, sha256, sha256Hex, url]) {
  expectType<string>(form.name);
  expectType<Key[]>(form.entries("a.example"));
  expectType<Key[]>(form.lookups("a.example"));
}
const own: KeyForm = {
  name: "trimmed",
  entries: (text) => [text.trim()],
  lookups: (text) => [text.trim()],
  invalid: "no",
};
new LiveFilter("https://lists.example/manifest.json", { keys: own, invalid: "throw" });
export const digest: Promise<Uint8Array> = sha1("password");
for (const form of [domain, email, url]) expectType<KeyForm<string>>(form);
for (const form of [sha1Hex, sha256, sha256Hex]) expectType<KeyForm<string | Uint8Array>>(form);
export const every: KeyForm[] = [domain, email, sha1Hex, sha256, url, own];
digest.then((bytes) => sha1Hex.lookups(bytes));
new LiveFilter("https://lists.example/manifest.json", { keys: domain });

// @ts-expect-error entries of a list are strings
domain.entries(5);
// @ts-expect-error an address is a string
email.lookups(5);
// @ts-expect-error a digest is a string or bytes
sha1Hex.lookups(1n);
// @ts-expect-error only strings have a digest
sha1(5);
// @ts-expect-error the name of a key form is not a key form
new LiveFilter("https://lists.example/manifest.json", { keys: "domain" });
