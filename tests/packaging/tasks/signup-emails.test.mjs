// The page about sign-up forms: builds the filter, bundles the form, starts the server, and types addresses in a real browser.

import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { email } from "edgebloom/keys";
import { FilterReader } from "edgebloom/reader";
import { at } from "../../../scripts/run.mjs";
import { findChromium } from "../../../scripts/programs.mjs";
import { serveSite } from "../../../scripts/serve-site.mjs";
import { openChromium } from "../../js/helpers/browser.mjs";
import { printed, whileServed } from "../command.mjs";
import { errorsInWorkflow } from "../../js/action/github-parser.mjs";
import { makeProjects } from "../project.mjs";
import { commandOf, leaveOut } from "../tools.mjs";
import { addPackages, readTask, runStep, writeFiles } from "./task.mjs";

const { files, steps } = readTask("signup-emails");
const [install, list, build, check, preview] = steps;
const [bundle, serve] = steps.slice(-2);
const withServer = files.get("form.js").replace("./disposable.js", "./disposable-with-server.js");
const HINT = /^This looks like a disposable address\./;

let projects;
let folder;
let browser;

before(async () => {
  projects = makeProjects();
  folder = projects.project("signup-emails");
  addPackages(folder, "disposable-email-domains");
  writeFiles(folder, files);
  await runStep(folder, list);
  await runStep(folder, build);
});
after(async () => {
  await browser?.close();
  projects?.remove();
});

test("npm start runs the commands of the page", () => {
  const { scripts } = JSON.parse(readFileSync(at("examples/signup-emails/package.json"), "utf8"));
  assert.match(install.command, /^npm install edgebloom /);
  assert.equal(scripts.list, list.command);
  assert.equal(`npx ${scripts.filter}`, build.command);
  assert.equal(`npx ${scripts.bundle.replace("form-with-server.js", "form.js")}`, bundle.command);
  assert.equal(`npx ${scripts.static.split(" && ").pop()}`, preview.command);
  assert.equal(readFileSync(at("examples/signup-emails/form-with-server.js"), "utf8"), withServer);
  assert.ok(scripts.start.endsWith(` && ${serve.command}`));
});

test("the file finds the addresses, and has the size of the page", async () => {
  await runStep(folder, check);
  const page = readFileSync(at("docs/tasks/signup-emails.md"), "utf8");
  const kilobytes = Math.round(readFileSync(join(folder, "disposable.bloom")).length / 1000);
  assert.ok(page.includes(`in a file of ${kilobytes} kB`), `${kilobytes} kB`);
});

test("the job of the page keeps the old file if the new list is bad", {
  skip: process.platform === "win32",
}, async () => {
  const job = projects.project("signup-emails-nightly");
  writeFiles(job, files);
  for (const name of ["disposable.bloom", "domains.txt"]) writeFileSync(join(job, name), "old");
  const old = (name = "disposable.bloom") => readFileSync(join(job, name), "utf8") === "old";
  const stubs =
    'curl() { case $3 in file:*) cp "${3#file://}" $2;; *) cp source.txt $2; esac; }; npx() { shift; "$NODE" node_modules/edgebloom/cli.js "$@"; }; ';
  const run = (lines, script = ". ./nightly.sh") => {
    writeFileSync(join(job, "source.txt"), `${lines.join("\n")}\n`);
    return printed("sh", ["-c", stubs + script], { cwd: job, env: { NODE: process.execPath } });
  };
  const list = readFileSync(join(folder, "domains.txt"), "utf8").trim().split("\n").slice(0, 4000);
  writeFileSync(join(job, "list.txt"), list.join("\n"));
  for (const [bad, said] of [
    [list.slice(0, 1900), /The list is cut off/],
    [list.map((_, i) => `<p>${i}</p>`), /The list is cut off/],
  ]) {
    await assert.rejects(run(bad), said);
    assert.ok(old());
  }
  // Without the file that protects domains, nothing is built.
  const providers = files.get("allow.txt");
  rmSync(join(job, "allow.txt"));
  await assert.rejects(run(list), /allow\.txt/);
  assert.ok(old());
  writeFileSync(join(job, "allow.txt"), providers);
  // The page's lines for Vite: if one fails, the server's list stays, too.
  const page = readFileSync(at("docs/tasks/signup-emails.md"), "utf8");
  const [first, second] = ["cp new.bloom public/disposable.bloom", "mv new.bloom dist/disposable.bloom"];
  assert.ok(page.includes(`\`${first}\` and \`${second}\``));
  const script = readFileSync(join(job, "nightly.sh"), "utf8");
  writeFileSync(join(job, "vite.sh"), script.replace("mv new.bloom disposable.bloom", `${first}\n${second}`));
  await assert.rejects(run(list, ". ./vite.sh"), /public/);
  assert.ok(old("domains.txt"));
  await run(list);
  assert.ok(!old());
  // One's own domains, and lines that are left out, in the filter and in the server's list.
  writeFileSync(join(job, "own.txt"), "# ours\nown.example # since May\n");
  // Many, of which some would be false positives.
  const allowed = list.filter((_, i) => i % 2);
  const more = ["# why", "Unlisted.Example. # since May", ...allowed];
  writeFileSync(join(job, "allow.txt"), `${providers}${more.join("\r\n")}\n`);
  await run([...list, "gmail.com", "CO.UK", "unlisted.example"]);
  const made = FilterReader.fromBytes(readFileSync(join(job, "disposable.bloom")), { keys: email });
  assert.deepEqual(
    ["own.example", "gmail.com", "shop.co.uk", "unlisted.example"].map((name) => made.has(`bob@${name}`)),
    [true, false, false, false],
  );
  assert.deepEqual(
    allowed.filter((name) => made.has(`bob@${name}`)),
    [],
  );
  // The server leaves them out, too.
  const [domainsIn] = /^const domainsIn = .*$/m.exec(files.get("server.mjs"));
  const [leaveOut] = /^for \(const domain of .*$/m.exec(files.get("server.mjs"));
  const ofServer = new Function(
    "lists",
    "email",
    `${domainsIn} const readFile = (name) => lists[name]; const listed = new Set(domainsIn(readFile("domains.txt")));
    ${leaveOut.replace("await ", "")} return listed;`,
  );
  const read = (name) => readFileSync(join(job, name), "utf8");
  const listedByServer = ofServer({ "domains.txt": read("domains.txt"), "allow.txt": read("allow.txt") }, email);
  assert.ok(listedByServer.has("own.example") && listedByServer.has(list[0]));
  assert.deepEqual(
    [...allowed, "gmail.com", "co.uk", "unlisted.example"].filter((name) => listedByServer.has(name)),
    [],
  );
  // A list of one's own, that has fewer lines.
  writeFileSync(join(job, "allow.txt"), providers);
  writeFileSync(join(job, "blocked.txt"), "spam.example\nown-list.example\n");
  const nightly = read("nightly.sh");
  const ownList = nightly.replace(/https:[^}]+/, "file://$PWD/blocked.txt");
  assert.ok(page.includes("`file://$PWD/blocked.txt`"));
  writeFileSync(join(job, "nightly.sh"), ownList);
  // It replaces a much longer list.
  await assert.rejects(run([]), /The list is cut off/);
  rmSync(join(job, "list.txt"));
  await run([]);
  assert.match(read("domains.txt"), /^spam\.example\nown-list\.example\n\n# ours\nown\.example/);
  writeFileSync(join(job, "nightly.sh"), nightly);
  // Back to an earlier list, as the page says.
  await run(list);
  const [kept] = readdirSync(job).filter((name) => /^list-.+\.txt$/.test(name));
  cpSync(join(job, kept), join(job, "list-Tue.txt"));
  await run([...list, "bad.example"]);
  const [, copy, again] = page.match(/`(cp list-Tue\.txt list\.txt)`[^]*?`sh nightly\.sh ("file:.*?")`/);
  const listed = () => new Set(readFileSync(join(job, "domains.txt"), "utf8").split("\n"));
  assert.ok(listed().has("bad.example"));
  await run([], `${copy}; set -- ${again}; . ./nightly.sh`);
  assert.deepEqual(listed(), new Set([...list, "own.example # since May", "# ours", ""]));
});

test("the workflow of the page commits the list if it has changed", {
  skip: process.platform === "win32",
}, async () => {
  const page = readFileSync(at("docs/tasks/signup-emails.md"), "utf8");
  const [, workflow] = page.match(/^```yaml\n(name: .*?)^```$/ms);
  assert.deepEqual(await errorsInWorkflow(workflow), []);
  const [, script] = workflow.match(/- run: \|\n(.*)/s);
  const here = projects.project("signup-emails-workflow");
  const shell = (command) =>
    printed("bash", ["-e", "-c", command], { cwd: here, env: { GITHUB_ACTOR: "me", GITHUB_ACTOR_ID: "1" } });
  await shell("git init -q --bare origin.git && git init -q -b main . && git remote add origin origin.git");
  await shell("git config push.autoSetupRemote true");
  const commits = async () => (await shell("git log --format=%s || true")).trim().split("\n");
  for (const text of ["one", "one", "two"]) {
    for (const name of ["disposable.bloom", "list.txt"]) writeFileSync(join(here, name), text);
    await shell(script);
  }
  assert.deepEqual(await commits(), ["Update the list", "Update the list"]);
  assert.equal(await shell("git --git-dir origin.git show main:list.txt"), "two");
  // Back to an earlier list, also if others were committed since, with the allowlist of today.
  const [, checkout, again, commit] = page.match(
    /run `(git checkout .*?)`[^]*?`(sh nightly.*?)`[^]*?Run `(git commit .*?)`/,
  );
  const good = readFileSync(join(folder, "domains.txt"), "utf8").split("\n").slice(0, 4000);
  writeFiles(here, files);
  for (const list of [good, [...good, "bad.example"], [...good, "worse.example"]]) {
    writeFileSync(join(here, "list.txt"), list.join("\n"));
    writeFileSync(join(here, "disposable.bloom"), `${list.length}`);
    await shell(script.replace("&& exit", "&& true"));
  }
  writeFileSync(join(here, "allow.txt"), `${files.get("allow.txt")}${good[7]}\n`);
  await shell(`${checkout.replace("COMMIT", "HEAD~2")}; ${again}; ${commit}`);
  assert.match(await shell("git show --stat --format="), /disposable\.bloom[^]*list\.txt/);
  const now = FilterReader.fromBytes(readFileSync(join(here, "disposable.bloom")), { keys: email });
  const answers = [good[6], good[7], "bad.example", "worse.example"].map((name) => now.has(name));
  assert.deepEqual(answers, [true, false, false, false]);
});

test("the server and the filter file read every kind of line alike", async () => {
  const job = projects.project("signup-emails-lines");
  const lines = [
    "plain.example",
    "# comment.example",
    "#hash.example",
    "#bob@hash-address.example",
    "#",
    "",
    "! exclamation.example",
    "; semicolon.example",
    "note.example # kept.example",
    "tab.example\t# note",
    "close.example#note",
    "  indented.example",
    "  # indented-comment.example",
    "bob@address.example",
    "*.wildcard.example",
    "UPPER.Example.",
    "return.example # note\r",
    "two.example words.example",
  ];
  writeFileSync(join(job, "domains.txt"), lines.join("\n"));
  const args = ["build", "--keys", "email", "--error-rate", "1e-9", "-o", "lines.bloom", "domains.txt"];
  await printed(process.execPath, ["node_modules/edgebloom/cli.js", ...args], { cwd: job });
  const built = FilterReader.fromBytes(readFileSync(join(job, "lines.bloom")), { keys: email });
  const [code] = /^const domainsIn = .*$/m.exec(files.get("server.mjs"));
  const listed = new Set(new Function("list", "email", `${code} return domainsIn(list);`)(lines.join("\n"), email));
  const names = lines.join(" ").match(/[-\w]+\.example/gi);
  assert.equal(names.length, 18);
  const answers = (has) => Object.fromEntries(names.map((name) => [name, has(`someone@${name}`)]));
  const ofServer = answers((address) => email.lookups(address).some((key) => listed.has(key)));
  assert.deepEqual(
    ofServer,
    answers((address) => built.has(address)),
  );
  assert.deepEqual(
    ["plain", "note", "indented", "address", "wildcard"].filter((name) => !ofServer[`${name}.example`]),
    [],
  );
});

/** Adds a page to the browser, types addresses there, and returns the hint and the requests for each. */
async function typed(url, addresses) {
  const page = await browser.newPage();
  const requests = [];
  page.on("request", (request) => requests.push(request.url().slice(url.length)));
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) problems.push(message.text());
  });
  await page.goto(url);
  await page.focus("#email");
  await page.waitForResponse((response) => /\/disposable[^/]*\.bloom$/.test(response.url()));
  const answers = [];
  for (const address of addresses) {
    requests.length = 0;
    await page.fill("#email", address);
    const answer = page.waitForResponse(/\/api\/disposable\?/, { timeout: 1000 }).catch(() => undefined);
    await page.locator("#email").blur();
    await answer;
    await page.waitForTimeout(100);
    answers.push([await page.textContent("#email-hint"), [...requests]]);
  }
  assert.deepEqual(problems, []);
  await page.close();
  return answers;
}

/** A domain that is "maybe", but not on the list. */
async function falsePositive() {
  const filter = await builtFilter();
  const found = Array.from({ length: 20_000 }, (_, i) => `domain-${i}.com`).filter((domain) => filter.has(domain));
  assert.ok(found.length >= 5 && found.length <= 60, `${found.length} of 20,000`);
  return found[0];
}

const builtFilter = async () => {
  const { FilterReader } = await import("edgebloom/reader");
  const { email } = await import("edgebloom/keys");
  return FilterReader.fromBytes(readFileSync(join(folder, "disposable.bloom")), { keys: email });
};

test("no provider and no suffix of the page gets the hint", async () => {
  const filter = await builtFilter();
  const allowed = files.get("allow.txt").trim().split("\n");
  assert.ok(allowed.length > 20, `${allowed.length}`);
  assert.deepEqual(
    allowed.filter((domain) => filter.has(`bob@${domain}`)),
    [],
  );
});

/** @param {{ command: string }} step without `--servedir` */
async function runBundler({ command }, root = folder) {
  const [, name, ...args] = command.split(" ").filter((word) => !word.startsWith("--servedir"));
  assert.equal(name, "esbuild");
  await printed(commandOf(at(), name), args, { cwd: root });
}

/** Types addresses into a page without a server to ask. `form` is the code of form.js. */
async function askStatic(t, root) {
  const found = process.env.EDGEBLOOM_NO_BROWSER ? undefined : findChromium();
  if (!found) return leaveOut(t, "no Chromium");
  browser ??= await openChromium({ executablePath: found.browser });
  const server = await serveSite(root);
  try {
    return await typed(server.url, ["Bob@Mailinator.COM", "bob@gmail.com", `someone@${await falsePositive()}`]);
  } finally {
    await server.close();
  }
}

const bundlers = {
  esbuild: async () => {
    writeFileSync(join(folder, "form.js"), files.get("form.js"));
    await runBundler(preview);
    return folder;
  },
  "no bundler": async () => {
    const root = join(folder, "plain");
    mkdirSync(root);
    const script = "edgebloom-reader.iife.js";
    cpSync(join(folder, "node_modules/edgebloom", script), join(root, script));
    cpSync(join(folder, "disposable.bloom"), join(root, "disposable.bloom"));
    const code = files.get("disposable.js").replace(/^import .*\n/gm, "");
    writeFileSync(join(root, "disposable.js"), `const { email, fetchFilter } = edgebloom;\n${code}`);
    writeFileSync(join(root, "form.js"), files.get("form.js"));
    const tag = '<script type="module" src="bundle.js">';
    const page = files
      .get("index.html")
      .replace(tag, `<script src="${script}"></script>\n  ${tag.replace("bundle", "form")}`);
    writeFileSync(join(root, "index.html"), page);
    return root;
  },
  Vite: async () => {
    const { build } = await import("vite");
    const root = projects.project("signup-emails-vite");
    writeFileSync(join(root, "index.html"), files.get("index.html").replace("bundle.js", "form.js"));
    // As it comes, and with the request for the server: without an answer, a "maybe" still shows the hint.
    const page = readFileSync(at("docs/tasks/signup-emails.md"), "utf8");
    const byUrl = 'new URL("./disposable.bloom", import.meta.url)';
    const byBase = `\`\${import.meta.env.BASE_URL}disposable.bloom\``;
    assert.ok(page.includes(byUrl) && page.includes(`\`\` ${byBase} \`\``), "the page names both");
    writeFiles(
      root,
      new Map([
        ["disposable.js", files.get("disposable.js").replace(byUrl, byBase)],
        ["disposable-with-server.js", files.get("disposable-with-server.js")],
        ["form.js", withServer],
      ]),
    );
    mkdirSync(join(root, "public"));
    cpSync(join(folder, "disposable.bloom"), join(root, "public/disposable.bloom"));
    await build({ root, logLevel: "error", configFile: false });
    assert.ok(existsSync(join(root, "dist/disposable.bloom")), "where the nightly script replaces it");
    return join(root, "dist");
  },
};

for (const [name, prepare] of Object.entries(bundlers)) {
  test(`the form needs no server (${name})`, async (t) => {
    const answers = await askStatic(t, await prepare());
    if (!answers) return;
    const [listed, popular, false_] = answers.map(([hint]) => hint);
    assert.match(listed, HINT);
    assert.equal(popular, "");
    assert.match(false_, HINT);
  });
}

test("the form refuses a listed address with the lines of the page, also before the filter has come", async (t) => {
  const page = readFileSync(at("docs/tasks/signup-emails.md"), "utf8");
  const [, more] = page.match(/^### Refuse the address$[^]*?^```js\n([^]*?)^```$/m);
  const root = projects.project("signup-emails-refuse");
  const load = files.get("disposable.js");
  assert.ok(load.includes("20_000"));
  const quick = ["disposable.js", load.replace("20_000", "1_500")];
  writeFiles(root, new Map([...files, quick, ["form.js", files.get("form.js") + more]]));
  cpSync(join(folder, "disposable.bloom"), join(root, "disposable.bloom"));
  await runBundler(preview, root);
  let arrive;
  const isAsked = new Promise((resolve) => (arrive = resolve));
  const opened = await openPage(t, root, async (route) => arrive(() => route.continue()));
  if (!opened) return;
  const sent = [];
  await opened.route("**/sign-up", (route) => {
    sent.push(route.request().postData());
    return route.fulfill({ body: "sent" });
  });
  await opened.fill("#email", "bob@mailinator.com");
  await opened.press("#email", "Enter");
  const proceed = await isAsked;
  await proceed();
  await opened.waitForFunction(() => document.querySelector("#email-hint").textContent);
  await opened.waitForTimeout(300);
  assert.match(await opened.textContent("#email-hint"), /^We don't accept disposable addresses\./);
  assert.deepEqual(sent, []);
  // What is typed during the check isn't sent unchecked.
  await opened.evaluate(() => {
    const input = document.querySelector("#email");
    input.value = "bob@gmail.com";
    input.form.requestSubmit();
    input.value = "bob@mailinator.com";
  });
  await opened.waitForTimeout(300);
  assert.deepEqual(sent, []);
  await opened.fill("#email", "bob@gmail.com");
  await opened.press("#email", "Enter");
  await opened.waitForURL("**/sign-up");
  assert.deepEqual(sent, ["email=bob%40gmail.com"]);
  // A download that hangs keeps nobody from signing up.
  const hanging = await openPage(t, root, () => {});
  await hanging.route("**/sign-up", (route) => route.fulfill({ body: "sent" }));
  await hanging.fill("#email", "bob@gmail.com");
  await hanging.press("#email", "Enter");
  await hanging.waitForURL("**/sign-up");
});

test("the function of the page refuses what the form refuses", async () => {
  const name = "netlify/functions/sign-up.mjs";
  const server = await serveSite(folder);
  try {
    const code = files.get(name).replace("https://www.example.com/", server.url);
    assert.ok(code.includes(server.url));
    writeFiles(folder, new Map([[name, code]]));
    const { default: signUp, config } = await import(pathToFileURL(join(folder, name)).href);
    assert.ok(files.get("index.html").includes(`method="post" action="${config.path}"`));
    const send = async (address) => {
      const body = new URLSearchParams(address === undefined ? {} : { email: address });
      return (await signUp(new Request("https://www.example.com/sign-up", { method: "POST", body }))).status;
    };
    for (const address of [
      "Bob@Mailinator.COM",
      "bob@x.mailinator.com",
      "Bob <bob@mailinator.com>",
      "bob",
      "",
      undefined,
    ])
      assert.equal(await send(address), 422, address);
    assert.equal(await send("bob@gmail.com"), 200);
  } finally {
    await server.close();
  }
});

/** Opens a page whose download of the filter file `answerFile` answers. */
async function openPage(t, root, answerFile) {
  const found = process.env.EDGEBLOOM_NO_BROWSER ? undefined : findChromium();
  if (!found) return leaveOut(t, "no Chromium");
  browser ??= await openChromium({ executablePath: found.browser });
  const server = await serveSite(root);
  const page = await browser.newPage();
  t.after(async () => {
    await page.close();
    await server.close();
  });
  await page.route("**/*.bloom", answerFile);
  await page.goto(server.url);
  return page;
}

const forms = {
  "the form": bundlers.esbuild,
  "the React component": async () => {
    const { build } = await import("esbuild");
    const root = projects.project("signup-emails-react");
    writeFiles(root, files);
    addPackages(root, "preact");
    const html = `<!doctype html><div id="root"></div><script type="module" src="bundle.js"></script>`;
    writeFileSync(join(root, "index.html"), html);
    cpSync(join(folder, "disposable.bloom"), join(root, "disposable.bloom"));
    const main = `import { render } from "react"; import { EmailField } from "./EmailField";
      render(<EmailField />, document.querySelector("#root"));`;
    await build({
      stdin: { contents: main, loader: "tsx", resolveDir: root },
      outfile: join(root, "bundle.js"),
      bundle: true,
      format: "esm",
      jsx: "automatic",
      alias: { react: "preact/compat" },
    });
    return root;
  },
};

for (const [name, prepare] of Object.entries(forms)) {
  test(`${name}: the hint follows what is typed`, async (t) => {
    const root = await prepare();
    let answerNow;
    const isAsked = new Promise((resolve) => (answerNow = resolve));
    const page = await openPage(t, root, async (route) => answerNow(() => route.continue()));
    if (!page) return;
    const input = page.locator("input");
    const hint = async () => page.textContent("#email-hint");
    await input.fill("bob@mailinator.com");
    const proceed = await isAsked;
    await input.fill("bob@gmail.com");
    await proceed();
    await page.waitForTimeout(500);
    assert.equal((await hint()).trim(), "");
    await input.fill("bob@mailinator.com");
    await page.waitForFunction((selector) => document.querySelector(selector).textContent, "#email-hint");
    assert.match(await hint(), HINT);
    assert.equal(await input.inputValue(), "bob@mailinator.com");
    await input.press("End");
    await input.pressSequentially(".");
    assert.equal(await hint(), "");
  });
}

test("a missing file is requested again after ten seconds, and not at each key", async (t) => {
  let requests = 0;
  const root = await bundlers.esbuild();
  const page = await openPage(t, root, (route) =>
    ++requests === 1 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  if (!page) return;
  await page.clock.install();
  await page.locator("input").pressSequentially("bob@mailinator.com", { delay: 20 });
  assert.deepEqual([requests, await page.textContent("#email-hint")], [1, ""]);
  await page.clock.fastForward(10_000);
  await page.locator("input").fill("bob@x.mailinator.com");
  await page.waitForFunction((selector) => document.querySelector(selector).textContent, "#email-hint");
  assert.equal(requests, 2);
});

test("the form asks the server only about a maybe", async (t) => {
  const found = process.env.EDGEBLOOM_NO_BROWSER ? undefined : findChromium();
  if (!found) return leaveOut(t, "no Chromium");
  browser ??= await openChromium({ executablePath: found.browser });
  writeFileSync(join(folder, "form.js"), withServer);
  await runBundler(bundle);
  const wrong = await falsePositive();
  const [node, ...args] = serve.command.split(" ");
  assert.equal(node, "node");
  await whileServed(process.execPath, args, { cwd: folder, env: { PORT: "0" } }, async (url) => {
    const [listed, subdomain, popular, false_, unfinished] = await typed(`${url}/`, [
      "Bob@Mailinator.COM",
      "bob@x.mailinator.com",
      "bob@gmail.com",
      `someone@${wrong}`,
      "bob@",
    ]);
    assert.match(listed[0], HINT);
    assert.match(subdomain[0], HINT);
    assert.deepEqual(subdomain[1], ["api/disposable?domain=x.mailinator.com"]);
    assert.deepEqual(popular, ["", []]);
    assert.deepEqual(false_, ["", [`api/disposable?domain=${wrong}`]]);
    assert.deepEqual(unfinished, ["", []]);
    const send = async (address) => {
      const body = `email=${encodeURIComponent(address)}`;
      const response = await fetch(`${url}/sign-up`, { method: "POST", body });
      return [response.status, await response.text()];
    };
    assert.deepEqual(await send("bob@x.mailinator.com"), [200, "Open the link that we've sent you."]);
    assert.deepEqual(await send("bob@gmail.com"), [200, "Welcome!"]);
    for (const address of ["Bob <bob@mailinator.com>", "bob@mailinator.com,x", "", "bob"])
      assert.deepEqual(await send(address), [400, "Please check your email address."], address);
    assert.equal((await fetch(`${url}/api/disposable?domain=`)).status, 400);
    rmSync(join(folder, "bundle.js"));
    assert.equal((await fetch(`${url}/bundle.js`)).status, 500);
    assert.equal((await fetch(url)).status, 200);
  });
});

test("Vite's development server lets the server answer, and keeps the modules", { timeout: 60_000 }, async () => {
  const { createServer } = await import("vite");
  const root = projects.project("signup-emails-dev");
  writeFiles(root, files);
  await whileServed(process.execPath, ["server.mjs"], { cwd: folder, env: { PORT: "0" } }, async (url) => {
    const configFile = join(root, "vite.config.mjs");
    writeFileSync(configFile, files.get("vite.config.mjs").replaceAll("http://localhost:3000", url));
    const vite = await createServer({ root, configFile, logLevel: "silent", optimizeDeps: { noDiscovery: true } });
    try {
      await vite.listen();
      const read = async (path, init) => (await fetch(new URL(path, vite.resolvedUrls.local[0]), init)).text();
      assert.equal(await read("/api/disposable?domain=mailinator.com"), "true");
      assert.equal(await read("/api/disposable?domain=gmail.com"), "false");
      assert.equal(await read("/sign-up", { method: "POST", body: "email=bob%40gmail.com" }), "Welcome!");
      for (const name of ["disposable.js", "disposable-with-server.js"])
        assert.match(await read(`/${name}`), /export async function isDisposable/);
    } finally {
      await vite.close();
    }
  });
});
