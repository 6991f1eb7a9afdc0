// Before the package is packed: no file's mode tells how this machine makes files. npm puts them into the tarball
// as they are here, and git keeps nothing of them but whether a file can be run.

import { chmodSync } from "node:fs";
import { at, filesBelow } from "./run.mjs";

for (const file of filesBelow("pkg")) chmodSync(at(file), file === "pkg/cli.js" ? 0o755 : 0o644);
