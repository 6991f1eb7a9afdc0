// Where JSON is broken. What JSON.parse says of it differs between browsers, and often has no place.

/** A token after blanks. Strings are unrolled, because a long one must not fill the stack. */
const TOKEN =
  /[ \t\n\r]*(?:("[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{},:]))/y;

/**
 * The line and column, from 1, of the first token that is wrong.
 * @param {string} text that is no JSON
 */
export function placeOfError(text) {
  const before = text.slice(0, indexOfError(text)).split("\n");
  return { line: before.length, column: /** @type {string} */ (before.at(-1)).length + 1 };
}

/** @param {string} text */
function indexOfError(text) {
  /** The brackets that are open. */
  let open = "";
  /** What may come next: a value, a key, a colon, or what follows a value. "or" a bracket that closes an empty pair. */
  let next = "value";
  for (let at = 0; ; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    let start = at;
    while (/[ \t\n\r]/.test(text.charAt(start))) start++;
    if (!found) return start;
    const [, string, literal, mark] = found;
    const inside = open.at(-1);
    if (string && next.startsWith("key")) next = "colon";
    else if ((string || literal) && next.startsWith("value")) next = "after";
    else if (mark === ":" && next === "colon") next = "value";
    else if (mark === "," && next === "after" && inside) next = inside === "{" ? "key" : "value";
    else if ((mark === "[" || mark === "{") && next.startsWith("value")) {
      open += mark;
      next = mark === "{" ? "key or end" : "value or end";
    } else if ((mark === "}" || mark === "]") && /after|end/.test(next) && inside === (mark === "}" ? "{" : "[")) {
      open = open.slice(0, -1);
      next = "after";
    } else return start;
  }
}
