import { rmSync } from "node:fs";
import { join } from "node:path";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyText } from "../suite/support/keys.ts";
import { LoadBalancer } from "./support/load-balancer.ts";
import { SigningServer } from "./support/signing-server.ts";

/** The server of docs/serving.md in processes of its own, without a signal of POSIX on Windows. */

const keyPairId = "K2JCJMDEHXQW5F";
const verifier = createCloudFrontVerifier({ keyGroup: { [keyPairId]: keyText("rsa2048.pub.spki.pem") } });
const second = 1000;

describe.skipIf(process.platform === "win32")("the server of docs/serving.md", () => {
  let server: SigningServer;
  let KEY_FILE: string;
  beforeAll(async () => {
    server = await SigningServer.build();
    KEY_FILE = server.writeKey("key.json", keyPairId, keyText("rsa2048.pkcs8.pem"));
  });
  afterAll(() => server.remove());

  it("hands out URLs that CloudFront accepts, to signed-in users only", async () => {
    const one = await server.start({ KEY_FILE });
    expect((await one.get("/videos/1.mp4", {})).status).toBe(401);
    expect((await one.get("/videos/1.mp4?Expires=1")).status).toBe(404);
    expect(await verifier.verifyUrl(await one.sign())).toMatchObject({ allowed: true, keyPairId });
    expect(await (await one.get("/ready")).text()).toBe(`${keyPairId}\n`);
    expect(await (await one.get("/counts")).json()).toEqual({ signed: 1, ERR_URL_ALREADY_SIGNED: 1 });
  });

  it("is live but not ready without a key, signs nothing, and needs no restart when the key is there", async () => {
    const one = await server.start({ KEY_FILE: `${KEY_FILE}.later` });
    const statuses = async () =>
      Promise.all(["/live", "/ready", "/videos/1.mp4"].map(async (path) => (await one.get(path)).status));
    expect(await statuses()).toEqual([200, 503, 503]);
    const { headers } = await one.get("/videos/1.mp4");
    expect([headers.get("Retry-After"), headers.get("Location")]).toEqual(["1", null]);
    expect(one.log).toContain("load: failed; see the cause of this error");
    server.writeKey("key.json.later", keyPairId, "-----BEGIN PRIVATE KEY-----\nMIGH");
    expect(await statuses()).toEqual([200, 503, 503]);
    server.writeKey("key.json.later", keyPairId, keyText("rsa2048.pkcs8.pem"));
    expect(await statuses()).toEqual([200, 200, 302]);
  });

  it("signs on without the place of the key, and loads a new key although nobody asks for a URL", async () => {
    const name = "moving.json";
    const one = await server.start({
      KEY_FILE: server.writeKey(name, keyPairId, keyText("rsa2048.pkcs8.pem")),
      RELOAD_AFTER: "1",
    });
    const readyUntil = async (isOver: (answer: string) => boolean): Promise<string> => {
      for (;;) {
        const answer = (await (await one.get("/ready")).text()).trim();
        if (isOver(answer)) return answer;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await one.get("/ready");
    rmSync(join(server.folder, name));
    expect(await readyUntil(() => one.log.includes("ENOENT"))).toBe(keyPairId);
    expect(await verifier.verifyUrl(await one.sign())).toMatchObject({ allowed: true });
    expect(await (await one.get("/counts")).json()).toMatchObject({
      ERR_KEY_LOAD_FAILED: expect.any(Number),
    });
    server.writeKey(name, "K3D5EWEUDCCXON", keyText("ecp256.pkcs8.pem"));
    expect(await readyUntil((answer) => answer !== keyPairId)).toBe("K3D5EWEUDCCXON");
  });

  it("answers 503 beyond its limit, and never an unsigned URL", async () => {
    const one = await server.start({ KEY_FILE, MOST_AT_ONCE: "4" });
    await one.get("/ready");
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => one.get(`/videos/${i}.mp4`)));
    const [signed, refused] = [302, 503].map((code) => answers.filter(({ status }) => status === code));
    expect((signed?.length ?? 0) + (refused?.length ?? 0)).toBe(100);
    expect(signed?.length).toBeGreaterThanOrEqual(4);
    expect(refused?.length).toBeGreaterThan(0);
    for (const { headers } of refused ?? [])
      expect([headers.get("Retry-After"), headers.get("Location")]).toEqual(["1", null]);
    for (const { headers } of signed ?? [])
      expect(await verifier.verifyUrl(headers.get("Location") ?? "")).toMatchObject({ allowed: true });
    expect(await (await one.get("/counts")).json()).toEqual({
      signed: signed?.length,
      busy: refused?.length,
    });
  });

  describe("with a wrong clock", () => {
    const allowedAt = async (url: string, time: number): Promise<boolean> =>
      (await verifier.verifyUrl(url, { now: new Date(time) })).allowed;

    it.each([
      ["5 minutes behind", -300],
      ["5 minutes ahead", 300],
    ])("%s: access ends by this difference earlier or later", async (_, clock) => {
      const one = await server.start({ KEY_FILE }, clock);
      const before = Date.now();
      const url = await one.sign();
      const expiry = Number(new URL(url).searchParams.get("Expires")) * second;
      expect(expiry - before - (4 * 3600 + clock) * second).toBeLessThan(30 * second);
      expect(expiry - before - (4 * 3600 + clock) * second).toBeGreaterThan(-second);
      expect([await allowedAt(url, before), await allowedAt(url, expiry)]).toEqual([true, false]);
    });
  });

  describe("that ends under load", () => {
    /** Two processes, of which one gets the signal after 100 URLs. `DRAIN`: seconds that it goes on for. */
    async function end(signal: NodeJS.Signals, DRAIN: string) {
      const [one, other] = await Promise.all([0, 1].map(() => server.start({ KEY_FILE, DRAIN })));
      if (!one || !other) throw new Error("no process");
      const balancer = await LoadBalancer.start(one, other);
      let isOver = false;
      const crowd = balancer.crowd(8, 2, () => isOver);
      await balancer.until(() => balancer.handed.length > 100);
      const status = await one.kill(signal);
      const after = balancer.handed.length;
      await balancer.until(() => balancer.handed.length > after + 100);
      isOver = true;
      await crowd;
      balancer.close();
      return { status, failures: balancer.failures, handed: balancer.handed, one };
    }

    it("loses no request on SIGTERM", async () => {
      const { status, failures, handed, one } = await end("SIGTERM", "1");
      expect([status, failures]).toEqual([0, []]);
      expect(handed.filter(({ by }) => by === one).length).toBeGreaterThan(20);
    });

    // So that the test above can fail.
    it.each([
      ["SIGTERM", "0", 0],
      ["SIGKILL", "1", null],
    ] as const)("loses requests on %s with DRAIN=%s", async (signal, drain, exitStatus) => {
      const { status, failures } = await end(signal, drain);
      expect(status).toBe(exitStatus);
      expect(failures).toContain(502);
    });
  });
});
