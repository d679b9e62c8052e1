import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browsers } from "@cloudfront-sign-webcrypto/testing/runtimes";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeExample } from "./support/describe-example.ts";
import { account } from "./support/environment.ts";
import type { RunningExample } from "./support/running-example.ts";

/** The width of the image as it came, 0 if it did not. */
const imageWidth = (page: Page): Promise<number> =>
  page.locator("img").evaluate((image: HTMLImageElement) =>
    image.decode().then(
      () => image.naturalWidth,
      () => 0,
    ),
  );

function inChromium({ app, cdn, folder }: RunningExample): void {
  it("keeps the whole query of an image, a ? in it too", async () => {
    const { default: load } = await import(pathToFileURL(join(folder(), "cdn-loader.js")).href);
    const src = `${cdn().origin}/a.jpg?from=/b?c&Expires=1&Signature=s`;
    expect(load({ src, width: 64 })).toBe(`${cdn().origin}/a.jpg?w=64&q=75&from=/b?c&Expires=1&Signature=s`);
  });

  describe("in Chromium", () => {
    let browser: Browser;
    let page: Page;
    const requests: string[] = [];
    beforeAll(async () => {
      const executablePath = browsers.find(({ name }) => name === "chromium")?.path ?? "";
      browser = await chromium.launch({ executablePath, timeout: pollTimeout, args: ["--no-sandbox"] });
    });
    afterAll(() => browser?.close());
    beforeEach(async () => {
      page = await (await browser.newContext()).newPage();
      page.setDefaultTimeout(pollTimeout);
      requests.length = 0;
      page.on("request", (request) => requests.push(request.url()));
    });
    const signIn = async () => {
      await page.goto(app());
      await page.getByLabel("User").fill(account.user);
      await page.getByLabel("Password").fill(account.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { name: "Welcome" }).waitFor();
    };

    it("shows no image before sign-in", async () => {
      for (const path of ["/by-grant", "/by-cookies"]) {
        await page.goto(app() + path);
        expect(new URL(page.url()).pathname).toBe("/");
        expect(await page.locator("img").count()).toBe(0);
      }
      expect(requests.filter((url) => url.startsWith(cdn().origin))).toEqual([]);
    });

    it("shows an image with a signed URL after sign-in", async () => {
      await signIn();
      await page.goto(`${app()}/by-grant`);
      expect(await imageWidth(page)).toBeGreaterThan(0);
      const image = requests.find((url) => url.startsWith(cdn().origin)) ?? "";
      expect(image).toMatch(
        /\/course\/cover\.jpg\?w=\d+&q=75&Policy=[\w~-]+&Signature=[\w~-]+&Key-Pair-Id=\w+$/,
      );
    });

    it("has widths for other screens, which the same signature covers", async () => {
      await signIn();
      await page.goto(`${app()}/by-grant`);
      const srcset = (await page.locator("img").getAttribute("srcset")) ?? "";
      const urls = srcset.split(", ").map((candidate) => candidate.split(" ")[0] ?? "");
      expect(urls.length).toBeGreaterThan(1);
      expect(new Set(urls.map((url) => new URL(url).searchParams.get("Signature"))).size).toBe(1);
      for (const url of urls) expect((await fetch(url)).status).toBe(200);
    });

    it("shows an image with a plain URL once the browser has cookies, and not before or after", async () => {
      await signIn();
      await page.goto(`${app()}/by-cookies`);
      expect(await imageWidth(page)).toBe(0);
      await page.evaluate(() => fetch("/cookies", { method: "POST" }));
      await page.reload();
      expect(await imageWidth(page)).toBeGreaterThan(0);
      expect(requests.filter((url) => url.includes("Signature"))).toEqual([]);

      const course = `${cdn().origin}/course/cover.jpg`;
      expect(await page.context().cookies(course)).not.toEqual([]);
      await page.goto(app());
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("button", { name: "Sign in" }).waitFor();
      expect(await page.context().cookies(course)).toEqual([]);
      expect((await page.goto(course))?.status()).toBe(403);
    });

    it("never asks for /_next/image", async () => {
      await signIn();
      await page.goto(`${app()}/by-grant`);
      await imageWidth(page);
      expect(requests.filter((url) => url.includes("/_next/image"))).toEqual([]);
    });
  });

  it("sends neither the library nor the key to browsers", () => {
    const sent = join(folder(), ".next/static");
    const files = readdirSync(sent, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".js"),
    );
    expect(files.length).toBeGreaterThan(0);
    const code = files.map((name) => readFileSync(join(sent, name), "utf8")).join("\n");
    expect(code).not.toMatch(/CLOUDFRONT_PRIVATE_KEY|createCloudFrontSigner|ERR_KEY_/);
  });
}

describeExample("next", { further: inChromium });
