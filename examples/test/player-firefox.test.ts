import { browsers } from "@cloudfront-sign-webcrypto/testing/runtimes";
import { type Served, servePlayer } from "@cloudfront-sign-webcrypto/testing/serve";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import axe from "axe-core";
import { type Browser, firefox, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const executablePath = browsers.find(({ name }) => name === "firefox")?.path ?? "";

describe("a film in Firefox", () => {
  let server: Served;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];
  const answers: { url: string; status: number }[] = [];
  const ofCdn = () => answers.filter(({ url }) => new URL(url).pathname.startsWith("/film/"));

  beforeAll(async () => {
    server = await servePlayer(3);
    browser = await firefox.launch({ timeout: pollTimeout, channel: "moz-firefox", executablePath });
    page = await browser.newPage();
    page.setDefaultTimeout(pollTimeout);
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on("response", (response) => answers.push({ url: response.url(), status: response.status() }));
    await page.goto(server.address);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  const time = (): Promise<number> => page.evaluate("document.querySelector('video').currentTime");
  async function plays(seconds: number): Promise<void> {
    const start = await time();
    await expect.poll(time).toBeGreaterThan(start + seconds);
  }
  const numGrants = async (): Promise<number> => Number(await page.locator("#numGrants").innerText());

  it("plays after sign-in, over two grants", async () => {
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect.poll(numGrants).toBeGreaterThan(2);
    await plays(1);
    expect(new Set(ofCdn().map(({ status }) => status))).toEqual(new Set([200]));
    expect(ofCdn().every(({ url }) => url.includes("Signature="))).toBe(true);
  });

  it("plays by cookies", async () => {
    const byCookies = () => ofCdn().filter(({ url }) => !url.includes("Signature="));
    await page.getByLabel("Cookies").check();
    await expect.poll(() => byCookies().length).toBeGreaterThan(8);
    await plays(2);
    expect(byCookies().filter(({ status }) => status !== 200)).toEqual([]);
    expect(ofCdn().at(-1)?.url).not.toMatch("Signature=");
  });

  it("passes axe", async () => {
    await page.evaluate(axe.source);
    const violations = (await page.evaluate(
      "axe.run({ preload: false }).then(({ violations }) => violations)",
    )) as axe.Result[];
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it("requests nothing more after sign-out", async () => {
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await page.getByLabel("Password").waitFor();
    const { length } = answers;
    await page.waitForTimeout(3000);
    expect(answers.slice(length)).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(errors).toEqual([]);
  });
});
