// Finds a Chromium and its driver, or brings Debian's where apt is there to do it; and a Firefox and a WebKit, if there
// are.

import { existsSync } from "node:fs";
import { aptInstall } from "./apt.mjs";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const DRIVERS = ["/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver"];
const WEBKIT = {
  driver: ["/usr/bin/WebKitWebDriver"],
  xvfb: ["/usr/bin/Xvfb"],
  browser: ["x86_64", "aarch64"].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
};
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

/** WebKitGTK's driver, its browser and the display that it needs; undefined where one of them is missing. */
export function findWebKit() {
  const driver = first(WEBKIT.driver, process.env.WEBKIT_DRIVER);
  const browser = first(WEBKIT.browser, process.env.WEBKIT_BROWSER);
  const xvfb = first(WEBKIT.xvfb, process.env.XVFB);
  return driver && browser && xvfb ? { driver, browser, xvfb } : undefined;
}

/** Brings Debian's Firefox and WebKit where they are missing and apt is there to do it. */
export function bringBrowsers() {
  if (!findFirefox()) aptInstall("No Firefox here: installing Debian's (firefox-esr).", ["firefox-esr"]);
  const webKit = ["webkit2gtk-driver", "xvfb", "xauth"];
  if (!findWebKit()) aptInstall(`No WebKit here: installing Debian's (${webKit.join(", ")}).`, webKit);
}
