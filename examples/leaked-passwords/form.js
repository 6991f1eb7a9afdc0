import { sha1, sha1Hex } from "edgebloom/keys";
import { ShardedFilter } from "edgebloom/live";

const leaked = new ShardedFilter("/leaked/manifest.json", { keys: sha1Hex });
const input = document.querySelector("#password");
const hint = document.querySelector("#password-hint");

/** True or false; undefined if the set can't be fetched. */
async function isLeaked(password) {
  try {
    return await leaked.has(await sha1(password));
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** Shows what's known about the password, and returns it. */
async function check() {
  const password = input.value;
  const found = password === "" ? false : await isLeaked(password);
  if (password !== input.value) return check(); // it has changed meanwhile
  hint.textContent = found ? "This password may have leaked. Please choose another one." : "";
  if (found === undefined) hint.textContent = "We couldn't check this password.";
  input.setAttribute("aria-invalid", String(found === true));
  return found;
}

input.addEventListener("change", check);
document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const found = await check();
  if (found) return input.focus();
  // Send the form here, also if found is undefined: the server checks again.
  if (found === false) hint.textContent = "This password is not on the list.";
});
