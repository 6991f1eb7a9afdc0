// The types of the packed tarball, in several compilers.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build } from "../../scripts/build.mjs";
import { npm } from "../../scripts/run.mjs";
import { checkTypes } from "../types/check.mjs";
import { pack } from "./pack.mjs";

const cwd = mkdtempSync(join(tmpdir(), "edgebloom-"));
before(async () => {
  await build();
  writeFileSync(join(cwd, "package.json"), '{ "private": true }');
  npm(["install", "--no-audit", "--no-fund", "--no-save", "--silent", pack(cwd)], { cwd, quiet: true });
});
after(() => rmSync(cwd, { recursive: true, force: true }));

test("types, in several compilers", () => checkTypes(cwd));
