import { Chromium } from "@cloudfront-sign-webcrypto/testing/chromium";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { grantHandler } from "cloudfront-sign-media/server";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pageScript, pages } from "./support/documented.ts";
import { openHosts, pageFile, type Setting, videoOrigin } from "./support/hosts.ts";
import { videoFolder } from "./support/media.ts";
import type { Sites } from "./support/sites.ts";

/**
 * A signer whose clock is behind: CloudFront denies each grant before the client renews it, again and again. hls.js with
 * a buffer of seconds plays on.
 */

const behind = 25;
/** As the client sees it; CloudFront takes the grant for 8 seconds. */
const grantSeconds = behind + 8;
const playSeconds = 40;

const now = () => new Date(Date.now() - behind * 1000);
const signer = createCloudFrontSigner({
  keyPairId: "K2JCJMDEHXQW5F",
  privateKey: keyText("rsa2048.pkcs8.pem"),
  now,
});
const endpoint = grantHandler({
  signer,
  authorize: () => ({ resource: "https://cdn.example.com/course/42/*", expiresIn: grantSeconds }),
  now,
}) as (request: Request) => Promise<Response>;

const html = `<!doctype html><title>player</title><video muted autoplay playsinline></video><script type="module" src="/page.js"></script>`;
const shortBuffer = `Object.assign(hls.config, { maxBufferLength: 6, maxMaxBufferLength: 6 });`;

let sites = {} as Sites;
let browser = {} as Chromium;

beforeAll(async () => {
  const setting = { cors: "any origin" } as Setting;
  const origin = videoOrigin(await videoFolder(playSeconds + 20, 6), () => setting);
  const script = await pageScript(`${pages.get("hls-query")}\n${shortBuffer}`);
  const app = {
    "GET /": () => pageFile(html, "html"),
    "GET /page.js": () => pageFile(script, "javascript"),
    "GET /favicon.ico": () => new Response(),
    "POST /api/course/42": endpoint,
  };
  sites = await openHosts(app, origin, origin, () => setting);
  browser = await Chromium.open("about:blank", [
    ...sites.switches,
    "--mute-audio",
    "--autoplay-policy=no-user-gesture-required",
  ]);
}, 120_000);
afterAll(async () => {
  await browser.close?.();
  sites.close?.();
});

it("hls.js plays on with a signer whose clock is 25 seconds behind", async () => {
  await browser.goTo("https://app.example.com/");
  await browser.until(`document.querySelector("video").currentTime > ${playSeconds}`);
  const ofMedia = sites.answered.filter(({ request }) => request.url.startsWith("https://cdn.example.com/"));
  const pathsOf = (status: number) =>
    ofMedia.filter((one) => one.status === status).map(({ request }) => new URL(request.url).pathname);
  const denied = pathsOf(403);
  // Several grants ended one after the other, and each URL that was denied worked with the next one.
  expect(denied.length).toBeGreaterThan(3);
  expect(new Set(denied).size).toBe(denied.length);
  const answered = [...pathsOf(200), ...pathsOf(206)];
  expect(denied.filter((path) => !answered.includes(path))).toEqual([]);
}, 150_000);
