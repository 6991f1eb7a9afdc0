// Completion scripts for shells. They are fixed text: the Tab key does not wait for Node to start.

import { oneOf } from "./arguments.js";
import { Failure } from "./failure.js";
import { HELP } from "./options.js";
import { print } from "./output.js";

/** @typedef {import("./commands.js").CommandTable} CommandTable */
/** @typedef {import("./options.js").Option} Option */

const SHELLS = /** @type {Record<string, (commands: CommandTable) => string>} */ ({ bash, zsh, fish });

export const brief = "print a completion script for a shell";
export const operands = Object.keys(SHELLS);
export const options = /** @type {import("./options.js").OptionTable} */ ({});

/**
 * @param {unknown} _values
 * @param {string[]} shells
 * @param {CommandTable} commands
 */
export async function run(_values, shells, commands) {
  if (shells.length !== 1) throw new Failure(`expected one shell: edgebloom completion ${operands.join("|")}`);
  print(SHELLS[String(oneOf(shells[0], "completion", operands))](commands));
  return 0;
}

/** The options that are allowed instead of a command. */
const GLOBAL = { help: "list the commands", version: "print the version" };

/**
 * The options of a command, and --help.
 * @param {import("./commands.js").Command} command
 * @returns {[name: string, option: Option][]}
 */
const optionsOf = ({ options }) => Object.entries({ ...options, ...HELP });

/**
 * The words that the arguments of a command may be; undefined for file names.
 * @param {CommandTable} commands
 * @param {string} name
 */
function wordsFor(commands, name) {
  const { operands } = commands[name];
  if (operands === "files") return undefined;
  return operands === "commands" ? Object.keys(commands) : operands;
}

/**
 * A description for a menu: the text up to the first ";".
 * @param {string} says
 */
const brieflyOf = (says) => says.replaceAll("\n", " ").split(";")[0];

/**
 * The long and the short form of an option.
 * @param {string} name
 * @param {Option} option
 */
const spellings = (name, { short }) => [`--${name}`, ...(short ? [`-${short}`] : [])];

/** @param {CommandTable} commands */
function bash(commands) {
  const names = Object.keys(commands);
  const values = names.flatMap((name) =>
    optionsOf(commands[name])
      .filter(([, { type }]) => type === "string")
      .map(([option, row]) => {
        const pattern = spellings(option, row)
          .map((spelling) => `${name},${spelling}`)
          .join(" | ");
        return `    ${pattern}) ${row.file ? "files=1" : `words="${(row.words ?? []).join(" ")}"`} ;;`;
      }),
  );
  const rest = names.map((name) => {
    const flags = optionsOf(commands[name]).flatMap(([option, row]) => spellings(option, row));
    const words = wordsFor(commands, name);
    return `        ${name}) flags="${flags.join(" ")}" ${words ? `words="${words.join(" ")}"` : "files=1"} ;;`;
  });
  return `# edgebloom for the Tab key of bash.
_edgebloom() {
  local IFS=$' \\t\\n'
  # Bash takes --option=value apart at "="; its second argument is the part of the word before the cursor.
  local cur=$2 before=$COMP_CWORD command=\${COMP_WORDS[1]} flags= words= files= ended=
  [[ \${COMP_WORDS[COMP_CWORD]} == "=" ]] || before=$((before - 1))
  [[ \${COMP_WORDS[before]} != "=" ]] || before=$((before - 1))
  [[ " \${COMP_WORDS[*]:1:COMP_CWORD-1} " != *" -- "* ]] || ended=1
  case $ended$command,\${COMP_WORDS[before]} in
${values.join("\n")}
    *)
      case $command in
${rest.join("\n")}
      esac
      if ((COMP_CWORD == 1)); then
        flags="${Object.keys(GLOBAL)
          .map((name) => `--${name}`)
          .join(" ")}" words="${names.join(" ")}" files=
      fi
      if [[ $cur == -* ]]; then
        files= words=$flags
        [[ -z $ended ]] || words=
      fi
      ;;
  esac
  COMPREPLY=()
  if [[ -z $files ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  elif ! compopt -o default 2>/dev/null; then
    # Before bash 4 there is no compopt.
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$cur"))
  fi
}
complete -F _edgebloom edgebloom
`;
}

/**
 * A word of zsh or fish.
 * @param {string} text
 */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @param {CommandTable} commands */
function zsh(commands) {
  /** @type {(text: string) => string} */
  const escaped = (text) => text.replace(/[[\]:\\]/g, "\\$&");
  /** @type {(words: readonly string[] | undefined, file?: boolean) => string} */
  const action = (words, file) => (file ? "_files" : words ? `(${words.join(" ")})` : " ");
  const cases = Object.keys(commands).map((name) => {
    const specs = optionsOf(commands[name]).map(([option, row]) => {
      const ways = spellings(option, row);
      const value = row.type === "string" ? `:${escaped(row.value ?? "")}:${action(row.words, row.file)}` : "";
      const rest = quoted(`[${escaped(brieflyOf(row.says))}]${value}`);
      const marked = ways.map((way) => way + (!value ? "" : way.startsWith("--") ? "=" : "+"));
      return ways.length === 1 ? marked[0] + rest : `'(${ways.join(" ")})'{${marked.join(",")}}${rest}`;
    });
    const words = wordsFor(commands, name);
    const all = [...specs, quoted(`*:${words ? "word" : "file"}:${action(words, !words)}`)];
    return `        ${name})\n          _arguments -s -S ${all.map((spec) => `\\\n            ${spec}`).join(" ")} ;;`;
  });
  const globals = Object.entries(GLOBAL).map(([name, says]) => quoted(`(- *)--${name}[${says}]`));
  const briefs = Object.entries(commands).map(([name, { brief }]) => quoted(`${name}:${escaped(brief)}`));
  return `#compdef edgebloom
# edgebloom for the Tab key of zsh: a file in a folder of $fpath, or sourced after compinit.
_edgebloom() {
  local context state state_descr line ret=1
  typeset -A opt_args
  _arguments -C ${globals.join(" ")} '1: :->command' '*:: :->rest' && ret=0
  case $state in
    command)
      local -a commands=(${briefs.map((each) => `\n        ${each}`).join("")}
      )
      _describe -t commands command commands && ret=0 ;;
    rest)
      case $words[1] in
${cases.join("\n")}
      esac && ret=0 ;;
  esac
  return ret
}
if [[ $funcstack[1] == _edgebloom ]]; then
  _edgebloom "$@"
else
  compdef _edgebloom edgebloom
fi
`;
}

/** @param {CommandTable} commands */
function fish(commands) {
  const lines = Object.entries(commands).flatMap(([name, { brief }]) => {
    const at = `complete -c edgebloom -n '__edgebloom_at ${name}'`;
    const words = wordsFor(commands, name);
    return [
      `complete -c edgebloom -n __edgebloom_at -a ${name} -d ${quoted(brief)}`,
      words ? `${at} -a ${quoted(words.join(" "))}` : `${at} -F`,
      ...optionsOf(commands[name]).map(([option, row]) => {
        const short = row.short ? ` -s ${row.short}` : "";
        const value =
          row.type === "boolean"
            ? ""
            : row.file
              ? " -r -F"
              : ` -x${row.words ? ` -a ${quoted(row.words.join(" "))}` : ""}`;
        return `${at} -l ${option}${short}${value} -d ${quoted(brieflyOf(row.says))}`;
      }),
    ];
  });
  const globals = Object.entries(GLOBAL).map(
    ([name, says]) => `complete -c edgebloom -n __edgebloom_at -l ${name} -d ${quoted(says)}`,
  );
  return `# edgebloom for the Tab key of fish.
# True if the command on the line is the given one. Without an argument: true if the line has no command yet.
function __edgebloom_at
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end
complete -c edgebloom -f
${[...globals, ...lines].join("\n")}
`;
}
