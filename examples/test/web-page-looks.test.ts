import { generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chromium } from "@cloudfront-sign-webcrypto/testing/chromium";
import { type Served, servePage } from "@cloudfront-sign-webcrypto/testing/serve";
import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeOptions, expectedRules } from "./support/axe-rules.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

let server: Served;
let page: Chromium;
beforeAll(async () => {
  server = await servePage("web-page");
  page = await Chromium.open(server.address);
  await page.evaluate(axe.source);
});
afterAll(async () => {
  await page?.close();
  server?.close();
});

async function sign(url: string, shown: string): Promise<void> {
  await page.fill("Private key", pem);
  await page.fill("Key pair ID", "K2JCJMDEHXQW5F");
  await page.fill("URL", url);
  await page.press("Sign");
  await page.until(`!document.querySelector("${shown}").hidden`);
}

describe.each([
  ["phone", 320, "light"],
  ["phone", 390, "dark"],
  ["desktop", 1280, "light"],
  ["desktop", 1280, "dark"],
])("the page that signs, on a %s %i px wide in %s mode", (device, width, scheme) => {
  beforeAll(async () => {
    const mobile = device === "phone";
    await page.send("Emulation.setDeviceMetricsOverride", {
      width,
      height: 844,
      deviceScaleFactor: 1,
      mobile,
    });
    await page.send("Emulation.setTouchEmulationEnabled", { enabled: mobile });
    await page.send("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-color-scheme", value: scheme }],
    });
  });

  it.each([
    ["a problem", "d111111abcdef8.cloudfront.net/a.mp4", "#problem"],
    ["a signed URL", "https://d111111abcdef8.cloudfront.net/a.mp4", "#result"],
    ["a signed playlist", "http://d111111abcdef8.cloudfront.net/index.m3u8", "#result"],
  ])("fits the screen and passes axe: %s", async (state, url, shown) => {
    await sign(url, shown);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    const { violations, passes }: axe.AxeResults = await page.evaluate(
      `axe.run(${axeOptions(scheme)}).then(({ violations, passes }) => ({ violations, passes }))`,
    );
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(passes.map(({ id }) => id)).toEqual(
      expect.arrayContaining(expectedRules(scheme, "region", "label")),
    );
    // For the one who looks: SCREENSHOTS=folder npm test -- example.
    const name = `web-page-${device}-${width}-${scheme}-${state.replaceAll(" ", "-")}.png`;
    if (process.env.SCREENSHOTS) writeFileSync(join(process.env.SCREENSHOTS, name), await page.screenshot());
  });

  it("shows the signed URL beside the fields on a desktop, and below them on a phone", async () => {
    const [button, result] = await page.evaluate(
      `["[type=submit]", "#signedUrl"].map((one) => document.querySelector(one).getBoundingClientRect().toJSON())`,
    );
    if (device === "phone") expect(result.top).toBeGreaterThan(button.bottom);
    else expect([result.left > button.right, result.bottom < button.top]).toEqual([true, true]);
  });
});

it("knows private keys as the inspector does: who copies one folder has it", () => {
  const [own, ofInspector] = ["web-page", "inspector"].map((name) =>
    readFileSync(join(import.meta.dirname, "..", name, "private-key.js"), "utf8"),
  );
  expect(own).toBe(ofInspector);
});

it("has the colors of the other pages", async () => {
  const colors = (): Promise<string[]> =>
    page.evaluate(
      `["body", "h2", ".main"].flatMap((one) => {
        const { color, backgroundColor, fontFamily } = getComputedStyle(document.querySelector(one));
        return [color, backgroundColor, fontFamily];
      })`,
    );
  const own = await colors();
  const inspector = await servePage("inspector");
  try {
    await page.goTo(inspector.address);
    expect(own).toEqual(await colors());
  } finally {
    inspector.close();
  }
});
