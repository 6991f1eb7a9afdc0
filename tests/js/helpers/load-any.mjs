// Filter files of any kind, for tests that do not care which module reads them.

import * as own from "../../../pkg/index.js";
import * as compat from "../../../pkg/compat.js";

/** Runs a function of `edgebloom`, or that of `edgebloom/compat` for a filter of another system. */
function orOfOthers(read, readOthers) {
  try {
    return read();
  } catch (error) {
    if (error.code !== "WRONG_CLASS" || !error.message.endsWith("edgebloom/compat")) throw error;
    return readOthers();
  }
}

/**
 * The options to read a file that names a form of its keys: a form that changes nothing.
 * @param {Uint8Array} bytes
 */
export function formOf(bytes) {
  try {
    const { keyForm: name } = own.readHeader(bytes);
    return name === undefined ? {} : { keys: { name, entries: (key) => [key], lookups: (key) => [key] } };
  } catch {
    return {};
  }
}

export const loadAny = (bytes, options) =>
  orOfOthers(
    () => own.load(bytes, formOf(bytes)),
    () => compat.load(bytes, options),
  );
export const readAnyHeader = (bytes) =>
  orOfOthers(
    () => own.readHeader(bytes),
    () => compat.readHeader(bytes),
  );
