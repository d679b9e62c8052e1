import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { workerd } from "@cloudfront-sign-webcrypto/tools/runtimes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientRequest } from "../suite/support/client.ts";
import { bundle, examples } from "./support/bundle.ts";
import { fits, type KeyPair, p256KeyPair, rsaKeyPair } from "./support/throw-away-keys.ts";

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

/** Starts workerd with the example's own configuration on a free port. @returns its address */
async function serve(privateKey: string): Promise<string> {
  const child = spawn(
    workerd,
    ["serve", "--socket-addr=http=127.0.0.1:0", "--control-fd=3", "workerd.capnp"],
    {
      cwd: folder,
      stdio: ["ignore", "inherit", "inherit", "pipe"],
      env: {
        PATH: process.env.PATH,
        CLOUDFRONT_DOMAIN: "d111111abcdef8.cloudfront.net",
        CLOUDFRONT_KEY_PAIR_ID: "K2JCJMDEHXQW5F",
        CLOUDFRONT_PRIVATE_KEY: privateKey,
        SESSION_TOKEN: "a session",
      },
    },
  );
  started.push(child);
  const [line] = await once((child.stdio[3] as Readable).setEncoding("utf8"), "data");
  return `http://127.0.0.1:${JSON.parse(line).port}`;
}

const headers = { Authorization: "Bearer a session" };
const ask = (address: string, path: string, options: RequestInit = { headers }): Promise<Response> =>
  fetch(address + path, { redirect: "manual", ...options });

const kinds: [kind: string, pair: KeyPair, secret: (pem: string) => string][] = [
  ["an RSA key", rsaKeyPair(), (pem) => pem],
  ["a P-256 key on one line with \\n", p256KeyPair(), (pem) => pem.replaceAll("\n", "\\n")],
];

describe.each(kinds)("the Worker in workerd, with %s as its secret", (_, { pem, publicKey }, secret) => {
  let address = "";
  beforeAll(async () => {
    address = await serve(secret(pem));
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
      expect(Math.abs(DateLessThan["AWS:EpochTime"] - Date.now() / 1000 - 600)).toBeLessThan(30);
    }
  });

  it("answers 401 without a session and 404 outside /videos", async () => {
    expect((await ask(address, "/videos/1.mp4", {})).status).toBe(401);
    const elsewhere = await ask(address, "/private/1.mp4");
    expect([elsewhere.status, elsewhere.headers.get("Location")]).toEqual([404, null]);
  });
});

it("answers 500 when the secret is no key, without showing the secret", async () => {
  const response = await ask(await serve("not-the-key"), "/videos/1.mp4");
  expect([response.status, response.headers.get("Location")]).toEqual([500, null]);
  expect(await response.text()).not.toContain("not-the-key");
});
