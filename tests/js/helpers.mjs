// What several tests share.

import assert from "node:assert/strict";

/** `key-0`, `key-1`, …, or from another number on. */
export const keys = (n, start = 0) => Array.from({ length: n }, (_, i) => `key-${start + i}`);

/** Asserts what is thrown, and which field it names. */
export function refused(call, Kind, field, code) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof Kind, `${error}`);
    if (field) assert.match(error.message, new RegExp(`^${field}\\b`));
    if (code) assert.equal(error.code, code);
    return true;
  });
}
