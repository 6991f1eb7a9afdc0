import { email } from "edgebloom/keys";
import { fetchFilter } from "edgebloom/reader";

const input = document.querySelector("#email");
const hint = document.querySelector("#email-hint");

let filter;
/** Fetches the file once. If that fails, the next call tries again. */
function load() {
  filter ??= fetchFilter(new URL("./disposable.bloom", import.meta.url), { keys: email }).catch((error) => {
    filter = undefined;
    throw error;
  });
  return filter;
}

async function isDisposable(address) {
  const disposable = await load();
  if (!disposable.has(address)) return false; // "no" is certain
  const domain = address.slice(address.lastIndexOf("@") + 1);
  try {
    const response = await fetch(`/disposable?domain=${encodeURIComponent(domain)}`);
    if (!response.ok) throw new Error(`/disposable: status ${response.status}`);
    return await response.json();
  } catch (error) {
    console.error(error); // No answer: it's still a "maybe", so show the hint.
    return true;
  }
}

input.addEventListener("focus", () => load().catch(console.error));
input.addEventListener("input", async () => {
  const address = input.value;
  hint.textContent = "";
  if (!address || !input.validity.valid) return;
  try {
    const disposable = await isDisposable(address);
    if (disposable && address === input.value)
      hint.textContent = "This looks like a disposable address. Please use one that you'll keep.";
  } catch (error) {
    console.error(error); // The file didn't load. Let people continue.
  }
});
