import { FilterFormatError } from "../api/errors.js";

/** An error of the user: the message is printed unchanged. */
export class Failure extends Error {}

/** What the error codes of the system mean. */
const REASONS = /** @type {Record<string, string>} */ ({
  ENOENT: "no such file",
  EISDIR: "this is a folder; pass a file",
  ENOTDIR: "a part of the path is a file, not a folder",
  EACCES: "no permission",
  EPERM: "no permission",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
  EDQUOT: "no space left: the quota is used up",
  EFBIG: "the file is larger than the system allows",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the name is too long",
  EBUSY: "the file is in use, or a mount point; choose another file",
  ELOOP: "the symbolic links form a loop",
  ERR_FS_FILE_TOO_LARGE: "the file is too large",
});

/**
 * Runs an action on a file. An error becomes a Failure that names the file.
 * @template T
 * @param {string} name
 * @param {() => T} action
 * @returns {T}
 */
export function naming(name, action) {
  try {
    return action();
  } catch (error) {
    throw named(name, error);
  }
}

/**
 * @param {string} name
 * @param {any} error
 * @returns {unknown}
 */
export function named(name, error) {
  // EPIPE is not about the file: the reader of the output has closed the pipe. main handles that.
  if (error instanceof Failure || typeof error?.code !== "string" || error.code === "EPIPE") return error;
  // Node has no name for a used-up quota.
  const code = [-122, -69].includes(error.errno) && error.code.startsWith("Unknown") ? "EDQUOT" : error.code;
  return new Failure(`${name}: ${REASONS[code] ?? error.message}`);
}

/**
 * Runs an action that reads a filter. A format error becomes a Failure that says what to do.
 * @template T
 * @param {string} name
 * @param {() => T} action
 * @returns {T}
 */
export function namingFilter(name, action) {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof FilterFormatError)) throw error;
    const { code, field, message } = error;
    if (code === "BASE64") {
      throw new Failure(`${name}: not a filter: the base64 is damaged; copy or build it again (${message})`);
    }
    if (field === "signature") throw new Failure(`${name}: ${message}`);
    if (code === "WRONG_CLASS") {
      // `load` reads filters of all other classes.
      throw new Failure(
        `${name}: this is a keyed filter, which needs its secret key; use KeyedBloomFilter in JavaScript`,
      );
    }
    if (code === "UNSUPPORTED") {
      throw new Failure(
        `${name}: the filter is from a later version of edgebloom, or damaged; update edgebloom (${message})`,
      );
    }
    throw new Failure(`${name}: the filter is damaged; copy or build it again (${message})`);
  }
}

/**
 * Runs an action that checks options, at once or in a promise. An error names the option instead of the field.
 * @template T
 * @param {Record<string, string | undefined>} names option by field of the API
 * @param {() => T} action
 * @returns {T}
 */
export function namingOptions(names, action) {
  /** @type {(error: unknown) => never} */
  const rename = (error) => {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    const { field = "" } = /** @type {{ field?: string }} */ (error);
    const option = names[field];
    if (!option) throw error;
    const { message } = error;
    // Some messages are sentences without the field.
    const rest = message.startsWith(`${field}: `) ? message.slice(field.length) : `: ${message}`;
    throw Object.assign(new Failure(option + rest), { field });
  };
  try {
    const result = action();
    return result instanceof Promise ? /** @type {T} */ (result.catch(rename)) : result;
  } catch (error) {
    return rename(error);
  }
}

/**
 * Any error in one line, without control characters.
 * @param {any} error
 */
export const oneLine = (error) =>
  String(error?.message || error)
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ")
    .trim();
