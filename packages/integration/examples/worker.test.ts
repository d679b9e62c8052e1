import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { workerd } from "@cloudfront-sign-webcrypto/testing/runtimes";
import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle, examples } from "./support/bundle.ts";
import { fits, type KeyPair, p256KeyPair, rsaKeyPair } from "./support/throw-away-keys.ts";

const startTime = Math.floor(Date.now() / 1000);

const folder = mkdtempSync(join(tmpdir(), "example-worker-"));
const started: ChildProcess[] = [];

beforeAll(async () => {
  writeFileSync(join(folder, "bundle.js"), await bundle("worker/worker.js", { format: "esm" }));
  copyFileSync(join(examples, "worker/workerd.capnp"), join(folder, "workerd.capnp"));
});
afterAll(async () => {
  for (const child of started) {
    child.kill();
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

const settings = {
  CLOUDFRONT_DOMAIN: "d111111abcdef8.cloudfront.net",
  CLOUDFRONT_KEY_PAIR_ID: "K2JCJMDEHXQW5F",
  SESSION_TOKEN: "4c1f0e9ab37d58620d9e6fb1c827a453",
};
type Settings = Partial<typeof settings & { CLOUDFRONT_PRIVATE_KEY: string }>;

/** What the Workers have logged. */
let log = "";

/** Starts workerd with the example's own configuration on a free port. @returns its address */
async function serve(env: Settings): Promise<string> {
  const child = spawn(
    workerd,
    ["serve", "--socket-addr=http=127.0.0.1:0", "--control-fd=3", "workerd.capnp"],
    {
      cwd: folder,
      stdio: ["ignore", "inherit", "pipe", "pipe"],
      env: { PATH: process.env.PATH, ...env },
    },
  );
  started.push(child);
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    log += text;
  });
  const [line] = await once((child.stdio[3] as Readable).setEncoding("utf8"), "data");
  return `http://127.0.0.1:${JSON.parse(line).port}`;
}

const headers = { Authorization: `Bearer ${settings.SESSION_TOKEN}` };
const ask = (address: string, path: string, options: RequestInit = { headers }): Promise<Response> =>
  fetch(address + path, { redirect: "manual", ...options });

const kinds: [kind: string, pair: KeyPair, secret: (pem: string) => string][] = [
  ["an RSA key", rsaKeyPair(), (pem) => pem],
  ["a P-256 key on one line with \\n", p256KeyPair(), (pem) => pem.replaceAll("\n", "\\n")],
];

describe.each(kinds)("the Worker in workerd, with %s as its secret", (_, { pem, publicKey }, secret) => {
  let address = "";
  beforeAll(async () => {
    address = await serve({ ...settings, CLOUDFRONT_PRIVATE_KEY: secret(pem) });
  });

  it("answers 40 concurrent first requests with signed URLs", async () => {
    const paths = Array.from({ length: 40 }, (_, i) => `/videos/part ${i}.mp4`);
    const responses = await Promise.all(paths.map((path) => ask(address, path)));
    for (const [i, response] of responses.entries()) {
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([302, "private, no-store"]);
      const request = clientRequest(response.headers.get("Location") ?? "");
      expect(request).toMatchObject({
        kind: "canned",
        keyPairId: "K2JCJMDEHXQW5F",
        resource: `https://d111111abcdef8.cloudfront.net/videos/part%20${i}.mp4`,
      });
      expect(fits(publicKey, request)).toBe(true);
      const { DateLessThan } = JSON.parse(request.policy).Statement[0].Condition;
      expect(DateLessThan["AWS:EpochTime"]).toBeGreaterThanOrEqual(startTime + 600);
      expect(DateLessThan["AWS:EpochTime"]).toBeLessThanOrEqual(Date.now() / 1000 + 600);
    }
  });

  it("answers 401 without the session, and 404 outside /videos", async () => {
    for (const wrong of ["", "Bearer ", "Bearer undefined", `Bearer ${settings.SESSION_TOKEN}x`, "Bearer x"])
      expect((await ask(address, "/videos/1.mp4", { headers: { Authorization: wrong } })).status).toBe(401);
    expect((await ask(address, "/videos/1.mp4", {})).status).toBe(401);
    const elsewhere = await ask(address, "/private/1.mp4");
    expect([elsewhere.status, elsewhere.headers.get("Location")]).toEqual([404, null]);
  });

  it.each([
    "/videos",
    "/videos/",
    "/videos//x",
    "/videos/a//b",
    "/videos/%252e%252e/secret",
    "/videos/..%2fsecret",
    "/videos/a%2F..%2Fsecret",
    "/videos/%5c..%5csecret",
    "/videos/%c0%ae%c0%ae/secret",
    "/videos/%EF%BC%8E%EF%BC%8E/secret",
    "/videos/..;/secret",
    "/videos/.git",
    "/videos/a%00.mp4",
    "/videos/a%0d%0ab",
    "/videos/a.mp4*",
    "/videos/%2a",
  ])("signs nothing for %s, which servers read in several ways", async (path) => {
    const response = await ask(address, path);
    expect([response.status, response.headers.get("Location")]).toEqual([404, null]);
  });

  it("signs names of other languages", async () => {
    const response = await ask(address, "/videos/caf%C3%A9/%E6%98%A0%E7%94%BB 1.mp4");
    expect(response.headers.get("Location")).toContain("/videos/caf%C3%A9/%E6%98%A0%E7%94%BB%201.mp4?");
  });
});

const { pem } = p256KeyPair();
const unusable = [undefined, "", "   ", "undefined", "null", "change-me"];
const steps = {
  CLOUDFRONT_DOMAIN:
    "set the variable to the distribution's host name, such as d111111abcdef8.cloudfront.net",
  CLOUDFRONT_KEY_PAIR_ID: "set the variable to the ID of the public key, such as K2JCJMDEHXQW5F",
  CLOUDFRONT_PRIVATE_KEY: "run npx wrangler secret put CLOUDFRONT_PRIVATE_KEY < private.pem",
  SESSION_TOKEN: "run openssl rand -hex 32 | npx wrangler secret put SESSION_TOKEN",
};

describe.each(Object.entries(steps))("the Worker without a usable %s", (variable, step) => {
  it("answers 500 to everybody, signs nothing, and logs what to set", async () => {
    for (const value of unusable) {
      log = "";
      const { [variable]: _, ...env } = { ...settings, CLOUDFRONT_PRIVATE_KEY: pem } as Record<
        string,
        string
      >;
      const address = await serve({ ...env, ...(value !== undefined && { [variable]: value }) });
      for (const Authorization of [headers.Authorization, `Bearer ${value}`, "Bearer undefined"]) {
        const response = await ask(address, "/videos/1.mp4", { headers: { Authorization } });
        expect([response.status, response.headers.get("Location")]).toEqual([500, null]);
        expect(response.headers.get("Cache-Control")).toBe("private, no-store");
        expect(await response.text()).toBe("Something went wrong.\n");
      }
      await expect
        .poll(() => log)
        .toContain(`${variable}: is not ${value?.trim() ? "usable" : "set"}; ${step}`);
    }
  });
});

it.each(["x".repeat(32), "complex_password_at_least_32_characters_long", "1234567890".repeat(4)])(
  "the Worker signs nothing with the token %s, which others can guess",
  async (token) => {
    log = "";
    const address = await serve({ ...settings, CLOUDFRONT_PRIVATE_KEY: pem, SESSION_TOKEN: token });
    const response = await ask(address, "/videos/1.mp4", { headers: { Authorization: `Bearer ${token}` } });
    expect([response.status, response.headers.get("Location")]).toEqual([500, null]);
    await expect
      .poll(() => log)
      .toContain(`SESSION_TOKEN: is a sample or a pattern, which others can guess; ${steps.SESSION_TOKEN}`);
  },
);

it("answers 500 when the secret is not a key, without showing the secret", async () => {
  log = "";
  const secret = "not-the-key".repeat(10);
  const response = await ask(await serve({ ...settings, CLOUDFRONT_PRIVATE_KEY: secret }), "/videos/1.mp4");
  expect([response.status, response.headers.get("Location")]).toEqual([500, null]);
  await expect.poll(() => log).toContain("privateKey: ");
  expect(log + (await response.text())).not.toContain("not-the-key");
});
