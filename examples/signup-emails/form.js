import { email } from "edgebloom/keys";
import { fetchFilter } from "edgebloom/reader";

const input = document.querySelector("#email");
const hint = document.querySelector("#email-hint");

let filter;
/** Fetches the file once. If that fails, the next call tries again. */
function load() {
  filter ??= fetchFilter("disposable.bloom", { keys: email });
  filter.catch(() => (filter = undefined));
  return filter;
}

async function isDisposable(address) {
  const disposable = await load();
  if (!disposable.has(address)) return false; // "no" is certain
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const response = await fetch(`/disposable?domain=${encodeURIComponent(domain)}`);
  return response.json();
}

input.addEventListener("focus", load);
input.addEventListener("change", async () => {
  const address = input.value;
  hint.textContent = "";
  if (!address || !input.validity.valid) return;
  // Without an answer, let people continue: the server checks again.
  const disposable = await isDisposable(address).catch(() => false);
  if (disposable && address === input.value)
    hint.textContent = "This looks like a disposable address. If you continue, we'll ask you to confirm it.";
});
