// Tests links, addresses and the places that they lead to.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { appears, forwards, holds, ready, settled, shows, skip, useSite } from "./site.mjs";

const site = useSite();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** The anchors of each page. */
const ANCHORS = {
  "": ["how", "play", "calculator", "list", "ship"],
  "workbench.html": ["play", "rate", "folding", "take-away", "bring-in", "calculator"],
};

/** Pixels from the header to the section below it. */
const distance = (page, id) =>
  page.evaluate((id) => {
    const header = document.querySelector("header").getBoundingClientRect().bottom;
    return document.getElementById(id).getBoundingClientRect().top - header;
  }, id);

/** Checks that the section is below the header and near it, or that the page is scrolled to its end. */
async function isAt(page, id) {
  await settled(page);
  await holds(async () => {
    const [away, atEnd] = [
      await distance(page, id),
      await page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2),
    ];
    assert.ok(away >= -2 && (away < 80 || atEnd), `#${id}: ${away} pixels below the header`);
  });
}

describe("links", { skip }, () => {
  for (const [name, options] of Object.entries({ desktop: {}, phone: PHONE })) {
    test(`an address scrolls to its section after slow panels on a ${name}`, async () => {
      for (const [path, ids] of Object.entries(ANCHORS)) {
        for (const id of ids) await site.visit({ ...options, page: path, hash: `#${id}` }, (page) => isAt(page, id));
      }
    });

    test(`the first click on a header link scrolls to its section on a ${name}`, async () => {
      for (const id of ["how", "play", "calculator", "ship"]) {
        const context = await site.newContext(options);
        try {
          const page = await context.newPage();
          await page.goto(site.url, { waitUntil: "commit" });
          // Click as soon as the link is there: most panels have not started.
          if (options.isMobile) await page.click("#menu-button");
          await page.click(`nav a[href="#${id}"]`);
          await ready(page);
          await isAt(page, id);
        } finally {
          await context.close();
        }
      }
    });
  }

  test("a screen reader that jumps to a heading stays there", () =>
    site.visit(PHONE, async (page) => {
      await page.click("#menu-button");
      await page.click('nav a[href="#ship"]');
      await isAt(page, "ship");
      // No key and no touch tells the page of the jump.
      await page.waitForTimeout(1500);
      await page.evaluate(() => document.querySelector("#calculator").scrollIntoView({ behavior: "instant" }));
      await page.evaluate(() => document.querySelector("footer").append("one line more ".repeat(200)));
      await page.waitForTimeout(300);
      await isAt(page, "calculator");
    }));

  test("an address with calculator values opens the calculator", () =>
    site.visit({ hash: "#calculator?n=5000&p=0.02" }, (page) => isAt(page, "calculator")));

  test("links lead to existing sections", async () => {
    for (const path of Object.keys(ANCHORS)) {
      await site.visit({ page: path }, async (page) => {
        const missing = await page.evaluate(() =>
          [...document.querySelectorAll('a[href^="#"]')]
            .map((link) => link.getAttribute("href"))
            .filter((href) => !document.querySelector(href)),
        );
        assert.deepEqual(missing, []);
      });
    }
  });

  test("the pages lead to each other, and older addresses to the workbench", () =>
    site.visit({}, async (page) => {
      await page.click('nav a[href="workbench.html"]');
      await ready(page);
      await shows(page, "h1", "Workbench");
      assert.equal(await page.title(), "edgebloom: workbench");
      await page.click("header .brand");
      await ready(page);
      await appears(page, "#hero-input");
      for (const id of ["rate", "folding", "take-away", "shape", "bring-in"]) {
        await forwards(page, `${site.url}#${id}`, `${site.url}workbench.html#${id}`);
        await isAt(page, id);
        await page.click("header .brand");
        await ready(page);
      }
    }));
});
