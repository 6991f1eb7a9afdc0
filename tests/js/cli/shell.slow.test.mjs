// The command line with shells, terminals, pipes and signals.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { COMMANDS } from "../../../pkg/cli/commands.js";
import { BloomFilter } from "../../../pkg/index.js";
import { CLI, LIMIT, useFolder } from "../helpers/command-line.mjs";

const { at, put, get: read } = useFolder();
const get = (name) => read(name).toString();
const ask = (program, args, more = {}) =>
  spawnSync(program, args, { cwd: at(), timeout: LIMIT, encoding: "utf8", ...more });
const has = (program, ...args) => ask(program, args, { cwd: tmpdir() }).status === 0;
/** Options of a test that needs a program: without it the test is skipped with a clear reason. */
const needs = (there, what) => ({ skip: !there && `NOT RUN: needs ${what}` });
function completion(shell) {
  const done = ask(process.execPath, [CLI, "completion", shell]);
  assert.deepEqual([done.stderr, done.status], ["", 0]);
  return done.stdout;
}

/** Completion cases: the words typed so far, and the expected suggestions. */
const FILES = ["a-list.txt", "two.bloom"];
const CASES = [
  [["b"], ["build"]],
  [["--v"], ["--version"]],
  [
    ["build", "--layout", ""],
    ["blocked", "partitioned", "standard"],
  ],
  [["build", "--layout", "p"], ["partitioned"]],
  [
    ["build", "--input", ""],
    ["adblock", "csv", "hosts", "json", "jsonl", "lines", "tsv"],
  ],
  [["build", "--capacity", ""], []],
  [
    ["publish", "--keys", ""],
    ["domain", "email", "raw", "sha1-hex", "sha256", "sha256-hex", "url"],
  ],
  [
    ["step", ""],
    ["digests", "manifest", "shard"],
  ],
  [["convert", "--funnel", "l"], ["long"]],
  [["convert", "--from", "gu"], ["guava"]],
  [
    ["completion", ""],
    ["bash", "fish", "zsh"],
  ],
  [["help", "in"], ["info"]],
  [["info", ""], FILES],
  [["merge", "two.bloom", "a"], ["a-list.txt"]],
  [["build", "-q", "-o", "t"], ["two.bloom"]],
  // Everything in the parser's table.
  [[""], Object.keys(COMMANDS)],
  ...Object.entries(COMMANDS).flatMap(([name, { options }]) => [
    [[name, "--"], [...Object.keys(options), "help"].map((option) => `--${option}`)],
    ...Object.entries(options)
      .filter(([, { type }]) => type === "string")
      .map(([option, { words = [], file }]) => [[name, `--${option}`, ""], file ? FILES : words]),
  ]),
].map(([words, answers]) => [words, [...answers].sort()]);

/** Compares the suggestions that a shell printed; a line with the number of the case precedes those of each case. */
function compare(printed) {
  const found = printed
    .split(/^#\d+\n/m)
    .slice(1)
    .map((text) => text.split("\n").filter((line) => line));
  assert.equal(found.length, CASES.length, printed);
  CASES.forEach(([words, answers], i) => assert.deepEqual([...new Set(found[i])].sort(), answers, words.join(" ")));
}

const quoted = (...words) => words.map((word) => `'${word}'`).join(" ");
const prepare = () => FILES.forEach((name) => put(name, ""));

/** Calls the completion function as bash does and prints its suggestions. */
const BASH = `
  source <(printf '%s' "$SCRIPT")
  ask() {
    COMP_WORDS=(edgebloom "$@")
    COMP_CWORD=$#
    local cur=\${!#}
    [[ $cur != "=" ]] || cur=
    _edgebloom edgebloom "$cur" "\${COMP_WORDS[COMP_CWORD-1]}"
    ((\${#COMPREPLY[@]})) && printf '%s\\n' "\${COMPREPLY[@]}"
  }
`;
const inBash = (commands) => {
  const done = ask("bash", ["--norc", "-c", BASH + commands], { env: { ...process.env, SCRIPT: completion("bash") } });
  assert.equal(done.stderr, "");
  return done.stdout;
};
const bash = needs(has("bash", "-c", "true"), "bash");

test("completes in bash", bash, () => {
  prepare();
  compare(inBash(CASES.map(([words], i) => `echo '#${i}'; ask ${quoted(...words)}`).join("\n")));
});

test("completes --option=value, arguments after -- and files in bash", bash, () => {
  prepare();
  assert.equal(inBash("ask build --layout = bl"), "blocked\n");
  assert.equal(inBash("ask build --input ="), "lines\ncsv\ntsv\nhosts\nadblock\njson\njsonl\n");
  assert.equal(inBash("ask check two.bloom -- --"), "");
  assert.equal(inBash("ask check two.bloom -- a"), "a-list.txt\n");
  assert.equal(
    inBash("ask build -"),
    [...Object.entries(COMMANDS.build.options), ["help", { short: "h" }]]
      .flatMap(([name, { short }]) => [`--${name}\n`, ...(short ? [`-${short}\n`] : [])])
      .join(""),
  );
  assert.equal(inBash("ask nonsense --"), "");
  assert.equal(inBash('compopt() { echo "compopt $*"; }; ask info two'), "compopt -o default\n");
  assert.match(
    ask("bash", ["--norc", "-c", 'eval "$SCRIPT"; complete -p edgebloom'], {
      env: { ...process.env, SCRIPT: completion("bash") },
    }).stdout,
    /-F _edgebloom edgebloom/,
  );
});

/** Runs an interactive zsh in a terminal, calls its completion system and prints the suggestions. */
const ZSH_INNER = `
  autoload -Uz compinit && compinit -u -D
  source $home/script
  compadd() {
    if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
    local -a hits
    builtin compadd -A hits "$@"
    (($#hits)) && print -rl -- $hits >> $home/answers
    builtin compadd "$@"
  }
  zle-line-init() {
    local i
    for ((i = 1; i <= $#lines; i++)); do
      print -r -- "#$i" >> $home/answers
      BUFFER=$lines[i] CURSOR=$#BUFFER
      zle list-choices
    done
    exit
  }
  zle -N zle-line-init
`;
const zsh = needs(
  has("zsh", "-fc", "zmodload zsh/zpty && autoload -Uz compinit"),
  "zsh with its completion system (apt-get install zsh)",
);

test("completes in zsh", zsh, (t) => {
  prepare();
  const home = mkdtempSync(join(tmpdir(), "edgebloom-zsh-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const lines = CASES.map(([words]) => quoted(["edgebloom", ...words].join(" ")));
  // Not in the current folder, because its files are suggestions.
  writeFileSync(join(home, "script"), completion("zsh"));
  writeFileSync(join(home, ".zshrc"), `home=${quoted(home)}\nlines=(${lines.join(" ")})\n${ZSH_INNER}`);
  const outer =
    "zmodload zsh/zpty; zpty inner zsh -i; while zpty -r inner line; do seen+=$line; done; print -r -- $seen";
  const done = ask("zsh", ["-fc", outer], { env: { ...process.env, ZDOTDIR: home, TERM: "xterm" } });
  assert.equal(done.status, 0, done.stderr + done.stdout);
  compare(readFileSync(join(home, "answers"), "utf8").replace(/=$/gm, ""));
});

test("completes in fish", needs(has("fish", "-c", "true"), "fish (apt-get install fish)"), () => {
  prepare();
  const lines = CASES.map(([words], i) => `echo '#${i}'; complete -C ${quoted(["edgebloom", ...words].join(" "))}`);
  const done = ask("fish", ["--no-config", "-c", `printf '%s' "$SCRIPT" | source\n${lines.join("\n")}`], {
    env: { ...process.env, SCRIPT: completion("fish"), HOME: at() },
  });
  assert.equal(done.stderr, "");
  compare(done.stdout.replace(/\t.*/g, ""));
});

// Signals.

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const posix = needs(process.platform !== "win32", "the signals of POSIX");

/** Runs a command, sends a signal when `ready` resolves, and checks the exit and the files left. */
async function interrupted(args, signal, ready, node = []) {
  put("out", "what was there");
  const before = readdirSync(at());
  const child = spawn(process.execPath, [...node, CLI, ...args], { cwd: at(), timeout: LIMIT });
  child.stdin.on("error", () => {});
  let output = "";
  child.stderr.on("data", (data) => (output += data));
  const ended = new Promise((resolve) => child.on("close", (...how) => resolve(how)));
  await Promise.race([ready(child), ended.then((how) => assert.fail(`ended with ${how}: ${output}`))]);
  child.kill(signal);
  assert.deepEqual(await ended, [null, signal], "it died of the signal");
  assert.equal(get("out"), "what was there");
  assert.deepEqual(readdirSync(at()), before);
  return output;
}

test("a signal stops endless input and leaves all files unchanged", posix, async () => {
  // No pipe holds 4 MB: when all of it is written, the command is reading.
  const reading = (child) => new Promise((resolve) => child.stdin.write("key\n".repeat(1 << 20), resolve));
  for (const signal of SIGNALS) assert.equal(await interrupted(["build", "-o", "out"], signal, reading), "");
  assert.equal(await interrupted(["build", "--capacity", "10", "-o", "out"], "SIGINT", reading), "");
  const { length } = new BloomFilter({ capacity: 10, errorRate: 0.1 }).toBytes();
  const filter = (child) =>
    new Promise((resolve) => child.stdin.write(Buffer.alloc((1 << 22) + length, "60ZMV"), resolve));
  for (const args of [
    ["merge", "-", "out"],
    ["fold", "--divisor", "2", "-"],
    ["convert", "-"],
  ]) {
    assert.equal(await interrupted([...args, "-o", "out"], "SIGINT", filter), "");
  }
});

test("a signal during writing removes the temporary file", posix, async () => {
  put("in", BloomFilter.from(["a"], { bits: 128, hashes: 2 }).toBytes());
  // A disk that never finishes writing.
  put(
    "slow.mjs",
    `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    fs.write = () => {
      setInterval(() => {}, 1000);
      process.stderr.write(JSON.stringify(fs.readdirSync(".").filter((name) => /^\\.edgebloom-\\w+\\.tmp$/.test(name)).length) + "\\n");
    };
    syncBuiltinESMExports();
  `,
  );
  const writing = (child) => (child.stdin.end("key\n"), new Promise((resolve) => child.stderr.once("data", resolve)));
  const slowed = (args, signal) => interrupted([...args, "-o", "out"], signal, writing, ["--import", "./slow.mjs"]);
  for (const signal of SIGNALS) assert.equal(await slowed(["build"], signal), "1\n", "there was one");
  for (const args of [
    ["merge", "in", "in"],
    ["fold", "--divisor", "2", "in"],
    ["convert", "in"],
    ["convert", "--to", "redis-bitmap", "in"],
  ]) {
    assert.equal(await slowed(args, "SIGINT"), "1\n", args[0]);
  }
});

// Terminals.

/** Runs a command with endless keys and a terminal as standard error; sends a signal after the first progress line. */
const PYTHON = `
import json, os, pty, signal, subprocess, sys
master, slave = pty.openpty()
keys = subprocess.Popen(["yes"], stdout=subprocess.PIPE)
child = subprocess.Popen(sys.argv[2:], stdin=keys.stdout, stdout=subprocess.PIPE, stderr=slave)
keys.stdout.close()
os.close(slave)
seen = b""
def more():
    global seen
    try:
        data = os.read(master, 65536)
    except OSError:
        data = b""
    seen += data
    return data
while b" keys" not in seen and more():
    pass
child.send_signal(getattr(signal, sys.argv[1]))
while more():
    pass
print(json.dumps({"seen": seen.decode(), "status": child.wait(), "stdout": child.stdout.read().decode()}))
keys.kill()
`;
const python = needs(
  has("python3", "-c", "import pty") && has("sh", "-c", "command -v yes"),
  "python3 with its pty module, and yes",
);

test("a signal erases the progress line", python, () => {
  put("out", "what was there");
  for (const [signal, number] of [
    ["SIGINT", 2],
    ["SIGTERM", 15],
    ["SIGHUP", 1],
  ]) {
    const done = ask("python3", ["-c", PYTHON, signal, process.execPath, CLI, "build", "-o", "out"], {
      env: { ...process.env, TERM: "xterm" },
    });
    assert.equal(done.stderr, "");
    const { seen, status, stdout } = JSON.parse(done.stdout);
    assert.equal(status, -number, "it died of the signal");
    assert.match(seen, /^(\r\x1b\[K[\d.]+ MB {2}[\d,]+ keys)+\r\x1b\[K$/);
    assert.equal(stdout, "");
    assert.deepEqual([readdirSync(at()), get("out")], [["out"], "what was there"]);
  }
});

const script = needs(has("script", "-qec", "true", "/dev/null"), "the script command of util-linux");
/** A clock that advances by a second at each reading, so that progress is shown for each piece. */
const SLOW = "data:text/javascript,let t=0;Date.now=()=>t+=1000";

/** The output of a command in a terminal. */
function onTerminal(args, env = {}) {
  const command = quoted(process.execPath, "--import", SLOW, CLI, ...args);
  const { NO_COLOR, FORCE_COLOR, ...others } = process.env;
  const done = ask("script", ["-qec", command, "/dev/null"], {
    env: { ...others, TERM: "xterm", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  assert.equal(done.status, 0, done.stdout);
  return done.stdout;
}

test("shows progress on a terminal, with and without colours", script, () => {
  put("list", "a\nb\na\n");
  // The first bytes, which say whether it is gzip, come first. The first lines wait until they have been looked at.
  const line = [
    "[########----------------]  33%  0.0 MB  0",
    "[########################] 100%  0.0 MB  0",
    "[########################] 100%  0.0 MB  3",
  ]
    .map((text) => `\r\x1b[K${text} keys`)
    .join("");
  const summary = "\r\x1b[Kedgebloom: 2 distinct keys, 72 bytes, error rate 0.01\r\n";
  for (const env of [{}, { NO_COLOR: "1" }, { FORCE_COLOR: "1" }]) {
    assert.equal(onTerminal(["build", "-o", "out", "list"], env), line + summary, JSON.stringify(env));
  }
  assert.equal(
    onTerminal(["build", "-o", "out", "list"], { TERM: "dumb" }),
    summary.slice(4),
    "no line that would have to be erased",
  );
});

test("--quiet hides progress and summary on a terminal", script, () => {
  put("list", "a\nb\na\n");
  for (const flag of ["-q", "--quiet"]) assert.equal(onTerminal(["build", flag, "-o", "out", "list"]), "");
  onTerminal(["build", "-q", "--capacity", "128", "-o", "large", "list"]);
  for (const args of [
    ["merge", "out", "out"],
    ["fold", "--divisor", "2", "large"],
    ["convert", "out"],
  ]) {
    assert.match(onTerminal([...args, "-o", "x"]), /^edgebloom: [^\n]*(?:keys|bits)[^\n]*\r\n$/);
    assert.equal(onTerminal([...args, "-q", "-o", "x"]), "");
  }
});

test("--json replaces the summary on a terminal", script, () => {
  put("list", "a\nb\na\n");
  const [progress, json, ...rest] = onTerminal(["build", "--json", "-o", "out", "list"]).split(/(?<=\x1b\[K)(?=\{)/);
  assert.match(progress, / 3 keys\r\x1b\[K$/);
  assert.equal(JSON.parse(json).duplicates, 1);
  assert.deepEqual(rest, []);
});

test("without a terminal it writes no progress and no escape codes", () => {
  put("list", "a\nb\na\n");
  for (const env of [{}, { NO_COLOR: "1" }, { FORCE_COLOR: "1", CLICOLOR_FORCE: "1" }]) {
    const done = ask(process.execPath, ["--import", SLOW, CLI, "build", "-o", "out", "list"], {
      env: { ...process.env, TERM: "xterm", ...env },
    });
    // Node prints a warning about the two variables.
    const stderr = done.stderr.replace(/^\(node:\d+\) Warning: .*\n\(Use .*\n/, "");
    assert.deepEqual([done.status, done.stdout, stderr], [0, "", ""]);
  }
});

test("a closed pipe is not an error", posix, () => {
  put("list", "a\n");
  const run = (command) => {
    const done = ask("sh", ["-c", command], { env: { ...process.env, NODE: process.execPath, CLI } });
    assert.equal(done.stderr, "");
    return done.stdout;
  };
  run('"$NODE" "$CLI" build -o out list');
  assert.equal(run('yes | "$NODE" "$CLI" check out | head -n 1'), "no\ty\n");
  assert.equal(run('yes a | "$NODE" "$CLI" check --json out | head -n 1'), '{"key":"a","maybe":true}\n');
  for (const args of ["help", "completion bash", "build list", "bild"]) {
    run(`{ "$NODE" "$CLI" ${args} 2>&1; echo $? > code; } | true`);
    assert.match(get("code"), args === "bild" ? /^2\n$/ : /^[02]\n$/);
  }
});
