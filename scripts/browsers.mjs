// Finds a Chromium and its driver, or brings Debian's where apt is there to do it; and a Firefox, if there is one.

import { existsSync } from "node:fs";
import { aptInstall } from "./apt.mjs";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const DRIVERS = ["/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver"];
const first = (paths, own) => [own, ...paths].find((path) => path && existsSync(path));

/** `{ browser, driver }`, or undefined where there is none and none can be had. */
export function findChromium() {
  const find = () => {
    const browser = first(BROWSERS, process.env.CHROMIUM);
    const driver = first(DRIVERS, process.env.CHROMEDRIVER);
    return browser && driver ? { browser, driver } : undefined;
  };
  const why = "No Chromium here: installing Debian's (chromium, chromium-driver).";
  return find() ?? (aptInstall(why, ["chromium", "chromium-driver"]) ? find() : undefined);
}

/** A Firefox, which is used where it is and not brought. */
export const findFirefox = () => first(["/usr/bin/firefox-esr", "/usr/bin/firefox"], process.env.FIREFOX);
