import { readFileSync, writeFileSync } from "node:fs";
import { email } from "edgebloom/keys";

const popular = [
  "gmail.com",
  "googlemail.com",
  "outlook.com",
  "hotmail.com",
  "live.com",
  "yahoo.com",
  "yahoo.co.uk",
  "icloud.com",
  "aol.com",
  "proton.me",
  "gmx.de",
  "web.de",
  "qq.com",
  "163.com",
];
const suffixes = ["co.uk", "co.id", "co.jp", "co.kr", "co.za", "com.au", "com.br", "com.cn", "com.tr"];
const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const countries = letters.flatMap((first) => letters.map((second) => first + second));

/** The endings of the list: `com`, `co.in`. */
const list = JSON.parse(readFileSync("node_modules/disposable-email-domains/index.json", "utf8"));
const listed = new Set(list.flatMap((entry) => email.entries(entry)));
const endings = list
  .flatMap((entry) => email.lookups(entry).slice(1))
  .filter((ending) => !email.lookups(ending).some((key) => listed.has(key)));

writeFileSync("never.json", JSON.stringify([...popular, ...suffixes, ...countries, ...new Set(endings)]));
