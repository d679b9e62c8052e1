import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chromium } from "@cloudfront-sign-webcrypto/testing/chromium";
import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { questions } from "./questions.ts";
import { serveSite } from "./server.mjs";

/** The built site, in a folder of a host: `npm run build` makes it. */
const site = join(import.meta.dirname, "dist");
const base = "/cloudfront-sign-webcrypto/";
const files = readdirSync(site, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".html"));
/** Pages that VitePress makes; the others have tests of their own in examples/test. */
const pages = files.filter((name) => !/^(?:inspector|player)\/|^404/.test(name));

let server: Awaited<ReturnType<typeof serveSite>>;
let browser: Chromium;
beforeAll(async () => {
  server = await serveSite(base);
  browser = await Chromium.open(`${server.address}status.html`);
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

async function setScreen(width: number, scheme: string): Promise<void> {
  await browser.send("Emulation.setDeviceMetricsOverride", {
    width,
    height: 844,
    deviceScaleFactor: 1,
    mobile: width < 600,
  });
  await browser.send("Emulation.setEmulatedMedia", {
    features: [
      { name: "prefers-color-scheme", value: scheme },
      { name: "prefers-reduced-motion", value: "reduce" },
    ],
  });
}

/** What axe finds, as rules with the elements that break them. */
async function faults(options: object): Promise<string[]> {
  await browser.evaluate(axe.source);
  const found: { violations: axe.Result[]; numPasses: number } = await browser.evaluate(
    `axe.run(${JSON.stringify({ preload: false, ...options })})
      .then(({ violations, passes }) => ({ violations, numPasses: passes.length }))`,
  );
  expect(found.numPasses).toBeGreaterThan(0);
  return found.violations.map(({ id, nodes }) =>
    [id, ...nodes.slice(0, 3).map(({ html }) => html)].join("\n"),
  );
}

const overflow = "document.documentElement.scrollWidth - innerWidth";

describe.each(pages)("%s", (page) => {
  it("opens without a message on the console, fits a phone, and passes axe", async () => {
    await setScreen(390, "light");
    await browser.goTo(`${server.address}${page}`);
    expect(await browser.evaluate("document.querySelector('h1')?.innerText ?? ''")).not.toBe("");
    expect(await browser.evaluate(overflow)).toBeLessThanOrEqual(0);
    // Colors come from the theme: the tests below look at them. On long pages they take most of the time.
    expect(await faults({ rules: { "color-contrast": { enabled: false } } })).toEqual([]);
    expect(browser.complaints).toEqual([]);
    // For the one who looks: SCREENSHOTS=folder.
    const name = `${page.replaceAll("/", "-")}-390-light.png`;
    if (process.env.SCREENSHOTS)
      writeFileSync(join(process.env.SCREENSHOTS, name), await browser.screenshot());
  });
});

describe.each([
  [390, "light"],
  [390, "dark"],
  [1280, "dark"],
  [1280, "light"],
])("on %i px in %s mode", (width, scheme) => {
  it.each(["index.html", "signing.html", "performance.html", "command.html"])(
    "%s has readable colors",
    async (page) => {
      await setScreen(width, scheme);
      await browser.goTo(`${server.address}${page}`);
      expect(await browser.evaluate(overflow)).toBeLessThanOrEqual(0);
      expect(await faults({ runOnly: ["color-contrast"] })).toEqual([]);
      const name = `${page}-${width}-${scheme}.png`;
      if (process.env.SCREENSHOTS)
        writeFileSync(join(process.env.SCREENSHOTS, name), await browser.screenshot());
    },
  );
});

it("links to pages, anchors and files that the site has", () => {
  const text = (name: string): string => readFileSync(join(site, name), "utf8");
  const ids = new Map(
    files.map((name) => [name, new Set(Array.from(text(name).matchAll(/ id="([^"]+)"/g), ([, id]) => id))]),
  );
  const broken = pages.flatMap((page) =>
    Array.from(text(page).matchAll(/<a [^>]*href="([^"]+)"/g), ([, href = ""]) => href)
      .filter((href) => {
        const { origin, pathname, hash } = new URL(href, `http://site${base}${page}`);
        if (origin !== "http://site") return false;
        const name = pathname.slice(base.length).replace(/(^|\/)$/, "$1index.html");
        if (!pathname.startsWith(base) || !existsSync(join(site, name))) return true;
        return hash !== "" && pages.includes(name) && !ids.get(name)?.has(decodeURIComponent(hash.slice(1)));
      })
      .map((href) => `${page}: ${href}`),
  );
  expect(broken).toEqual([]);
});

it("shows the chart of its own theme, and keeps the space between two links", () => {
  const text = (name: string): string => readFileSync(join(site, name), "utf8");
  for (const page of ["index.html", "performance.html"]) {
    expect(text(page), page).toContain('class="only-dark"');
    expect(text(page), page).not.toContain("<picture>");
  }
  expect(text("explain.html")).toContain(">1</a>, <a ");
});

it("leads to the inspector itself, not to the page that says how to start it", () => {
  for (const page of ["index.html", "explain.html", "tasks.html"]) {
    const text = readFileSync(join(site, page), "utf8");
    expect(text, page).toContain(`href="${base}inspector/"`);
    expect(text, page).not.toContain("examples/#inspector");
  }
});

it("leads to the demonstration itself", () => {
  for (const page of ["index.html", "grants.html", "players.html", "tasks.html"])
    expect(readFileSync(join(site, page), "utf8"), page).toContain(`href="${base}player/"`);
});

it("has every page in the sidebar, or one click from a page that is there", async () => {
  const { sidebar } = await import("./navigation.mjs");
  const linked = sidebar.flatMap(({ items }) =>
    items.map(({ link }) => link.slice(1).replace(/(^|\/)$/, "$1index.html")),
  );
  expect(files).toEqual(expect.arrayContaining(linked));
  const below = pages.filter((page) => !linked.includes(page));
  expect(below.filter((page) => !/^(?:api|examples|packages)\//.test(page))).toEqual([]);
});

describe("the search", () => {
  beforeAll(async () => {
    await setScreen(1280, "light");
    await browser.goTo(`${server.address}status.html`);
  });

  const firstHits: [question: string, page: string][] = [];

  it.each(Object.entries(questions))("finds %s among the first three", async (question, page) => {
    await browser.evaluate("sessionStorage.clear()");
    // The button works as soon as the scripts of the page have run.
    await browser.until(
      "document.querySelector('.VPLocalSearchBox') !== null || document.querySelector('.DocSearch-Button').click()",
    );
    await browser.until("document.activeElement?.id === 'localsearch-input'");
    await browser.evaluate("document.activeElement.select()");
    await browser.send("Input.insertText", { text: question });
    const firstThree = (): Promise<string[]> =>
      browser.evaluate(
        "[...document.querySelectorAll('.result')].slice(0, 3).map((one) => new URL(one.href).pathname)",
      );
    await expect.poll(firstThree).toContain(`${base}${page}`);
    const [first = ""] = await firstThree();
    firstHits.push([question, first.slice(base.length)]);
    await browser.send("Input.dispatchKeyEvent", {
      type: "keyDown",
      key: "Escape",
      code: "Escape",
      windowsVirtualKeyCode: 27,
    });
    await browser.until("document.querySelector('.VPLocalSearchBox') === null");
  });

  it("has the right page first for nine questions of ten", () => {
    expect(firstHits).toHaveLength(Object.keys(questions).length);
    const others = firstHits.filter(([question, first]) => questions[question] !== first);
    expect(others.length, others.join("\n")).toBeLessThanOrEqual(firstHits.length / 10);
  });
});

describe("the pages with a program", () => {
  it("the inspector explains a request", async () => {
    await browser.goTo(`${server.address}inspector/`);
    await browser.until("document.querySelectorAll('#samples button').length > 0");
  });

  it("the player plays a film for who signs in, and shows its requests", async () => {
    await browser.send("Emulation.setEmulatedMedia", { features: [] });
    await browser.goTo(`${server.address}player/`);
    await browser.until("document.querySelector('[type=password]') !== null");
    await browser.press("Sign in");
    await browser.until("document.querySelector('video')?.currentTime > 0.5");
    expect(await browser.evaluate("document.querySelector('#numDenied').innerText")).toBe("0");
  });

  it("the player offers only what works without a server", async () => {
    const cookies = "document.querySelector('#delivery').checkVisibility()";
    expect(await browser.evaluate(cookies)).toBe(false);
    expect(await browser.evaluate("document.body.innerText")).toContain("node examples/player/server.mjs");
    const titles: string[] = await browser.evaluate(
      "[...document.querySelectorAll('#experiments button')].map((one) => one.innerText)",
    );
    expect(titles.length).toBeGreaterThan(3);
    // The first one lets the endpoint fail, so the others come before it.
    for (const [i, title] of [...titles.entries()].reverse()) {
      const outcome = `document.querySelectorAll("#experiments .outcome")[${i}].innerText`;
      await browser.press(title);
      await browser.until(`${outcome} !== ""`);
      expect(await browser.evaluate(outcome)).not.toMatch("could not");
    }
  });
});

it("requests nothing from elsewhere", () => {
  expect(browser.requests.length).toBeGreaterThan(pages.length);
  const elsewhere = browser.requests.filter(
    (request) => !new RegExp(`^\\w+ (?:${server.address}|data:|blob:)`).test(request),
  );
  expect(elsewhere).toEqual([]);
});
