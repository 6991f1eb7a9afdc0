import { closest } from "./arguments.js";
import { Failure } from "./failure.js";
import { READABLE } from "./foreign.js";
import { HELP } from "./options.js";
import { print } from "./output.js";

/** @typedef {import("./commands.js").CommandTable} CommandTable */

export const brief = "print the help of a command";
export const operands = "commands";
export const options = /** @type {import("./options.js").OptionTable} */ ({});

/**
 * @param {unknown} _values
 * @param {string[]} names
 * @param {CommandTable} commands
 */
export async function run(_values, [name, ...more], commands) {
  if (more.length) throw new Failure("expected one command: edgebloom help [COMMAND]");
  print(name === undefined ? overview(commands) : helpOf(known(name, commands), commands));
  return 0;
}

/**
 * A name of the table; what is none is refused, with the name that was probably meant.
 * @param {string} name
 * @param {CommandTable} commands
 */
export function known(name, commands) {
  if (Object.hasOwn(commands, name)) return name;
  const names = Object.keys(commands);
  const option = name.startsWith("-");
  const what = option ? "a command comes first, found" : "unknown command";
  const meant = closest(name, option ? ["--help", "--version"] : names);
  const guess = meant === undefined ? "" : ` (did you mean ${meant}?)`;
  throw new Failure(`${what} ${name}${guess}: ${list(commands)}`);
}

/** @param {CommandTable} commands */
export const list = (commands) => `the commands are ${Object.keys(commands).join(", ")}; edgebloom --help says more`;

/** A text in lines that fit a terminal. */
const wrapped = (/** @type {string} */ text) =>
  text
    .replace(/\s+/g, " ")
    .replace(/(.{1,98})(?: |$)/g, "$1\n")
    .trimEnd();

const EXIT = "0 done, 2 on error (one line on standard error says what to do).";
const FILTER = `FILTER is a file with a dump or its base64 text; "-" is standard input.`;

/**
 * What is said of a command beside its options.
 * @typedef {object} Text
 * @property {string} usage what stands after the name
 * @property {string} about
 * @property {string} [notes]
 * @property {string[]} examples
 * @property {string} [exit]
 */

const TEXTS = /** @type {Record<string, Text>} */ ({
  build: {
    usage: "[options] [INPUT...] -o OUT",
    about: `Makes a filter from a list of keys: one key per line (lines end with LF or CRLF, empty ones are
skipped), the names in a hosts file, or a JSON array of strings. The inputs are read in order;
"-" or none is standard input. A byte order mark at the start of an input is no part of the
first key.`,
    notes: `With --input hosts a line is an address and names, each of them a key, and "#" begins a comment;
localhost and other names of the machine itself are left out. A list that looks like a hosts file,
like one with comments or like one of an old Mac is warned of; --input lines says that it is not.
Filters that are to be merged need the same --capacity, --error-rate, --seed and --layout.
OUT is written whole or not at all: an error or Ctrl-C leaves it as it was.`,
    examples: [
      "edgebloom build -o blocked.bloom domains.txt",
      "edgebloom build --input json --base64 -o blocked.txt domains.json",
      "cat a.txt b.txt | edgebloom build --error-rate 0.001 > blocked.bloom",
      "edgebloom build --json -o blocked.bloom domains.txt",
      "edgebloom build --input hosts -o blocked.bloom hosts.txt",
      "edgebloom build --static -o blocked.bloom domains.txt",
    ],
  },
  check: {
    usage: "FILTER [KEY...]",
    about: `Asks for keys: the arguments, or standard input, one a line, if there are none. Prints a line for
each: "maybe", a tab and the key if it is possibly in the filter, "no", a tab and the key if it is
definitely not. With --json a line is {"key":"...","maybe":true}.`,
    notes: `${FILTER}
A key that begins with "-" goes after "--". Where the keys of a filter of another system are
integers, they are written in decimal; those of rbloom are the hashes of the keys, signed.
With --json a key that is not UTF-8 is told as "keyBase64" in place of "key".
--input and --comments are as in edgebloom build, and so are the warnings.`,
    examples: [
      "edgebloom check blocked.bloom example.org",
      "edgebloom check blocked.bloom < domains.txt | grep ^maybe",
      "edgebloom check blocked.bloom -- -key",
      "edgebloom check --json blocked.bloom < domains.txt",
    ],
    exit: "0 if some key is possibly in, 1 if none is, 2 on error.",
  },
  info: {
    usage: "FILTER [--json]",
    about: `Shows what a filter is and how full it is: its name and version, layout, size, what it was made
for, and what the bits that are set say of it.`,
    notes: `${FILTER}
The file of another system is recognised where that is certain, and standard error says so; what
the file does not say is null, shown as "-".`,
    examples: ["edgebloom info blocked.bloom", "edgebloom info --json blocked.bloom"],
  },
  merge: {
    usage: "A B... [options] -o OUT",
    about: `Makes one filter that has the keys of all: bit for bit as if they had all been added to one. The
filters have to be of the same layout, bits, hashes and seed: build them with the same --capacity
(enough for all keys together), --error-rate, --seed and --layout. The name and version are those
of the first.`,
    notes: `Each is a file with a dump or its base64 text; one may be "-", standard input. OUT may be one of
them.`,
    examples: [
      "edgebloom build --capacity 200000 -o a.bloom a.txt",
      "edgebloom build --capacity 200000 -o b.bloom b.txt",
      "edgebloom merge a.bloom b.bloom -o both.bloom",
    ],
  },
  fold: {
    usage: "FILTER (--error-rate P | --divisor D) [options] -o OUT",
    about: `Makes a filter smaller: bit for bit as if its keys had been added to a filter of 1/D of the bits.
Worth it for a filter with a --capacity that was too large.`,
    notes: `${FILTER} OUT may be FILTER.`,
    examples: [
      "edgebloom fold --error-rate 0.01 -o small.bloom large.bloom",
      "edgebloom fold --divisor 2 -o half.bloom large.bloom",
    ],
  },
  convert: {
    usage: "[--from FORMAT] [--to FORMAT] [options] IN -o OUT",
    about: `Makes a dump of a filter of another system, with the same answers, or the file of that system of a
filter. IN is such a file, a dump, or its base64 text; "-" is standard input.`,
    notes: wrapped(`FORMAT is ${READABLE.join(", ")}, or, for --to alone, redis-bitmap. A file of
redisbloom is header and data of BF.SCANDUMP, without gaps. A filter goes only to the system whose
scheme it has; redis-bitmap takes the bits of any system's. Options of OUT that are only for dumps
are refused with --to.`),
    examples: [
      "edgebloom convert --from guava --funnel string_utf8 -o users.bloom users.bin",
      "edgebloom convert --to guava -o users.bin users.bloom",
      "edgebloom convert --from redisbloom --name seen -o seen.bloom - < chunks.bin",
    ],
  },
  publish: {
    usage: "[options] -o DIR [LIST...]",
    about: `Writes a list as files for any static host: DIR/manifest.json, and filter files in DIR/files. Run it
again with the new list: it adds a small file with the changes, or writes a whole new filter if the
changes are too large. LiveFilter and ShardedFilter of edgebloom/live read the manifest and fetch
only the files that they do not have.`,
    notes: `Upload DIR/files first and manifest.json last. The files in DIR/files never change. If a run was
killed, start it again with the same options and inputs: it continues where it stopped. DIR.state
has a digest of 16 bytes for each key: never publish it. The next run needs both folders.`,
    examples: [
      "edgebloom publish --static --error-rate 0.001 -o blocked domains.txt",
      "edgebloom publish --static --shards 64 --keys sha1-hex -o leaked hashes.txt",
      "edgebloom publish --signing-key list.key --expires 7 -o blocked domains.txt",
    ],
  },
  step: {
    usage: "digests|shard|manifest --shards N [options]",
    about: `Does one step of publish. "digests" reads keys and writes their digests to standard output. "shard"
reads the digests of one shard, writes its files and prints one line of JSON. "manifest" reads these
lines, one for each shard, and writes the manifest. Give the same options to all steps. The files
are the same as those of publish.`,
    notes: `"digests" writes frames: the number of a shard and the number of digests (u32 each, little-endian),
then the digests, 16 bytes each. The last frame is 0xffffffff, 0 and the number of all keys (u64):
if it is missing, the output is incomplete. "shard" reads the digests of its shard from all these
outputs, without the frames. examples/spark-publish runs the steps on Spark.`,
    examples: [
      "edgebloom step digests --shards 64 < part-1.txt > part-1.digests",
      "edgebloom step shard --shards 64 --shard 0 -o leaked < shard-0.digests >> shards.jsonl",
      "edgebloom step manifest --shards 64 -o leaked < shards.jsonl",
    ],
  },
  keygen: {
    usage: "[-o FILE]",
    about: `Makes a pair of keys: the private one for edgebloom sign, in FILE, which only you may read; and the
public one for edgebloom verify and for whoever asks, in FILE.pub and on standard output.`,
    notes: `Without -o the private key goes to standard output and the public one to standard error. Who has the
private key can sign in your name; who has lost it needs a new pair.`,
    examples: ["edgebloom keygen -o list.key"],
  },
  sign: {
    usage: "--key FILE --sequence N [options] DUMP -o OUT",
    about: `Signs a dump, so that whoever has the public key can tell whether it is yours, whole, not expired,
and not older than the last one. OUT has 120 bytes more.`,
    notes: `DUMP is a dump or its base64 text, the file of another system, or any file; "-" is standard input.
Other commands take a signed dump when edgebloom verify has taken the dump out of it.`,
    examples: [
      "edgebloom sign --key blocked.key --sequence 7 -o blocked.signed blocked.bloom",
      "edgebloom sign --key blocked.key --sequence 8 --expires 30 -o blocked.signed blocked.bloom",
    ],
  },
  verify: {
    usage: "--key FILE.pub [options] SIGNED [-o DUMP]",
    about: `Verifies a signed dump, prints its sequence number, when it expires and which key has signed it, and
with -o writes the dump that is in it. With "-o -" nothing else goes to standard output.`,
    notes: `SIGNED is what edgebloom sign has written, or its base64 text; "-" is standard input.
The id of a key is the beginning of the SHA-256 of the public key.`,
    examples: [
      "edgebloom verify --key blocked.key.pub blocked.signed",
      "edgebloom verify --key blocked.key.pub --min-sequence 7 -o new.bloom blocked.signed",
    ],
    exit: "0 it is good, 1 it is refused: wrong key, altered, rolled back or expired; 2 on error.",
  },
  completion: {
    usage: "bash|zsh|fish",
    about: `Prints a script that makes a shell complete commands, options and their values with the Tab key.`,
    notes: `bash: a file that ~/.bashrc sources. zsh: a file _edgebloom in a folder of $fpath. fish: a file
edgebloom.fish in ~/.config/fish/completions. The command has to be installed as edgebloom: npx has
no completion of its own.`,
    examples: [
      "edgebloom completion bash > edgebloom.bash",
      "edgebloom completion zsh > _edgebloom",
      "edgebloom completion fish > edgebloom.fish",
    ],
  },
  help: {
    usage: "[COMMAND]",
    about: "Prints the help of a command, as edgebloom COMMAND --help does, or what commands there are.",
    examples: ["edgebloom help", "edgebloom help build"],
  },
});

/**
 * @param {string[]} lines
 * @returns {string}
 */
const indented = (lines) => lines.map((line) => `  ${line}\n`).join("");

/** @param {CommandTable} commands */
export function overview(commands) {
  const rows = Object.entries(commands).map(([name, { brief }]) => [
    `${name} ${SHORT[name] ?? TEXTS[name].usage}`,
    brief,
  ]);
  rows.push(["COMMAND --help", "the options of a command, with examples"], ["--version", "the version"]);
  return `edgebloom: Bloom filters as files

${indented(rows.map(([usage, brief]) => `edgebloom ${usage.padEnd(27)}  ${brief}`))}
Examples:
${indented(["edgebloom build --error-rate 0.001 -o blocked.bloom domains.txt", "edgebloom check blocked.bloom example.org"])}
Exit code: 0 done; 1 check: no key is possibly in, verify: refused; 2 on error.
`;
}

/** Where the whole usage would be too long for the overview. */
const SHORT = /** @type {Record<string, string>} */ ({
  build: "[INPUT...] -o OUT",
  info: "FILTER",
  merge: "A B... -o OUT",
  fold: "FILTER -o OUT",
  convert: "[options] IN -o OUT",
  publish: "-o DIR [LIST...]",
  step: "digests|shard|manifest",
  sign: "DUMP -o OUT",
  verify: "SIGNED [-o DUMP]",
});

/**
 * @param {string} name
 * @param {CommandTable} commands
 */
export function helpOf(name, commands) {
  const { usage, about, notes, examples, exit = EXIT } = TEXTS[name];
  const options = /** @type {import("./options.js").OptionTable} */ ({ ...commands[name].options, ...HELP });
  const rows = Object.entries(options).flatMap(([option, { short, value, says }]) => {
    const [first, ...others] = says.split("\n");
    const left = `${short ? `-${short}, ` : ""}--${option}${value ? ` ${value}` : ""}`;
    return [`${left.padEnd(21)}  ${first}`, ...others.map((line) => " ".repeat(23) + line)];
  });
  return `edgebloom ${name} ${usage}

${about}

${indented(rows)}
${notes ? `${notes}\n\n` : ""}Examples:
${indented(examples)}
Exit code: ${exit}
`;
}
