// The way from a list to an answer at the edge: the steps, the code for each runtime, sizes, and the speed on this device.

import { find, whenNear } from "../../lib/dom.js";
import { inEachLanguage, num, size, t } from "../../lib/i18n.js";
import { startCode } from "./code.js";
import { startQuery } from "./query.js";
import { startSizes } from "./sizes.js";
import { startSpeed } from "./speed.js";
import { onSubject, startSubject, subject } from "./subject.js";

export function start() {
  startSubject();
  const comesNear = [startQuery(), startCode(), startSizes()];
  startSpeed();

  function draw() {
    const { isExample, facts } = subject;
    const { keys, fileBytes } = facts;
    find("#ship-example").setAttribute("aria-pressed", String(isExample));
    find("#ship-play").setAttribute("aria-pressed", String(!isExample));
    find("#ship-keys").textContent =
      keys === undefined
        ? t("ship.keysUnknown")
        : t(isExample ? "ship.domains" : "ship.keys", { keys: num(keys), count: keys });
    find("#ship-size").textContent = size(fileBytes);
    find("#ship-size-note").textContent = keys
      ? t("ship.bitsPerKey", { bits: num(Math.round((fileBytes * 80) / keys) / 10) })
      : t("ship.oneFile");
  }

  for (const what of /** @type {const} */ (["example", "play"])) {
    find(`#ship-${what}`).addEventListener("click", () => subject.choose(what));
  }
  onSubject(draw);
  inEachLanguage(draw);
  whenNear(find("#ship"), () => {
    for (const act of comesNear) act();
  });
}
