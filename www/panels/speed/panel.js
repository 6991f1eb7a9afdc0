// has() per second on this device, of a filter and of a Set.

import { bar } from "../../lib/bars.js";
import { find, make, say } from "../../lib/dom.js";
import { currentLanguage, few, inEachLanguage, size, t } from "../../lib/i18n.js";

/** Large numbers in the language's own steps: in Chinese ten thousands, not millions. @param {number} count */
const perSecondOf = (count) => few(count / (currentLanguage() === "zh" ? 1e4 : 1e6));

export function start() {
  const [button, progress, news] = ["run", "progress", "news"].map((name) => find(`#speed-${name}`));
  let draw = () => {};

  /** @param {boolean} running */
  function showRunning(running) {
    // Not disabled: it would lose the focus.
    button.setAttribute("aria-disabled", String(running));
    progress.hidden = !running;
  }

  /** @param {any} result */
  function show({ perSecond, byteLength, keys, keyBytes }) {
    const { filter, set } = perSecond;
    const range = (/** @type {{ least: number, most: number }} */ { least, most }) =>
      `${perSecondOf(least)}–${perSecondOf(most)}`;
    const fastest = Math.max(...Object.values(perSecond).map((its) => its.median));
    draw = () => {
      const ratio = filter.median / set.median;
      const values = { perSecond: perSecondOf(filter.median), ratio: few(Math.max(ratio, 1 / ratio)) };
      say(news, t(ratio < 1 ? "speed.slower" : "speed.faster", values));
      find("#speed-bars").replaceChildren(
        ...Object.entries(perSecond).flatMap(([name, { median }]) => {
          const value = t("speed.value", { perSecond: perSecondOf(median), ns: few(1e9 / median) });
          return bar(make("code", {}, t(`speed.${name}`)), median / fastest, value);
        }),
      );
      find("#speed-note").textContent = t("speed.note", {
        filter: range(filter),
        set: range(set),
        size: size(byteLength),
        keys: size(keys * keyBytes),
      });
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
