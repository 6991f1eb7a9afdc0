const EXIT = "Exit code: 0 done, 2 on error (one line on standard error says what to do).";

const FILTER = `FILTER is a file with a dump or its base64 text; "-" is standard input.`;

export const OVERVIEW = `edgebloom: Bloom filters as files

  edgebloom build [options] [INPUT...]    make a filter of a list of keys
  edgebloom check FILTER [KEY...]         ask whether keys are in a filter
  edgebloom info FILTER                   show what a filter is and how full it is
  edgebloom merge A B... -o OUT           make one filter of several
  edgebloom fold FILTER -o OUT            make a filter smaller, for a higher error rate
  edgebloom convert [options] IN -o OUT   make a dump of another system's filter, or the reverse

  edgebloom COMMAND --help                the options of a command, with examples
  edgebloom --version

Example:
  edgebloom build --error-rate 0.001 -o blocked.bloom domains.txt
  edgebloom check blocked.bloom example.org

Exit code: 0 done; check: 0 if some key is possibly in, 1 if none is; 2 on error.
`;

export const HELP = /** @type {Record<string, string>} */ ({
  build: `edgebloom build [options] [INPUT...]

Makes a filter of a list of keys: a key a line (ended by LF or CRLF, empty lines are skipped), or
a JSON array of strings. The inputs are read in order; "-" or none is standard input. A byte order
mark at the start of an input is no part of the first key.

  --error-rate P         share of other keys that get "maybe", from 0 to 1; 0.01 if not given
  --capacity N           size the filter for N keys; for the distinct ones there are if not given
  --seed N|random        0 to 4294967295, or "random"; 0 if not given
  --layout LAYOUT        standard, partitioned or blocked; standard if not given
  --input lines|json     what the inputs are; lines if not given
  --name TEXT            what the list is called; kept in the filter
  --list-version TEXT    which version of the list it is; kept in the filter
  --base64               write base64 text: with -o without a newline at the end, else with one
  -o, --output OUT       the file to write; standard output if not given

Filters that are to be merged need the same --capacity, --error-rate, --seed and --layout.
OUT is written whole or not at all: an error or Ctrl-C leaves it as it was.

Examples:
  edgebloom build -o blocked.bloom domains.txt
  edgebloom build --input json --base64 -o blocked.txt domains.json
  cat a.txt b.txt | edgebloom build --error-rate 0.001 > blocked.bloom

${EXIT}
`,

  check: `edgebloom check FILTER [KEY...]

Asks for keys: the arguments, or standard input, one a line, if there are none. Prints a line for
each: "maybe", a tab and the key if it is possibly in the filter, "no", a tab and the key if it is
definitely not.

${FILTER}
A key that begins with "-" goes after "--". Where the keys of a filter of another system are
integers, they are written in decimal; those of rbloom are the hashes of the keys, signed.

Examples:
  edgebloom check blocked.bloom example.org
  edgebloom check blocked.bloom < domains.txt | grep ^maybe
  edgebloom check blocked.bloom -- -key

Exit code: 0 if some key is possibly in, 1 if none is, 2 on error.
`,

  info: `edgebloom info FILTER [--json]

Shows what a filter is and how full it is: its name and version, layout, size, what it was made
for, and what the bits that are set say of it.

  --json                 one JSON object; estimatedCount is null if all bits are set

${FILTER}
The file of another system is recognised where that is certain, and standard error says so; what
the file does not say is null, shown as "-".

Examples:
  edgebloom info blocked.bloom
  edgebloom info --json blocked.bloom

${EXIT}
`,

  merge: `edgebloom merge A B... [--base64] -o OUT

Makes one filter that has the keys of all: bit for bit as if they had all been added to one. The
filters have to be of the same layout, bits, hashes and seed: build them with the same --capacity
(enough for all keys together), --error-rate, --seed and --layout. The name and version are those
of the first.

  --base64               write base64 text: with -o without a newline at the end, else with one
  -o, --output OUT       the file to write; standard output if not given

Each is a file with a dump or its base64 text; one may be "-", standard input.

Examples:
  edgebloom build --capacity 200000 -o a.bloom a.txt
  edgebloom build --capacity 200000 -o b.bloom b.txt
  edgebloom merge a.bloom b.bloom -o both.bloom

${EXIT}
`,

  fold: `edgebloom fold FILTER (--error-rate P | --divisor D) [--base64] -o OUT

Makes a filter smaller: bit for bit as if its keys had been added to a filter of 1/D of the bits.
Worth it for a filter with a --capacity that was too large.

  --error-rate P         the smallest fold that still meets this rate for the keys it holds
  --divisor D            this fold: a divisor of the bits (standard layout), of those of a slice
                         (partitioned) or of the lines of 512 bits (blocked)
  --base64               write base64 text: with -o without a newline at the end, else with one
  -o, --output OUT       the file to write; standard output if not given

${FILTER}

Examples:
  edgebloom fold --error-rate 0.01 -o small.bloom large.bloom
  edgebloom fold --divisor 2 -o half.bloom large.bloom

${EXIT}
`,

  convert: `edgebloom convert [--from FORMAT] [--to FORMAT] [options] IN -o OUT

Makes a dump of a filter of another system, with the same answers, or the file of that system of a
filter. IN is such a file, a dump, or its base64 text; "-" is standard input.

  --from FORMAT          what IN is; if not given, a dump, or the format that IN can only be
  --to FORMAT            what OUT is; a dump if not given
  --funnel F             of guava: string_utf8, unencoded_chars, bytes, long or int
  --type T               of parquet-sbbf: BYTE_ARRAY, INT64 or INT32
  --hash H               of npm-bloomfilter: fnv1a64 (1.1) or fnv1a32x2 (0.0.18)
  --hashes K             of npm-bloomfilter: how many there are, where IN is a bare array
  --generation G         of npm-bloom-filters: v1a (1.3.0 to 1.3.4), v1b (1.3.8, 1.3.9) or v2
  --hash128 H            of pybloom-live: md5 (3) or xxh128 (4)
  --encoding E           of OUT for go-bits-and-blooms: json or binary; as it was read if not given
  --name TEXT            what the list is called; kept in the dump
  --list-version TEXT    which version of the list it is; kept in the dump
  --base64               write base64 text: with -o without a newline at the end, else with one
  -o, --output OUT       the file to write; standard output if not given

FORMAT is guava, spark, redisbloom (header and data of BF.SCANDUMP, without gaps),
go-bits-and-blooms, parquet-sbbf, npm-bloomfilter, npm-bloom-filters, pybloom-live, rbloom, or,
for --to alone, redis-bitmap. A filter goes only to the system whose scheme it has; redis-bitmap
takes the bits of any system's. Options of OUT that are only for dumps are refused with --to.

Examples:
  edgebloom convert --from guava --funnel string_utf8 -o users.bloom users.bin
  edgebloom convert --to guava -o users.bin users.bloom
  edgebloom convert --from redisbloom --name seen -o seen.bloom - < chunks.bin

${EXIT}
`,
});
