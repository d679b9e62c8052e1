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

describe.each(["light", "dark"] as const)("the page in Firefox in %s mode", (scheme) => {
  let server: Served;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    server = await servePage("inspector");
    browser = await firefox.launch({
      timeout: pollTimeout,
      channel: "moz-firefox",
      executablePath,
      firefoxUserPrefs: {
        "layout.css.prefers-color-scheme.content-override": colorSchemes[scheme],
        "ui.prefersReducedMotion": 1,
      },
    });
    page = await browser.newPage();
    page.setDefaultTimeout(pollTimeout);
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (message) => complaints.push(message.text()));
    await page.goto(server.address);
    await page.evaluate(axe.source);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  const sentence = (): Promise<string> => page.locator("#verdict .sentence").innerText();

  describe.each([
    ["phone", 390, 844],
    ["desktop", 1280, 900],
  ])("on a %s", (device, width, height) => {
    beforeAll(() => page.setViewportSize({ width, height }));

    it.each<[state: string, show: () => Promise<void>]>([
      ["nothing yet", () => page.getByRole("button", { name: "Clear" }).click()],
      [
        "a difference",
        async () => {
          await page.getByRole("button", { name: "Another host name" }).click();
          await expect.poll(sentence).toBe("The signature is for another host name.");
        },
      ],
      [
        "undecided",
        async () => {
          await page.getByRole("button", { name: "Parameter added" }).click();
          await page.evaluate("document.querySelector('#more').open = true");
          await page.getByLabel("Public key", { exact: true }).fill("");
          await page.getByRole("button", { name: "Explain" }).click();
          await expect
            .poll(() => page.locator("#publicKeyWhy").innerText())
            .toMatch(/^Enter the public key: /);
        },
      ],
      [
        "a copied diagnosis",
        async () => {
          await page.getByRole("button", { name: "Expired" }).click();
          await expect.poll(sentence).toMatch(/expired/);
          await page.getByRole("button", { name: "Copy the diagnosis" }).click();
          await expect
            .poll(() => page.locator(".share [role=status]").innerText())
            .toMatch(/contains no signature/);
        },
      ],
      [
        "a private key",
        async () => {
          await page
            .getByLabel("Signed URL or cookies, and the response")
            .fill("-----BEGIN PRIVATE KEY-----");
          await expect.poll(() => page.locator("[role=alert]").innerText()).toMatch(/That was a private key/);
        },
      ],
    ])("fits the screen and passes axe: %s", async (state, show) => {
      await show();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      expect(await page.evaluate(`matchMedia("(prefers-color-scheme: ${scheme})").matches`)).toBe(true);
      const violations = (await page.evaluate(
        `axe.run(${axeOptions(scheme)}).then(({ violations }) => violations)`,
      )) as axe.Result[];
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(complaints).toEqual([]);
      if (process.env.SCREENSHOTS) {
        const name = `inspector-firefox-${device}-${scheme}-${state.replaceAll(" ", "-")}.png`;
        writeFileSync(join(process.env.SCREENSHOTS, name), await page.screenshot({ fullPage: true }));
        complaints.length = 0;
      }
    });
  });
});
