import { isDisposable as isMaybe, load } from "./disposable.js";

export { load };

export async function isDisposable(address) {
  if (!(await isMaybe(address))) return false; // "no" is certain
  const domain = address.slice(address.lastIndexOf("@") + 1);
  try {
    const response = await fetch(`/api/disposable?domain=${encodeURIComponent(domain)}`);
    if (!response.ok) throw new Error(`/api/disposable: status ${response.status}`);
    return await response.json();
  } catch (error) {
    console.error(error); // No answer: it's still a "maybe", so show the hint.
    return true;
  }
}
