import { FilterFormatError } from "../api/errors.js";

/** What a command refuses: a sentence for the user, printed as it is. */
export class Failure extends Error {}

/** What the system's error codes mean to somebody who has never seen them. */
const REASONS = /** @type {Record<string, string>} */ ({
  ENOENT: "no such file",
  EISDIR: "this is a folder; give a file",
  ENOTDIR: "a part of the path is a file, not a folder",
  EACCES: "no permission",
  EPERM: "no permission",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
  EDQUOT: "no space left: the quota is used up",
  EFBIG: "the file is larger than the system allows",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the name is too long",
  EBUSY: "it is in use, or mounted by itself: give another file",
  ELOOP: "the links go round in a circle",
  ERR_FS_FILE_TOO_LARGE: "the file is too large",
});

/**
 * Runs something that touches a file; what goes wrong becomes a Failure that names the file.
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
  // A reader that has gone away is not about the file: main answers that.
  if (error instanceof Failure || typeof error?.code !== "string" || error.code === "EPIPE") return error;
  return new Failure(`${name}: ${REASONS[error.code] ?? error.message}`);
}

/**
 * Runs something that reads a filter; what is wrong with it becomes a Failure that says what to do.
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
      throw new Failure(`${name}: not a filter: its base64 text is damaged; copy or build it again (${message})`);
    }
    if (field === "signature") throw new Failure(`${name}: ${message}`);
    if (code === "WRONG_CLASS") {
      // `load` reads every other one.
      throw new Failure(
        `${name}: a keyed filter, which nobody can ask without its secret key: use KeyedBloomFilter of edgebloom/keyed, ` +
          "in JavaScript",
      );
    }
    if (code === "UNSUPPORTED") {
      throw new Failure(`${name}: written by a later release, or damaged; update edgebloom (${message})`);
    }
    throw new Failure(`${name}: the filter is damaged; copy or build it again (${message})`);
  }
}

/**
 * Runs something that checks options, at once or in a promise; what it refuses is called by the option's name.
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
    throw Object.assign(new Failure(option + error.message.slice(field.length)), { field });
  };
  try {
    const made = action();
    return made instanceof Promise ? /** @type {T} */ (made.catch(rename)) : made;
  } catch (error) {
    return rename(error);
  }
}

/**
 * Any error in one line, without what would steer a terminal.
 * @param {any} error
 */
export const oneLine = (error) =>
  String(error?.message || error)
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ")
    .trim();
