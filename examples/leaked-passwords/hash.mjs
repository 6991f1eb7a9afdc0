import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

for await (const password of createInterface({ input: process.stdin })) {
  if (password) console.log(createHash("sha1").update(password).digest("hex"));
}
