import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Chromium } from "@cloudfront-sign-webcrypto/testing/chromium";
import { type Moto, startMoto } from "@cloudfront-sign-webcrypto/testing/moto";
import { findPython } from "@cloudfront-sign-webcrypto/testing/python";
import axe from "axe-core";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../upload/app.mjs";
import { Program } from "./frameworks/support/program.ts";
import { axeOptions } from "./support/axe-rules.ts";
import { originAccessControl } from "./support/origin-access-control.ts";

/** The example in Chromium, against `serve` in front of the S3 of moto. */

const requirements = join(import.meta.dirname, "../../packages/integration/keys/requirements.txt");
const { python, problem } = await findPython([requirements]);
if (problem !== undefined) console.log(`Not run: the example upload, which needs moto. ${problem}`);

const folder = mkdtempSync(join(tmpdir(), "example-upload-"));
const keyPair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
const pairs = { uploads: keyPair(), files: keyPair() };
const keyPairIds = { uploads: "K1UHSKKXQEXAMP", files: "K2JCJMDEHXQW5F" };

const addressOf = (server: Server): string => `http://localhost:${(server.address() as AddressInfo).port}`;
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, resolve));

describe.runIf(python)("uploads through CloudFront", () => {
  let moto: Moto;
  let app: Server;
  let signing: Server;
  let browser: Chromium;
  let user: string | undefined = "ada";
  const edges: Program[] = [];
  const address = () => addressOf(app);

  /** A local CloudFront in front of the bucket, which trusts one key. */
  async function distribution(name: "uploads" | "files") {
    writeFileSync(join(folder, `${name}.pem`), pairs[name].publicKey);
    const edge = new Program({
      command: join(import.meta.dirname, "../node_modules/.bin/cloudfront-sign"),
      args: [
        ...["serve", `${addressOf(signing)}/private-media`, "--port", "0"],
        ...["--public-key", `${keyPairIds[name]}=${name}.pem`],
      ],
      cwd: folder,
      env: { PATH: process.env.PATH ?? "" },
    });
    edges.push(edge);
    const { origin } = new URL(await edge.firstLine());
    const { privateKey } = pairs[name];
    return { origin, signer: createCloudFrontSigner({ keyPairId: keyPairIds[name], privateKey }) };
  }

  let files: Awaited<ReturnType<typeof distribution>>;
  let uploads: Awaited<ReturnType<typeof distribution>>;

  beforeAll(async () => {
    moto = await startMoto(python as string);
    expect((await fetch(`${moto.address}/private-media`, { method: "PUT" })).status).toBe(200);
    signing = originAccessControl(moto.address);
    await listen(signing);
    [uploads, files] = [await distribution("uploads"), await distribution("files")];
    app = createServer(createApp({ uploads, files, userOf: async () => user }));
    await listen(app);
    browser = await Chromium.open(address());
    await browser.evaluate(axe.source);
  });
  afterAll(async () => {
    await browser?.close();
    app?.close();
    signing?.close();
    for (const edge of edges) edge.end();
    await moto?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const post = async (path: string, value: object) => {
    const response = await fetch(address() + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(value),
    });
    return { status: response.status, ...(await response.json()) };
  };
  const announce = (changes: object = {}) =>
    post("/uploads", { name: "report.pdf", type: "application/pdf", size: 3, ...changes });
  const put = (url: string, body = "abc", type = "application/pdf") =>
    fetch(url, { method: "PUT", body, headers: { "Content-Type": type } });

  async function choose(path: string): Promise<void> {
    const { root } = await browser.send("DOM.getDocument");
    const { nodeId } = await browser.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#file" });
    await browser.send("DOM.setFileInputFiles", { nodeId, files: [path] });
  }
  const status = (): Promise<string> => browser.evaluate("document.querySelector('#status').innerText");

  it("shows the progress in Chromium, and the file arrives", async () => {
    const bytes = Buffer.alloc(3_000_000, "upload");
    writeFileSync(join(folder, "report 1.pdf"), bytes);
    await browser.evaluate(`
      window.seen = [];
      new MutationObserver(() => seen.push(document.querySelector("#status").innerText))
        .observe(document.querySelector("#status"), { childList: true });
      void 0`);
    await browser.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 3_000_000,
    });
    await choose(join(folder, "report 1.pdf"));
    await browser.until("document.querySelector('#status a') !== null");
    const seen: string[] = await browser.evaluate("window.seen");
    const percents = seen.flatMap((text) => /^(\d+)% sent$/.exec(text)?.[1] ?? []).map(Number);
    expect(percents.length).toBeGreaterThan(2);
    expect(percents).toEqual([...percents].sort((one, other) => one - other));
    expect(percents.at(-1)).toBe(100);
    const file = await fetch(await browser.evaluate("document.querySelector('#status a').href"));
    expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it("says in Chromium what the server refused, and takes the next file", async () => {
    writeFileSync(join(folder, "page.html"), "<script>");
    await choose(join(folder, "page.html"));
    await expect.poll(status).toBe("Only PDF, JPEG and PNG files can be uploaded.");
    writeFileSync(join(folder, "small.png"), "png");
    await choose(join(folder, "small.png"));
    await expect.poll(status).toBe("Uploaded. Open the file");
  });

  it("can be canceled in Chromium", async () => {
    writeFileSync(join(folder, "large.pdf"), Buffer.alloc(20_000_000));
    await browser.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 100_000,
    });
    await choose(join(folder, "large.pdf"));
    await browser.until("!document.querySelector('#cancel').disabled");
    await browser.press("Cancel");
    await expect.poll(status).toBe("Canceled.");
  });

  it("breaks no rule of axe, and no rule of its content security policy", async () => {
    const { violations } = await browser.evaluate(`axe.run(${JSON.stringify(axeOptions)})`);
    expect(violations).toEqual([]);
    expect(browser.complaints.filter((text) => text.includes("Content Security Policy"))).toEqual([]);
  });

  it.each([
    ["a name with a path", { name: "../a.pdf" }, 400],
    ["no name", { name: undefined }, 400],
    ["another type", { type: "text/html" }, 415],
    ["an empty file", { size: 0 }, 413],
    ["a file that is too large", { size: 50_000_001 }, 413],
  ])("signs nothing for %s", async (_, changes, expected) => {
    const { status, url } = await announce(changes);
    expect([status, url]).toEqual([expected, undefined]);
  });

  it("signs nothing for those who are not signed in, and answers no form of another site", async () => {
    user = undefined;
    expect((await announce()).status).toBe(401);
    user = "ada";
    const form = await fetch(`${address()}/uploads`, { method: "POST", body: "{}" });
    expect(form.status).toBe(415);
  });

  it("does not give out what is not as announced, or of another user", async () => {
    const { key, url } = await announce();
    expect((await post("/uploads/check", { key })).status).toBe(422);
    expect((await put(url, "abcd")).status).toBe(200);
    expect((await post("/uploads/check", { key })).status).toBe(422);
    expect((await put(url, "abc", "text/html")).status).toBe(200);
    expect((await post("/uploads/check", { key })).status).toBe(422);
    expect((await put(url)).status).toBe(200);
    user = "eve";
    expect((await post("/uploads/check", { key })).status).toBe(404);
    user = "ada";
    expect((await post("/uploads/check", { key })).status).toBe(200);
  });

  it("signs one object key: no other, and not with the key for reading", async () => {
    const { key, url } = await announce();
    expect((await put(url.replace("report.pdf", "other.pdf"))).status).toBe(403);
    await put(url);
    const { url: read } = await post("/uploads/check", { key });
    expect((await put(read.replace(files.origin, uploads.origin))).status).toBe(403);
  });

  it("shows why there are two distributions: a URL for reading writes where PUT is allowed", async () => {
    const { key, url } = await announce();
    await put(url);
    const { url: read } = await post("/uploads/check", { key });
    // `serve` passes on every method, as a cache behavior with all seven of them.
    expect((await put(read, "from a reader")).status).toBe(200);
    expect(await (await fetch(read)).text()).toBe("from a reader");
  });
});
