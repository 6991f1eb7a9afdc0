import { email } from "edgebloom/keys";
import { fetchFilter } from "edgebloom/reader";

let filter;
/** Downloads the file once. After an error or 20 seconds, it returns undefined, and tries again ten seconds later. */
export function load() {
  filter ??= fetchFilter(new URL("./disposable.bloom", import.meta.url), {
    keys: email,
    signal: AbortSignal.timeout(20_000),
  }).catch((error) => {
    console.error(error);
    setTimeout(() => (filter = undefined), 10_000);
    return undefined;
  });
  return filter;
}

/** If there's no file, it returns false, so that people can sign up. */
export async function isDisposable(address) {
  const disposable = await load();
  return disposable?.has(address) ?? false;
}
