import { sha1, sha1Hex } from "edgebloom/keys";
import { ShardedFilter } from "edgebloom/live";

const leaked = new ShardedFilter("leaked/manifest.json", { keys: sha1Hex });
const input = document.querySelector("#password");
const hint = document.querySelector("#password-hint");

async function isLeaked(password) {
  try {
    return await leaked.has(await sha1(password));
  } catch {
    return false; // The set can't be fetched. Don't lock people out: the server checks again.
  }
}

/** Shows the hint if the password may be on the list. Returns true if it isn't. */
async function check() {
  const found = input.value !== "" && (await isLeaked(input.value));
  hint.textContent = found ? "This password may have leaked. Please choose another one." : "";
  input.setAttribute("aria-invalid", String(found));
  return !found;
}

input.addEventListener("change", check);
document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  // Send the form here.
  if (await check()) hint.textContent = "This password is not on the list.";
  else input.focus();
});
