// Runs before the page is painted, so language and theme do not flicker. It also starts to load the texts
// while the main script loads, opens the menu, and notices if the main script cannot be loaded.
(() => {
  const root = document.documentElement;
  // Hides what does not work without JavaScript.
  root.dataset.js = "";
  const kept = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(`edgebloom.${name}`);
    } catch {
      return null;
    }
  };
  // The documentation links here with its language, which counts as a choice.
  const { search, pathname, hash } = location;
  const linked = /^\?lang=(en|zh)$/.exec(search)?.[1];
  if (linked) {
    history.replaceState(null, "", pathname + hash);
    try {
      localStorage.setItem("edgebloom.language", linked);
    } catch {
      // The choice holds for this visit only.
    }
  }
  const language = linked ?? kept("language") ?? (/^zh\b/i.test(navigator.language) ? "zh" : "en");
  if (language === "zh") root.lang = "zh-CN";
  const texts = document.createElement("link");
  texts.rel = "modulepreload";
  texts.href = `texts-${language === "zh" ? "zh" : "en"}.js`;
  document.head.append(texts);
  const theme = kept("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  // The main script cannot tell that it is missing. Without it, the page is as without JavaScript.
  addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      delete root.dataset.js;
      root.dataset.failed = "";
      addEventListener("online", () => location.reload(), { once: true });
    },
    { capture: true },
  );
  // On narrow screens, the sections are in a menu, which opens before the main script has loaded.
  const setMenu = (/** @type {boolean} */ isOpen) => {
    document.querySelector("#menu-button")?.setAttribute("aria-expanded", String(isOpen));
    document.querySelector("#menu")?.classList.toggle("open", isOpen);
  };
  const isMenuOpen = () => !!document.querySelector("#menu.open");
  addEventListener("click", ({ target }) => {
    setMenu(!!(/** @type {Element} */ (target).closest("#menu-button")) && !isMenuOpen());
  });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !isMenuOpen()) return;
    setMenu(false);
    /** @type {HTMLElement | null} */ (document.querySelector("#menu-button"))?.focus();
  });
  // The open menu would cover what has the focus next.
  addEventListener("focusin", ({ target }) => {
    if (isMenuOpen() && !(/** @type {Element} */ (target).closest("#menu, #menu-button"))) setMenu(false);
  });
})();
