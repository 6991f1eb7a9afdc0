// Finds and makes elements. Text is always set as text: input of a user or a file never becomes markup.

/**
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {any}
 */
export const find = (selector, root = document) => root.querySelector(selector);

/**
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {any[]}
 */
export const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];

/**
 * What is typed into a field replaces what was there, as in the address bar: that is the page's example, or has been answered. A second click puts
 * the caret into it.
 * @param {HTMLInputElement} input
 */
export function selectOnEntry(input) {
  let isInside = false;
  input.addEventListener("pointerdown", () => (isInside = document.activeElement === input));
  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", () => isInside || input.select());
}

/**
 * An element: properties beginning with "on" are listeners, the others attributes; `false` leaves one out.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number)} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/**
 * As `make`, of SVG.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number)} children
 * @returns {any}
 */
export function makeSvg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {(Node | string | number)[]} children
 */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.map((child) => (typeof child === "number" ? String(child) : child)));
  return element;
}

/**
 * Runs a function once, when an element comes near the visible part of the page.
 * @param {Element} element
 * @param {() => void} act
 */
export function whenNear(element, act) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: "600px" },
  );
  observer.observe(element);
}

/**
 * Shows a sentence in an element of a panel. Screen readers read it aloud. Kinds: "" (plain), "good", "bad", "busy".
 * @param {HTMLElement} element with `role="status"`
 * @param {string} [text]
 * @param {"" | "good" | "bad" | "busy"} [kind]
 * @param {string} [detail] what the library says, in its own words
 */
export function say(element, text = "", kind = "", detail = "") {
  element.dataset.kind = kind;
  element.replaceChildren(text, ...(detail ? [" ", make("code", { lang: "en" }, detail)] : []));
}

/**
 * Copies a text to the clipboard; false if the browser blocks it.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Lets the browser save a file.
 * @param {string} name
 * @param {BlobPart} content
 */
export function saveFile(name, content) {
  const url = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  make("a", { href: url, download: name }).click();
  // Revoking it earlier would stop the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
