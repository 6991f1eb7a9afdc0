// A release has one version number and one address, and its workflows run commands that exist.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { at, filesBelow } from "../../../scripts/run.mjs";
import { repositoryAddress } from "../../../scripts/address.mjs";
import {
  UNPUBLISHED,
  notes,
  obstacles,
  removeUnpublished,
  setRepository,
  setVersion,
  versions,
} from "../../../scripts/release.mjs";

const read = (path) => readFileSync(at(path), "utf8");
const json = (path) => JSON.parse(read(path));
const LOCKED = [
  "Cargo.lock",
  ...["benches/instructions", "benches/native", "fuzz"].map((folder) => `${folder}/Cargo.lock`),
];
const ACTION = ["action/README.md", "docs/tasks/leaked-tokens.md", "docs/zh/tasks/leaked-tokens.md"];
const SCRIPTS = ["docs/deploy/browsers.md", "docs/zh/deploy/browsers.md"];
const PACKAGES = ["pkg/package.json", "package-lock.json"];
const FILES = ["Cargo.toml", ...LOCKED, ...PACKAGES, ...ACTION, ...SCRIPTS, "CHANGELOG.md"];
const PLUGIN = ["unplugin-edgebloom/package.json", "unplugin-edgebloom/README.md"];
const TRANSLATION = "www/panels/ship/zh.js";
const INSTALL = "www/lib/install.js";
const WORKFLOWS = readdirSync(at(".github/workflows")).map((name) => `.github/workflows/${name}`);
const [VERSION] = Object.values(versions());
const NEXT = "12.34.56-beta.7";
const REPOSITORY = "somebody/some.thing";

/** A copy of the files that contain the version. */
function copy(t) {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-release-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of [...FILES, ...UNPUBLISHED, ...PLUGIN, TRANSLATION, INSTALL]) cpSync(at(file), join(folder, file));
  return folder;
}

/** The lines of a file that differ from the repository's, and how many lines were added. */
function changed(folder, file) {
  const [before, after] = [read(file), readFileSync(join(folder, file), "utf8")].map((text) => text.split("\n"));
  return { lines: after.filter((line) => !before.includes(line)), more: after.length - before.length };
}

const edit = (folder, file, from, to) => {
  const text = readFileSync(join(folder, file), "utf8");
  assert.match(text, from);
  writeFileSync(join(folder, file), text.replace(from, to));
};

test("all files and the command line have the same version", () => {
  assert.deepEqual(Object.keys(versions()), FILES);
  for (const [file, version] of Object.entries(versions())) assert.equal(version, VERSION, file);
  assert.equal(json("pkg/package.json").version, VERSION);
  assert.equal(json("package-lock.json").packages.pkg.version, VERSION);
  const { stdout } = spawnSync(process.execPath, [at("pkg/cli.js"), "--version"], { encoding: "utf8" });
  assert.equal(stdout, `${VERSION}\n`);
});

test("reports a file with another version", (t) => {
  for (const file of FILES) {
    const folder = copy(t);
    // The first version after the package's name, in a heading of the changelog, of the action, or of a script tag.
    edit(
      folder,
      file,
      /(?:^## (?=\d+\.\d)|\/action@v|\/npm\/edgebloom@|"?name"?(?: =|:) "edgebloom",?\n *"?version"?(?: =|:) ")[\w.-]+/m,
      (text) => text.replace(VERSION, "9.9.9"),
    );
    const odd = Object.entries(versions(folder)).filter(([, version]) => version !== VERSION);
    assert.deepEqual(odd, [[file, "9.9.9"]]);
  }
});

test("scripts/release.mjs changes the version everywhere, and nothing else", (t) => {
  const folder = copy(t);
  edit(folder, "CHANGELOG.md", /^## .*$/m, `## ${VERSION} (unreleased)`);
  setVersion(NEXT, folder);
  for (const [file, version] of Object.entries(versions(folder))) {
    assert.equal(version, NEXT, file);
    const { lines, more } = changed(folder, file);
    assert.equal(new Set(lines).size, 1, `${file}: ${lines}`);
    assert.ok(lines[0].includes(NEXT));
    assert.equal(more, 0);
  }
  assert.equal(JSON.parse(readFileSync(join(folder, "pkg/package.json"), "utf8")).version, NEXT);
});

test("released sections keep their headings", (t) => {
  const folder = copy(t);
  edit(folder, "CHANGELOG.md", /^## .*$/m, `## ${VERSION} (2026-12-24)`);
  setVersion(NEXT, folder);
  const headings = readFileSync(join(folder, "CHANGELOG.md"), "utf8").match(/^## .*$/gm);
  assert.deepEqual(headings.slice(0, 2), [`## ${NEXT} (unreleased)`, `## ${VERSION} (2026-12-24)`]);
});

test("rejects an invalid version and writes nothing", (t) => {
  const folder = copy(t);
  for (const version of ["", "1.2", "v1.2.3", "1.2.3.4", "01.2.3", "1.2.3 ", "1.2.3-", "latest"]) {
    assert.throws(() => setVersion(version, folder), /expected a version/, version);
  }
  writeFileSync(join(folder, "CHANGELOG.md"), "# Changelog\n");
  assert.throws(() => setVersion(NEXT, folder), /CHANGELOG\.md: expected the version/);
  for (const file of FILES.slice(0, -1)) assert.deepEqual(changed(folder, file), { lines: [], more: 0 });
});

test("publishes a tag only if version, date and address are right", (t) => {
  const valid = () => {
    const folder = copy(t);
    edit(folder, "CHANGELOG.md", /^## .*$/m, `## ${VERSION} (2026-12-24)`);
    setRepository(REPOSITORY, folder);
    removeUnpublished(folder);
    return folder;
  };
  const tag = `v${VERSION}`;
  const folder = valid();
  assert.deepEqual(obstacles(tag, REPOSITORY, folder), []);
  for (const file of [...UNPUBLISHED, TRANSLATION]) {
    const { lines, more } = changed(folder, file);
    assert.deepEqual(
      lines.filter((line) => !line.includes(`${REPOSITORY}/action@`)),
      [],
      file,
    );
    // After the release, nothing is left to remove.
    assert.equal(more < 0, read(file).includes("unpublished"), file);
    assert.doesNotMatch(readFileSync(join(folder, file), "utf8"), /unpublished|on npm yet|尚未发布|还没有发布/i, file);
  }
  assert.match(
    readFileSync(join(folder, INSTALL), "utf8"),
    /^\/\*\* What installs the package\. \*\/\nexport const INSTALL = "npm install edgebloom";\n$/,
  );
  const filesOf = (sentences) => sentences.map((sentence) => sentence.split(":")[0]);
  assert.deepEqual(filesOf(obstacles("v9.9.9", REPOSITORY, folder)), FILES);
  assert.deepEqual(filesOf(obstacles(VERSION, REPOSITORY, folder)), FILES);
  assert.deepEqual([...new Set(filesOf(obstacles(tag, "somebody/else", folder)))], ADDRESSED);
  edit(folder, "CHANGELOG.md", / \(2026-12-24\)$/m, " (unreleased)");
  assert.deepEqual(filesOf(obstacles(tag, REPOSITORY, folder)), ["CHANGELOG.md"]);
  const unpublished = valid();
  for (const file of UNPUBLISHED) edit(unpublished, file, /^.*\n/, (line) => `${line}<!-- unpublished -->\n`);
  assert.deepEqual(filesOf(obstacles(tag, REPOSITORY, unpublished)), UNPUBLISHED);
  const pages = ["README.md", "README.zh-CN.md", ...filesBelow("docs")].filter((file) =>
    /^(?!docs\/tools\/).*\.md$/.test(file),
  );
  const marked = pages.filter((file) => /^<!-- unpublished -->$/m.test(read(file)));
  assert.deepEqual(
    marked.filter((file) => !UNPUBLISHED.includes(file)),
    [],
  );
});

/** The files that name the repository. */
const ADDRESSED = ["pkg/package.json", "unplugin-edgebloom/package.json", "Cargo.toml", ...ACTION];

test("either no file has an address, and nothing is published, or all have the same", (t) => {
  const folder = copy(t);
  const found = obstacles(`v${VERSION}`, REPOSITORY, folder).filter((one) => one.includes("--repository"));
  assert.deepEqual([...new Set(found.map((one) => one.split(":")[0]))], ADDRESSED);
  const [, name] = repositoryAddress()?.split("//github.com/") ?? [];
  for (const file of ADDRESSED.slice(0, 3))
    assert.ok(name === undefined ? !/OWNER|github\.com/.test(read(file)) : read(file).includes(name), file);
  for (const file of ["README.md", "README.zh-CN.md"]) assert.doesNotMatch(read(file), /OWNER|github\.com/, file);
});

test("writes the address once, and changes it", (t) => {
  const folder = copy(t);
  setRepository("first/name", folder);
  setRepository(REPOSITORY, folder);
  for (const file of ADDRESSED) {
    const text = readFileSync(join(folder, file), "utf8");
    assert.ok(text.includes(REPOSITORY), file);
    assert.ok(!text.includes("first/name"), file);
  }
  const { repository, bugs, ...others } = JSON.parse(readFileSync(join(folder, PLUGIN[0]), "utf8"));
  assert.deepEqual(repository, {
    type: "git",
    url: `git+https://github.com/${REPOSITORY}.git`,
    directory: "unplugin-edgebloom",
  });
  assert.equal(others.license, json(PLUGIN[0]).license);
  assert.equal(repositoryAddress(folder), `https://github.com/${REPOSITORY}`);
  for (const name of ["", "a", "a/b/c", "https://a.example/b"])
    assert.throws(() => setRepository(name, folder), /expected OWNER/);
});

test("the release notes are those of the newest version", (t) => {
  const folder = copy(t);
  writeFileSync(
    join(folder, "CHANGELOG.md"),
    "# Changelog\n\n## 2.0.0 (2026-12-24)\n\n- b\n\n### More\n\n- c\n\n## 1.0.0 (2026-11-11)\n\n- a\n",
  );
  assert.equal(notes(folder).trim(), "- b\n\n### More\n\n- c");
  writeFileSync(join(folder, "CHANGELOG.md"), "# Changelog\n\n## 1.0.0 (2026-11-11)\n\n- a\n");
  assert.equal(notes(folder).trim(), "- a");
  writeFileSync(join(folder, "CHANGELOG.md"), "# Changelog\n\n## 2.0.0 (2026-12-24)\n\n## 1.0.0 (2026-11-11)\n\n- a\n");
  assert.equal(notes(folder), "");
  assert.match(obstacles("v2.0.0", REPOSITORY, folder).join("\n"), /expected changes below "## 2\.0\.0/);
});

test("every command in workflows and documents exists", () => {
  const { scripts } = json("package.json");
  const found = { npm: 0, node: 0 };
  const pages = ["testing", "release"].map((page) => `docs/maintainers/${page}.md`);
  for (const file of [...WORKFLOWS, ".ci/run", "README.md", "CONTRIBUTING.md", "SECURITY.md", ...pages]) {
    for (const [, name] of read(file).matchAll(/\bnpm run ([\w:-]+)/g)) {
      found.npm++;
      assert.ok(name in scripts, `${file}: npm run ${name}`);
    }
    for (const [, script] of read(file).matchAll(/(?:\bnode |`)((?:scripts|\.ci)\/[\w.-]+)/g)) {
      found.node++;
      assert.ok(existsSync(at(script)), `${file}: ${script}`);
    }
  }
  for (const script of Object.values(scripts)) {
    for (const [file] of script.matchAll(/(?<=\bnode )[\w/-]+\.mjs/g)) assert.ok(existsSync(at(file)), script);
    for (const [, name] of script.matchAll(/\bnpm run ([\w:-]+)/g)) assert.ok(name in scripts, script);
  }
  assert.ok(found.npm > 12 && found.node > 3, JSON.stringify(found));
});

test("workflows have only the permissions that they need", () => {
  const writers = { "ci.yml": [], "release.yml": ["id-token", "id-token", "contents"] };
  for (const file of WORKFLOWS) {
    const text = read(file);
    assert.match(text, /^permissions:\n {2}contents: read\n\n/m, file);
    assert.deepEqual(
      [...text.matchAll(/([\w-]+): write\b/g)].map(([, what]) => what),
      writers[file.split("/").at(-1)],
      file,
    );
    assert.doesNotMatch(text, /secrets\.|pull_request_target|write-all/, file);
    // Scripts contain no expressions, because outsiders can choose some names.
    for (const [, script] of text.matchAll(/\brun:(.*(?:\n {10,}.*)*)/g)) assert.doesNotMatch(script, /\$\{\{/, file);
    for (const [, action] of text.matchAll(/uses: (.*)/g))
      assert.match(action, /^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$/, file);
  }
});

test("the oldest Node is the same everywhere", () => {
  const { node } = json("pkg/package.json").engines;
  const [, oldest] = node.match(/^>=(\d+)$/);
  const { packages } = json("package-lock.json");
  assert.deepEqual(
    [json("package.json"), packages[""], packages.pkg].map(({ engines }) => engines.node),
    [node, node, node],
  );
  for (const file of ["README.md", "CONTRIBUTING.md", "scripts/setup.mjs"])
    assert.ok(read(file).includes(`Node ${oldest} or newer`), file);
  const tested = [...read(".github/workflows/ci.yml").matchAll(/node: \[(\d+),/g)].map(([, first]) => first);
  assert.deepEqual(tested, [oldest, oldest]);
});
