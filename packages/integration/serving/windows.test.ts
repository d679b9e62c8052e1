import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import type { SignUrlOptions } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** What docs/scale.md says about windows, `signatureCacheSize` and clocks: processes of their own, each with its clock. */

/** Signs each URL once with each time of its clock, and prints the signed URLs as JSON. */
const program = `
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
const { keyPairId, privateKey, signatureCacheSize, urls, times, terms } = JSON.parse(process.env.SIGNING);
let [now] = times;
const signer = createCloudFrontSigner({ keyPairId, privateKey, signatureCacheSize, now: () => new Date(now) });
const signed = [];
for (now of times) for (const url of urls) signed.push(await signer.signUrl(url, terms));
console.log(JSON.stringify(signed));
`;

interface Signing {
  readonly keyPairId: string;
  readonly privateKey: string;
  readonly signatureCacheSize?: number;
  readonly urls?: readonly string[];
  readonly times: readonly string[];
  readonly terms: SignUrlOptions;
}

const rsa = { keyPairId: "K2JCJMDEHXQW5F", privateKey: keyText("rsa2048.pkcs8.pem") };
const p256 = { keyPairId: "K3D5EWEUDCCXON", privateKey: keyText("ecp256.pkcs8.pem") };
const verifier = createCloudFrontVerifier({
  publicKeys: {
    [rsa.keyPairId]: keyText("rsa2048.pub.spki.pem"),
    [p256.keyPairId]: keyText("ecp256.pub.spki.pem"),
  },
});

const image = "https://cdn.example.com/images/1.jpg";
const images = Array.from({ length: 50 }, (_, i) => `https://cdn.example.com/images/${i}.jpg`);
/** One hour of the cacheWindow, and the begin of the next one. */
const hour = ["2026-12-01T12:00:01Z", "2026-12-01T12:20:00Z", "2026-12-01T12:59:59Z"];
const nextHour = "2026-12-01T13:00:01Z";
const window = { expiresIn: "1h", cacheWindow: "1h" } as const;

describe("processes that sign the same files", () => {
  const folder = mkdtempSync(join(tmpdir(), "serving-windows-"));
  const main = join(folder, "sign.mjs");
  beforeAll(async () => {
    await build({
      stdin: { contents: program, resolveDir: import.meta.dirname },
      outfile: main,
      bundle: true,
      platform: "node",
      format: "esm",
      alias: Object.fromEntries(Object.entries(libraryFiles()).reverse()),
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function signed(signing: Signing, TZ = "UTC"): Promise<string[]> {
    const SIGNING = JSON.stringify({ urls: [image], ...signing });
    const env = { ...process.env, NODE_OPTIONS: "", TZ, SIGNING };
    return JSON.parse((await promisify(execFile)(process.execPath, [main], { env })).stdout);
  }

  /** One process for each time, each in another time zone. */
  async function inProcesses(signing: Omit<Signing, "times">, times: readonly string[]): Promise<string[]> {
    const zones = ["UTC", "Asia/Tokyo", "America/New_York"];
    return (
      await Promise.all(times.map((time, i) => signed({ ...signing, times: [time] }, zones[i])))
    ).flat();
  }

  it("make the same URL in a window with an RSA key, and another one in the next window", async () => {
    const urls = await inProcesses({ ...rsa, terms: window }, hour);
    expect(new Set(urls).size).toBe(1);
    expect(await signed({ ...rsa, terms: window, times: [nextHour] })).not.toContain(urls[0]);
  });

  it("each make their own URL with a P-256 key, also with a signature cache", async () => {
    for (const signatureCacheSize of [{}, { signatureCacheSize: 100 }])
      expect(new Set(await inProcesses({ ...p256, ...signatureCacheSize, terms: window }, hour)).size).toBe(
        3,
      );
  });

  it("make one URL per process in a window with a P-256 key and a signature cache, and without one each time", async () => {
    expect(new Set(await signed({ ...p256, signatureCacheSize: 100, terms: window, times: hour })).size).toBe(
      1,
    );
    expect(new Set(await signed({ ...p256, terms: window, times: hour })).size).toBe(3);
  });

  it("stagger the windows of each resource in the same way with staggerWindows: true", async () => {
    const staggered = { ...rsa, urls: images, terms: { ...window, staggerWindows: true } as const };
    const times = [...hour, nextHour];
    const [one, other] = await Promise.all([
      signed({ ...staggered, times }),
      signed({ ...staggered, times }, "Asia/Tokyo"),
    ]);
    expect(other).toEqual(one);
    const changed = (from: number, to: number) =>
      images.filter((_, i) => one[from * images.length + i] !== one[to * images.length + i]).length;
    // Without an offset, all change between the last two times, and none before.
    expect(changed(0, 1)).toBeGreaterThan(5);
    expect(changed(2, 3)).toBeLessThan(5);
  });

  describe("with a clock that is wrong by 5 minutes", () => {
    const right = "2026-12-01T12:00:00Z";
    const [behind, ahead] = ["2026-12-01T11:55:00Z", "2026-12-01T12:05:00Z"];
    const reasonAt = async (url: string, time: string): Promise<string> => {
      const verdict = await verifier.verifyUrl(url, { time: new Date(time) });
      return verdict.allowed ? "allowed" : verdict.reason;
    };
    const from = async (clock: string, terms: SignUrlOptions): Promise<string> => {
      const [url = ""] = await signed({ ...rsa, terms, times: [clock] });
      return url;
    };

    it("behind: access ends 5 minutes too early, and a URL of 5 minutes has expired at once", async () => {
      const url = await from(behind, { expiresIn: "10m" });
      expect([await reasonAt(url, right), await reasonAt(url, "2026-12-01T12:05:00Z")]).toEqual([
        "allowed",
        "expired",
      ]);
      expect(await reasonAt(await from(behind, { expiresIn: "5m" }), right)).toBe("expired");
    });

    it("ahead: access ends 5 minutes too late", async () => {
      const url = await from(ahead, { expiresIn: "10m" });
      expect([
        await reasonAt(url, "2026-12-01T12:14:59Z"),
        await reasonAt(url, "2026-12-01T12:15:00Z"),
      ]).toEqual(["allowed", "expired"]);
    });

    it("ahead, with a start of now: no access for 5 minutes, unless the start is that much earlier", async () => {
      const url = await from(ahead, { expiresIn: "10m", dateGreaterThan: ahead });
      expect([await reasonAt(url, right), await reasonAt(url, "2026-12-01T12:05:01Z")]).toEqual([
        "not-yet-valid",
        "allowed",
      ]);
      expect(
        await reasonAt(
          await from(ahead, { expiresIn: "10m", dateGreaterThan: "2026-12-01T11:59:00Z" }),
          right,
        ),
      ).toBe("allowed");
    });
  });
});
