// The time from the import to the first answer in nanoseconds: node start.mjs URL.

const start = performance.now();
const { answer } = await import(process.argv[2]);
const yes = answer();
const spent = performance.now() - start;
if (yes !== true) throw new Error(`it answers ${yes}`);
console.log(spent * 1e6);
