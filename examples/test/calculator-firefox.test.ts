import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { browsers } from "@cloudfront-sign-webcrypto/testing/runtimes";
import { type Served, servePage } from "@cloudfront-sign-webcrypto/testing/serve";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import axe from "axe-core";
import { type Browser, firefox, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeOptions } from "./support/axe-rules.ts";

const executablePath = browsers.find(({ name }) => name === "firefox")?.path ?? "";

/** What Firefox takes the color scheme from: the protocol cannot set it. */
const colorSchemes = { dark: 0, light: 1 };

describe.each(["light", "dark"] as const)("the calculator in Firefox in %s mode", (scheme) => {
  let server: Served;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    server = await servePage("calculator");
    browser = await firefox.launch({
      timeout: pollTimeout,
      channel: "moz-firefox",
      executablePath,
      firefoxUserPrefs: { "layout.css.prefers-color-scheme.content-override": colorSchemes[scheme] },
    });
    page = await browser.newPage();
    page.setDefaultTimeout(pollTimeout);
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (message) => complaints.push(message.text()));
    await page.goto(`${server.address}#traffic=visits&viewers=2000&lifetime=100s&urls=300&time=250&cost=0.5`);
    await page.evaluate(axe.source);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  const sentence = (): Promise<string> => page.locator("#advice .sentence").innerText();
  const cells = (): Promise<string[]> => page.locator("#result tbody tr td:nth-child(2)").allInnerTexts();

  it("calculates what the address holds, and what is entered", async () => {
    expect(await sentence()).toBe(
      "With grants, one process on one core is enough. With one signature for each URL, you need 3 cores.",
    );
    // 2,000 / 100 s × 250 µs = 0.005 cores; × 24 × 30 × 0.5 = 1.8 a month
    expect(await cells()).toEqual(["20", "1", "3.6"]);
    expect(await page.locator("#result p").allInnerTexts()).toEqual([
      "On average, grants keep one core busy for 18 seconds of each hour. One signature for each URL keeps 1.5 cores busy.",
      "At 0.5 per core-hour, grants cost 1.80 a month. One signature for each URL costs 540 a month.",
    ]);
    await page.getByLabel("URLs per viewer").fill("100");
    expect(await sentence()).toBe("One process on one core is enough, even with one signature for each URL.");
    await page.getByLabel("Kind of key").selectOption("P-256");
    expect(page.url()).toBe(
      `${server.address}#traffic=visits&viewers=2000&lifetime=100s&urls=100&key=P-256&cost=0.5&time=250`,
    );
    await page.getByLabel("Kind of traffic").selectOption("once");
    expect(await cells()).toEqual(["2,000", "0.5 core-seconds"]);
    await page.getByLabel("Kind of traffic").selectOption("viewers");
    await page.getByLabel("Lifetime of a grant").selectText();
    await page.keyboard.type("100");
    expect(await page.locator("#lifetimeProblem").innerText()).toBe("");
    await page.keyboard.press("Tab");
    expect(await page.locator("#lifetimeProblem").innerText()).toBe(
      "“100” has no unit. Write 100s, 100m, 100h or 100d.",
    );
  });

  describe.each([
    ["phone", 320, 844],
    ["desktop", 1280, 900],
  ])("on a %s", (device, width, height) => {
    beforeAll(() => page.setViewportSize({ width, height }));

    it.each([
      ["more than one core", "viewers=1e9&lifetime=1h&urls=1800&key=P-256&cost=0.05"],
      ["nonsense", "viewers=x&lifetime=4&urls=1.000&cost=$5,0&time=0.2"],
    ])("fits the screen and passes axe: %s", async (state, fragment) => {
      await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
      const viewers = new URLSearchParams(fragment).get("viewers");
      await expect.poll(() => page.getByLabel("Viewers", { exact: true }).inputValue()).toBe(viewers);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      expect(await page.evaluate(`matchMedia("(prefers-color-scheme: ${scheme})").matches`)).toBe(true);
      const violations = (await page.evaluate(
        `axe.run(${axeOptions(scheme)}).then(({ violations }) => violations)`,
      )) as axe.Result[];
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(complaints).toEqual([]);
      if (process.env.SCREENSHOTS) {
        const name = `calculator-firefox-${device}-${scheme}-${state.replaceAll(" ", "-")}.png`;
        writeFileSync(join(process.env.SCREENSHOTS, name), await page.screenshot({ fullPage: true }));
        complaints.length = 0;
      }
    });
  });
});
