// Measures has() per second on this device, for a filter and a Set, and shows the size of both.

import { bar } from "../../lib/bars.js";
import { find, make, say } from "../../lib/dom.js";
import { currentLanguage, few, inEachLanguage, size, t } from "../../lib/i18n.js";
import { MEASURED, setBytes } from "./set-memory.js";

/** Large numbers in the language's own steps: in Chinese ten thousands, not millions. @param {number} count */
const perSecondOf = (count) => few(count / (currentLanguage() === "zh" ? 1e4 : 1e6));

export function startSpeed() {
  const [button, progress, news] = ["run", "progress", "news"].map((name) => find(`#speed-${name}`));
  let draw = () => {};

  /** @param {boolean} running */
  function showRunning(running) {
    // A disabled button would lose the focus.
    button.setAttribute("aria-disabled", String(running));
    progress.hidden = !running;
  }

  /** @param {any} result */
  function show({ perSecond, byteLength, keys, keyBytes, listBytes, gzipped }) {
    const { filter, set } = perSecond;
    const range = (/** @type {{ least: number, most: number }} */ { least, most }) =>
      `${perSecondOf(least)}–${perSecondOf(most)}`;
    const fastest = Math.max(...Object.values(perSecond).map((its) => its.median));
    draw = () => {
      const values = {
        filter: perSecondOf(filter.median),
        set: perSecondOf(set.median),
        file: size(byteLength),
        list: size(listBytes),
        gzipped: gzipped === undefined ? undefined : size(gzipped),
        memory: size(setBytes(keys, keys * keyBytes)),
      };
      say(news, t("speed.conclusion", values));
      find("#speed-bars").replaceChildren(
        ...Object.entries(perSecond).flatMap(([name, { median }]) => {
          const value = t("speed.value", { perSecond: perSecondOf(median), ns: few(1e9 / median) });
          const row = bar(make("code", {}, t(`speed.${name}`)), median / fastest, value);
          for (const element of row) element.dataset.kind = name === "set" ? "keys" : "filter";
          return row;
        }),
      );
      find("#speed-note").textContent = t("speed.note", { filter: range(filter), set: range(set), ...MEASURED });
    };
    draw();
  }

  button.addEventListener("click", () => {
    if (!progress.hidden) return;
    showRunning(true);
    progress.value = 0;
    draw = () => say(news, t("speed.running"), "busy");
    draw();
    const worker = new Worker(new URL("./speed-worker.js", import.meta.url), { type: "module" });
    const end = () => {
      showRunning(false);
      worker.terminate();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end();
      draw = () => say(news, t("speed.failed"), "bad");
      draw();
    };
    worker.onmessage = ({ data }) => {
      if (data.done !== undefined) return void (progress.value = data.done);
      end();
      show(data);
    };
  });
  inEachLanguage(() => draw());
}
