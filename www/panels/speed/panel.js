// has() per second on this device, of a filter and of a Set.

import { find, make, say } from "../../lib/dom.js";
import { few, inEachLanguage, size, t } from "../../lib/i18n.js";

const MILLION = 1e6;

export function start() {
  const [button, progress, news] = ["run", "progress", "news"].map((name) => find(`#speed-${name}`));
  let draw = () => {};

  /** @param {boolean} running */
  function showRunning(running) {
    button.disabled = running;
    progress.hidden = !running;
  }

  /** @param {any} result */
  function show({ perSecond, byteLength, keys, keyBytes }) {
    const { filter, set } = perSecond;
    const range = (/** @type {{ least: number, most: number }} */ { least, most }) => `${few(least / MILLION)}–${few(most / MILLION)}`;
    const fastest = Math.max(...Object.values(perSecond).map((its) => its.median));
    draw = () => {
      const ratio = filter.median / set.median;
      const values = { perSecond: few(filter.median / MILLION), ratio: few(Math.max(ratio, 1 / ratio)) };
      say(news, t(ratio < 1 ? "speed.slower" : "speed.faster", values));
      find("#speed-bars").replaceChildren(
        ...Object.entries(perSecond).flatMap(([name, { median }]) => {
          const bar = make("div", { class: "bar" });
          bar.style.width = `${(median / fastest) * 100}%`;
          const value = t("speed.value", { perSecond: few(median / MILLION), ns: few(1e9 / median) });
          return [make("dt", {}, make("code", {}, t(`speed.${name}`))), make("dd", { class: "track" }, bar), make("dd", { class: "value" }, value)];
        }),
      );
      find("#speed-note").textContent = t("speed.note", { filter: range(filter), set: range(set), size: size(byteLength), keys: size(keys * keyBytes) });
    };
    draw();
  }

  button.addEventListener("click", () => {
    showRunning(true);
    progress.value = 0;
    draw = () => say(news, t("speed.running"), "busy");
    draw();
    const worker = new Worker(new URL("./speed-worker.js", import.meta.url), { type: "module" });
    const end = () => {
      showRunning(false);
      worker.terminate();
    };
    worker.onerror = () => {
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
