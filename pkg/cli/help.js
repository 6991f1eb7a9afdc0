import { closest } from "./arguments.js";
import { Failure } from "./failure.js";
import { READABLE } from "./foreign.js";
import { print } from "./output.js";

/** @typedef {import("./commands.js").CommandTable} CommandTable */

export const brief = "print help for a command";
export const operands = "commands";
export const options = /** @type {import("./options.js").OptionTable} */ ({});

/**
 * @param {unknown} _values
 * @param {string[]} names
 * @param {CommandTable} commands
 */
export async function run(_values, [name, ...more], commands) {
  if (more.length) throw new Failure("expected one command: edgebloom help [COMMAND]");
  print(name === undefined ? overview(commands) : helpOf(knownCommand(name, commands), commands));
  return 0;
}

/**
 * A name of the table. For other names, the error suggests the command that the user probably meant.
 * @param {string} name
 * @param {CommandTable} commands
 */
export function knownCommand(name, commands) {
  if (Object.hasOwn(commands, name)) return name;
  const names = Object.keys(commands);
  const option = name.startsWith("-");
  const what = option ? "expected a command first, got" : "unknown command";
  const meant = closest(name, option ? ["--help", "--version"] : names);
  const guess = meant === undefined ? "" : ` (did you mean ${meant}?)`;
  throw new Failure(`${what} ${name}${guess}; ${commandList(commands)}`);
}

/** @param {CommandTable} commands */
export const commandList = (commands) => `the commands are ${Object.keys(commands).join(", ")}; see edgebloom --help`;

/** A text in lines that fit a terminal. */
const wrapped = (/** @type {string} */ text) =>
  text
    .replace(/\s+/g, " ")
    .replace(/(.{1,80})(?: |$)/g, "$1\n")
    .trimEnd();

const FILTER = 'FILTER is a filter file, in binary or base64; "-" is standard input.';

/**
 * The texts about a command. Its options are in its table.
 * @typedef {object} Text
 * @property {string} usage the part after the name
 * @property {string} [short] the usage in the overview
 * @property {string} about
 * @property {string} [notes]
 * @property {string} [like] a command whose options are listed by name only
 * @property {string} example
 */

const TEXTS = /** @type {Record<string, Text>} */ ({
  build: {
    usage: "[options] [INPUT...] -o OUT",
    short: "[INPUT...] -o OUT",
    about: "Builds a filter file from lists of keys. Without INPUT, reads standard input.",
    notes: `Formats (--input):
  lines      one key per line, ending in LF or CRLF; empty lines are skipped
  csv, tsv   a table; without a header, pass --column N, from 1
  hosts      a hosts file: each name is a key, except localhost and the like
  adblock    the hosts from rules like ||ads.example^
  json       an array of strings, or of objects with --column
  jsonl      a string or object per line

Key forms (--keys):
  raw        the lines or strings, unchanged
  domain     host names, in lowercase ASCII
  email      the domains of email addresses
  url        URLs, by prefixes of host and path
  sha1-hex   SHA-1 digests in hexadecimal
  sha256-hex SHA-256 digests in hexadecimal
  sha256     any text; the key is its SHA-256, for lists open to strangers

Filters you want to merge need the same --capacity, --error-rate, --seed and
--layout. OUT is written completely or not at all.`,
    example: "edgebloom build -o blocked.bloom domains.txt",
  },
  check: {
    usage: "FILTER [KEY...]",
    about: `Looks up keys in a filter: the arguments or, if there are none, the lines of
standard input. Prints one line per key: "maybe" or "no", a tab and the key.`,
    notes: `FILTER is a filter file, in binary or base64, or a published set: its folder or
manifest; "-" is standard input. Put "--" before a key that begins with "-".

Exit code: 0 at least one "maybe", 1 none, 2 error`,
    example: "edgebloom check blocked.bloom example.org",
  },
  info: {
    usage: "FILTER [--json]",
    short: "FILTER",
    about: "Shows what a filter is and how full it is.",
    notes: `FILTER is a filter file, in binary or base64, a file from another system, a
signed file, or a published set: its folder or manifest; "-" is standard input.
Values that the file doesn't contain are shown as "-".`,
    example: "edgebloom info blocked.bloom",
  },
  merge: {
    usage: "A B... [options] -o OUT",
    short: "A B... -o OUT",
    about: `Combines filters into one, bit for bit as if all keys had been added to one.
Build the filters with the same --capacity (enough for all keys), --error-rate,
--seed and --layout. OUT gets the name and version of A.`,
    notes: `A and B are filter files, in binary or base64; one can be "-" (standard input).
OUT can be one of them.`,
    example: "edgebloom merge a.bloom b.bloom -o both.bloom",
  },
  fold: {
    usage: "FILTER (--error-rate P | --divisor D) [options] -o OUT",
    short: "FILTER -o OUT",
    about: `Shrinks a filter, bit for bit as if its keys had been added to one with 1/D of
the bits. Use it if --capacity was too high.`,
    notes: `${FILTER}
OUT can be FILTER.`,
    example: "edgebloom fold --error-rate 0.01 large.bloom -o small.bloom",
  },
  convert: {
    usage: "[--from FORMAT] [--to FORMAT] [options] IN -o OUT",
    short: "IN -o OUT",
    about: "Converts a file from another system to a filter file, or back.",
    notes: wrapped(`FORMAT: ${READABLE.join(", ")}`),
    example: "edgebloom convert --from guava --funnel bytes users.bin -o users.bloom",
  },
  publish: {
    usage: "[options] -o DIR [LIST...]",
    short: "-o DIR [LIST...]",
    about: "Writes a list as files for a static host. Run it again to publish the changes.",
    example: "edgebloom publish --static -o blocked domains.txt",
  },
  step: {
    usage: "digests|shard|manifest --shards N [options]",
    short: "digests|shard|manifest",
    about: `Runs one step of publish. The steps write the same files as publish.

  digests    reads keys and writes their digests to standard output
  shard      reads the digests of one shard, writes its files, prints JSON
  manifest   reads the JSON of all shards and writes the manifest`,
    like: "publish",
    example: "edgebloom step digests --shards 64 < part-1.txt > part-1.digests",
  },
  keygen: {
    usage: "[-o FILE]",
    about: `Makes a key pair: a private key for edgebloom sign and a public key for
edgebloom verify. Only you can read FILE.`,
    notes: `Without -o, the private key goes to standard output and the public key to
standard error. Keep the private key secret: whoever has it can sign as you.`,
    example: "edgebloom keygen -o list.key",
  },
  sign: {
    usage: "--key FILE --sequence N [options] FILTER -o OUT",
    short: "FILTER -o OUT",
    about: `Signs a filter file. With your public key, others can verify that it's yours,
unchanged, not expired, and not older than the last one.`,
    notes: `FILTER is a filter file, in binary or base64, or any other file; "-" is standard
input. DATE is 2027-01-31 (UTC) or 2027-01-31T12:00Z, DAYS a number of days.`,
    example: "edgebloom sign --key list.key --sequence 7 list.bloom -o list.signed",
  },
  verify: {
    usage: "SET --list FILE [options], or --key FILE.pub SIGNED [-o OUT]",
    short: "SET --list FILE",
    about: `Checks a set against its list before you upload it: looks up every key, and
checks the files, numbers of keys, false-positive rate and expiry. Or verifies a
signed file. With -o, writes the signed filter to OUT.`,
    notes: `SET is the folder or the manifest of a published set, or a filter file. SIGNED
is a file from edgebloom sign, or a signed manifest; "-" is standard input.

Exit code: 0 right, 1 wrong or rejected, 2 can't tell`,
    example: "edgebloom verify blocked --list domains.txt",
  },
  completion: {
    usage: "bash|zsh|fish",
    about: "Prints a script that completes commands, options and values with the Tab key.",
    notes: `bash: source the script in ~/.bashrc.
zsh:  save it as _edgebloom in a folder of $fpath.
fish: save it as ~/.config/fish/completions/edgebloom.fish.`,
    example: "edgebloom completion bash > edgebloom.bash",
  },
  help: {
    usage: "[COMMAND]",
    about: "Prints help for a command, or the list of commands.",
    example: "edgebloom help build",
  },
});

/** @param {CommandTable} commands */
export function overview(commands) {
  const rows = Object.entries(commands).map(([name, { brief }]) => {
    const { usage, short = usage } = TEXTS[name];
    return `  ${`${name} ${short}`.padEnd(27)}  ${brief}\n`;
  });
  return `edgebloom COMMAND [options]
Builds and queries Bloom filters as files.

${rows.join("")}
  COMMAND --help               print a command's options
  --version                    print the version

Exit code: 0 success, 2 error; 1 if check gets only "no" or verify finds a fault
Example: edgebloom build -o blocked.bloom domains.txt
`;
}

/**
 * @param {string} name
 * @param {CommandTable} commands
 */
export function helpOf(name, commands) {
  const { usage, about, notes, like, example } = TEXTS[name];
  const { options } = commands[name];
  const known = like === undefined ? {} : commands[like].options;
  const own = Object.entries(options).filter(([option, row]) => known[option] !== row);
  const lefts = own.map(
    ([option, { short, value }]) => `${short ? `-${short}, ` : ""}--${option}${value ? ` ${value}` : ""}`,
  );
  const width = Math.max(...lefts.map((left) => left.length));
  const rows = own.map(([, { says }], i) => {
    const [first, ...others] = says.split("\n");
    return [`  ${lefts[i].padEnd(width)}  ${first}`, ...others.map((line) => " ".repeat(width + 4) + line)].join("\n");
  });
  const shared = Object.keys(options).filter((option) => known[option] === options[option]);
  const more = wrapped(shared.map((option) => `--${option}`).join(" "));
  const parts = [
    `edgebloom ${name} ${usage}\n${about}`,
    rows.join("\n"),
    shared.length ? `Options of edgebloom ${like}; pass the same ones to every step:\n${more}` : "",
    notes ?? "",
    `Example: ${example}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}
