import { Chromium } from "@cloudfront-sign-webcrypto/testing/chromium";
import { type Served, servePage } from "@cloudfront-sign-webcrypto/testing/serve";
import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fits, p256KeyPair, rsaKeyPair } from "./support/throw-away-keys.ts";

const started = Math.floor(Date.now() / 1000);

let server: Served;
let address = "";
let page: Chromium;

beforeAll(async () => {
  server = await servePage("web-page");
  address = server.address;
  page = await Chromium.open(address);
});
afterAll(async () => {
  await page?.close();
  server.close();
});
beforeEach(async () => {
  await page.send("Page.reload");
  await page.until("document.readyState === 'complete' && !document.querySelector('#privateKey').value");
});

const url = "https://d111111abcdef8.cloudfront.net/video 1.mp4";
const p256 = p256KeyPair();

async function sign(pem: string, given = url, keyPairId = "K2JCJMDEHXQW5F"): Promise<void> {
  await page.fill("Private key", pem);
  await page.fill("Key pair ID", keyPairId);
  await page.fill("URL", given);
  await page.press("Sign");
  await page.until("!document.querySelector('#result').hidden || !document.querySelector('#problem').hidden");
}
const shown = (): Promise<string> => page.evaluate("document.querySelector('#signedUrl').value");

describe("the page in Chromium", () => {
  it.each([
    ["P-256", p256],
    ["RSA", rsaKeyPair()],
  ])("signs with a pasted key of %s", async (kind, { pem, publicKey }) => {
    await sign(pem);
    const request = clientRequest(await shown());
    expect(request).toMatchObject({
      kind: "canned",
      keyPairId: "K2JCJMDEHXQW5F",
      hashAlgorithm: kind === "RSA" ? "SHA1" : "SHA256",
      resource: "https://d111111abcdef8.cloudfront.net/video%201.mp4",
    });
    expect(fits(publicKey, request)).toBe(true);
    const { DateLessThan } = JSON.parse(request.policy).Statement[0].Condition;
    expect(DateLessThan["AWS:EpochTime"]).toBeGreaterThanOrEqual(started + 3600);
    expect(DateLessThan["AWS:EpochTime"]).toBeLessThanOrEqual(Date.now() / 1000 + 3600);
  });

  it("signs for the chosen lifetime", async () => {
    await page.fill("Expires in", "7");
    await sign(p256.pem);
    const { DateLessThan } = JSON.parse(clientRequest(await shown()).policy).Statement[0].Condition;
    expect(DateLessThan["AWS:EpochTime"]).toBeGreaterThanOrEqual(started + 7 * 86400);
    expect(DateLessThan["AWS:EpochTime"]).toBeLessThanOrEqual(Date.now() / 1000 + 7 * 86400);
  });

  it("shows what is wrong below that field, and moves the focus to it", async () => {
    await sign("-----BEGIN PRIVATE KEY-----\nMIGH");
    expect(await page.evaluate("document.querySelector('[role=alert]').textContent")).toMatch(
      /^Private key: .*-----BEGIN or -----END/,
    );
    expect(await page.evaluate("document.activeElement.id + document.activeElement.ariaInvalid")).toBe(
      "privateKeytrue",
    );
    expect(await shown()).toBe("");
    expect(await page.evaluate("document.querySelector('[role=alert]').previousElementSibling.id")).toBe(
      "privateKeyHint",
    );
    await sign(p256.pem, "d111111abcdef8.cloudfront.net/a.mp4");
    expect(await page.evaluate("document.activeElement.id")).toBe("url");
    expect(await page.evaluate("document.querySelector('[role=alert]').previousElementSibling.id")).toBe(
      "urlHint",
    );
    await sign(p256.pem);
    expect(
      await page.evaluate(
        "[document.querySelector('#problem').hidden, document.querySelectorAll('[aria-invalid]').length].join()",
      ),
    ).toBe("true,0");
  });

  it.each([
    [
      "Key pair ID",
      [url, " "],
      "Key pair ID: is empty; enter the ID of the public key in CloudFront, such as K2JCJMDEHXQW5F",
    ],
    [
      "URL",
      ["https://cdn.example.com/a.mp4 https://cdn.example.com/b.mp4"],
      "URL: has two URLs, and this page signs one file; enter them one after the other",
    ],
    // The field drops the line break between them.
    [
      "URL",
      ["https://cdn.example.com/a.mp4\nhttps://cdn.example.com/b.mp4"],
      "URL: has two URLs, and this page signs one file; enter them one after the other",
    ],
    ["URL", [" "], "URL: is empty; enter the address of a file, such as https://cdn.example.com/a.mp4"],
    [
      "URL",
      ["https://cdn.example.com/course/*"],
      "URL: has a wildcard, and this page signs one file; enter its whole address, with %2A for a real *",
    ],
  ])("says in its own words what is missing in the field %s: %j", async (_, [given, id], message) => {
    await sign(p256.pem, given, id);
    expect(await page.evaluate("document.querySelector('[role=alert]').textContent")).toBe(message);
    expect(await page.evaluate("document.activeElement.ariaInvalid")).toBe("true");
    expect(await shown()).toBe("");
  });

  it.each([
    "https://cdn.example.com/fetch/https://example.org/a.jpg",
    "https://cdn.example.com/a?to=https://b.example/",
  ])("signs a URL with another one inside: %s", async (given) => {
    await sign(p256.pem, given);
    expect(await shown()).toContain(`${given}${given.includes("?") ? "&" : "?"}Expires=`);
  });

  const note = (): Promise<string> => page.evaluate("document.querySelector('#note').innerText");
  it("says in words what was signed, and until when", async () => {
    await sign(p256.pem);
    expect(await note()).toMatch(/^video%201\.mp4, until .*\d\d:\d\d/);
  });

  it.each([
    ["index.m3u8", "HLS"],
    ["manifest.mpd?a=b", "DASH"],
    ["INDEX.M3U8", "HLS"],
  ])("says of %s that its segments need a signature, too", async (file) => {
    await sign(p256.pem, `https://cdn.example.com/film/${file}`);
    expect(await shown()).toContain("Signature=");
    expect(await note()).toContain(
      "This signs the playlist alone. A player also requests its segments: sign cookies or a grant for their folder, see Playlists and manifests.",
    );
    await sign(p256.pem, "https://cdn.example.com/m3u8/a.mp4");
    expect(await note()).not.toContain("playlist");
  });

  it("says that http:// is another URL than https://", async () => {
    await sign(p256.pem, "http://cdn.example.com/a.mp4");
    expect(await note()).toContain(
      "This URL is valid with http:// alone, which others can read on its way. If viewers use https://, sign that URL.",
    );
    await sign(p256.pem, "http://localhost:8081/a.mp4");
    expect(await note()).not.toContain("http");
  });

  it.each([
    ["URL", () => page.fill("URL", "https://cdn.example.com/b.mp4")],
    ["Key pair ID", () => page.fill("Key pair ID", "K3JCJMDEHXQW5F")],
    ["Expires in", () => page.fill("Expires in", "7")],
  ])("hides the signed URL when the field %s changes after it", async (_, change) => {
    await sign(p256.pem);
    await change();
    expect(
      await page.evaluate(
        "[document.querySelector('#result').hidden, document.querySelector('#empty').hidden, document.querySelector('#signedUrl').value].join()",
      ),
    ).toBe("true,false,");
    expect(await page.evaluate("document.querySelector('#empty').innerText")).toBe(
      "A field has changed. Press Sign to sign again.",
    );
    await page.press("Sign");
    await page.until("!document.querySelector('#result').hidden");
    expect(await shown()).toContain("Signature=");
  });

  it.each(["Key pair ID", "URL"])("names a private key in the field %s, and removes it", async (label) => {
    for (const key of [p256.pem, btoa(p256.pem), `"${p256.pem.replaceAll("\n", "\\n")}"`]) {
      await page.fill(label, key);
      expect(await page.evaluate("document.querySelector('[role=alert]').textContent")).toBe(
        `${label}: had a private key, which was removed; paste it into “Private key”`,
      );
      expect(await page.evaluate("document.activeElement.value")).toBe("");
      expect(await page.evaluate("document.activeElement.ariaInvalid")).toBe("true");
    }
    await sign(p256.pem);
    expect(await page.evaluate("document.querySelector('#problem').hidden")).toBe(true);
  });

  it("requests only its own files, stores nothing, and its policy refuses fetch()", async () => {
    await sign(p256.pem);
    const own = [
      "",
      "page.css",
      "page.js",
      "notes.js",
      "private-key.js",
      "cloudfront-sign-webcrypto/index.js",
    ].map((file) => address + file);
    const asked = page.requests
      .map((request) => request.split(" ")[1] ?? "")
      .filter((asked) => !asked.startsWith("data:"));
    const chunk = `${address}cloudfront-sign-webcrypto/chunk-`;
    expect([...new Set(asked)].filter((one) => !own.includes(one) && !one.startsWith(chunk))).toEqual([]);
    expect(page.complaints).toEqual([]);
    expect(
      await page.evaluate(
        "Object.keys(localStorage).length + Object.keys(sessionStorage).length + document.cookie.length",
      ),
    ).toBe(0);
    expect(await page.evaluate(`fetch("${address}page.css").then(() => "sent", () => "refused")`)).toBe(
      "refused",
    );
    page.complaints.length = 0; // the refusal above
  });

  it("gives every control an accessible name", async () => {
    await sign(p256.pem);
    const { nodes } = await page.send("Accessibility.getFullAXTree");
    const controls = nodes
      // biome-ignore lint/suspicious/noExplicitAny: nodes of the DevTools protocol
      .filter((node: any) => ["textbox", "combobox", "button"].includes(node.role?.value))
      // biome-ignore lint/suspicious/noExplicitAny: nodes of the DevTools protocol
      .map((node: any) => `${node.role.value} ${node.name.value}`);
    expect(controls).toEqual([
      "textbox Private key",
      "textbox Key pair ID",
      "textbox URL",
      "combobox Expires in",
      "button Sign",
      "textbox Signed URL",
      "button Copy",
    ]);
  });
});
