// WebAssembly modules of a given size that do nothing: what compiling and instantiating costs anybody.

const [TYPE, FUNCTION, MEMORY, EXPORT, CODE, DATA] = [1, 3, 5, 7, 10, 11];
const I32 = 0x7f;
const ENTRY = "answer";
/** local.get 0, i32.const 5, i32.mul, local.set 0. */
const STEP = [0x20, 0, 0x41, 5, 0x6c, 0x21, 0];

/**
 * A number as WebAssembly writes it.
 * @param {number} number
 */
function leb(number) {
  const bytes = [];
  do {
    bytes.push((number & 0x7f) | (number > 0x7f ? 0x80 : 0));
    number >>>= 7;
  } while (number);
  return bytes;
}

const counted = (/** @type {(number | number[])[]} */ items) => [...leb(items.length), ...items.flat()];
const section = (/** @type {number} */ id, /** @type {number[]} */ content) => [id, ...leb(content.length), ...content];
const text = (/** @type {string} */ string) => counted([...Buffer.from(string)]);
const body = (/** @type {number} */ steps) => {
  const code = [...counted([[1, I32]]), ...Array.from({ length: steps }, () => STEP).flat(), 0x20, 0, 0x0b];
  return [...leb(code.length), ...code];
};

/**
 * So many functions of so many steps, the first of which is exported, and so much data.
 * @param {number} functions
 * @param {number} steps
 * @param {number[]} data
 */
function moduleOf(functions, steps, data) {
  return new Uint8Array([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(TYPE, counted([[0x60, 0, 1, I32]])),
    ...section(FUNCTION, counted(Array.from({ length: functions }, () => [0]))),
    ...section(MEMORY, [1, 0, 17]),
    ...section(EXPORT, counted([[...text(ENTRY), 0, 0]])),
    ...section(CODE, counted([body(1), ...Array.from({ length: functions - 1 }, () => body(steps))])),
    ...(data.length ? section(DATA, [1, 0, 0x41, 0, 0x0b, ...counted(data)]) : []),
  ]);
}

/**
 * How many functions a module has of its own.
 * @param {Uint8Array} module
 */
function functionsIn(module) {
  const number = (/** @type {number} */ place) => {
    let [value, shift, at] = [0, 0, place];
    for (; ; shift += 7) {
      const byte = module[at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return { value, at };
    }
  };
  for (let place = 8; place < module.length; ) {
    const { value, at } = number(place + 1);
    if (module[place] === FUNCTION) return number(at).value;
    place = at + value;
  }
  throw new Error("a module without functions");
}

/**
 * One function, and data up to the size of another module.
 * @param {Uint8Array} module
 */
export function emptyByData(module) {
  const overhead = moduleOf(1, 1, [0]).length + 4;
  // Not all zeros, which would be written shorter than a module is.
  return moduleOf(
    1,
    1,
    Array.from({ length: module.length - overhead }, (_, i) => (Math.imul(i, 0x9e3779b1) >>> 24) & 0xff),
  );
}

/**
 * As many functions as another module has, of about its size.
 * @param {Uint8Array} module
 */
export function emptyByCode(module) {
  const functions = functionsIn(module);
  return moduleOf(functions, Math.max(1, Math.round((module.length / functions - 10) / STEP.length)), []);
}
