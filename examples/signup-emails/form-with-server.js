import { isDisposable, load } from "./disposable-with-server.js";

const input = document.querySelector("#email");
const hint = document.querySelector("#email-hint");

input.addEventListener("focus", load);
input.addEventListener("input", async () => {
  const address = input.value;
  hint.textContent = "";
  if (!address || !input.validity.valid) return;
  const disposable = await isDisposable(address);
  if (disposable && address === input.value)
    hint.textContent = "This looks like a disposable address. Please use one that you'll keep.";
});
