import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LoadBalancer } from "./support/load-balancer.ts";
import { SigningServer, wrongClock } from "./support/signing-server.ts";

/** The server of docs/scale.md in processes of its own, without a signal of POSIX on Windows. */

const keyPairId = "K2JCJMDEHXQW5F";
const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") } });
const second = 1000;

describe.skipIf(process.platform === "win32")("the server of docs/scale.md", () => {
  let server: SigningServer;
  let KEY_FILE: string;
  beforeAll(async () => {
    server = await SigningServer.build();
    KEY_FILE = server.writeKey("key.json", keyPairId, keyText("rsa2048.pkcs8.pem"));
  });
  afterAll(() => server.remove());

  it("hands out URLs that CloudFront accepts, of the user's own courses only", async () => {
    const one = await server.start({ KEY_FILE });
    expect((await one.get("/course/42/1.mp4", {})).status).toBe(401);
    expect((await one.get("/course/43/1.mp4")).status).toBe(403);
    const url = await one.sign("/course/42/hd/1_a-b.mp4");
    expect(url).toMatch(/^https:\/\/cdn\.example\.com\/course\/42\/hd\/1_a-b\.mp4\?Expires=/);
    expect(await verifier.verifyUrl(url)).toMatchObject({ allowed: true, keyPairId });
    expect(await (await one.getInternal("/counts")).json()).toEqual({ signed: 1 });
  });

  it("answers GET and HEAD alone", async () => {
    const one = await server.start({ KEY_FILE });
    const headers = { Cookie: "user=a" };
    expect((await one.get("/course/42/1.mp4", { method: "HEAD", headers })).status).toBe(302);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const answer = await one.get("/course/42/1.mp4", { method, headers });
      expect([answer.status, answer.headers.get("Allow"), answer.headers.get("Location")]).toEqual([
        405,
        "GET, HEAD",
        null,
      ]);
    }
  });

  it("signs no query of the request", async () => {
    const one = await server.start({ KEY_FILE });
    for (const query of ["?x=1", "?Expires=1&Signature=a", "??", "?\u00e9"]) {
      const url = new URL(await one.sign(`/course/42/1.mp4${query}`));
      expect([...url.searchParams.keys()]).toEqual(["Expires", "Signature", "Key-Pair-Id"]);
    }
  });

  it("has no other paths", async () => {
    const one = await server.start({ KEY_FILE });
    for (const path of [
      "/course/42/../43/1.mp4",
      "/course/42/%2e%2e/43/1.mp4",
      "/course/42/..%2F43/1.mp4",
      "/course/42/..\\43\\1.mp4",
      "/course/42/.env",
      "/course/42//1.mp4",
      "/course/42/",
      "/course/42",
      "//evil.example/course/42/1.mp4",
      "http://evil.example/course/42/1.mp4",
      "/videos/1.mp4",
    ]) {
      // As it is: fetch would resolve the dots.
      const sent = get({ port: one.port, host: "127.0.0.1", path, headers: { Cookie: "user=a" } });
      const [response] = await once(sent, "response");
      response.resume();
      expect([path, response.statusCode, response.headers.location]).toEqual([path, 404, undefined]);
    }
  });

  it("answers /ready, /live and /counts on the internal port alone", async () => {
    const one = await server.start({ KEY_FILE });
    for (const path of ["/ready", "/live", "/counts"]) {
      expect((await one.get(path)).status).toBe(404);
      expect((await one.getInternal(path)).status).toBe(200);
    }
    expect((await one.getInternal("/course/42/1.mp4")).status).toBe(404);
  });

  it.each([
    ["MAX_CONCURRENT", "2x", 1, 100],
    ["MAX_CONCURRENT", "0", 1, 100],
    ["MAX_CONCURRENT", "", 1, 100],
    ["MAX_CONCURRENT", "1e3", 1, 100],
    ["DRAIN_SECONDS", "20s", 0, 15],
    ["DRAIN_SECONDS", "-1", 0, 15],
    ["RELOAD_AFTER_SECONDS", "10m", 1, 600],
    ["RELOAD_AFTER_SECONDS", "0", 1, 600],
    ["PORT", "http", 0, 8080],
    ["INTERNAL_PORT", "NaN", 0, 8081],
  ])("does not start with %s=%s", async (name, text, least, preset) => {
    await expect(server.start({ KEY_FILE, [name]: text })).rejects.toThrow(
      `${name}: "${text}" is not a whole number of at least ${least}; write for example ${preset}`,
    );
  });

  it("loads the key on SIGHUP, goes on with the last one if it cannot, and logs each new ID", async () => {
    const name = "hangup.json";
    const one = await server.start({
      KEY_FILE: server.writeKey(name, keyPairId, keyText("rsa2048.pkcs8.pem")),
    });
    const logs = (text: string) => vi.waitFor(() => expect(one.log).toContain(text), 5000);
    const ready = async () => (await (await one.getInternal("/ready")).text()).trim();
    expect(await ready()).toBe(keyPairId);
    await logs(`signs with ${keyPairId}`);
    rmSync(join(server.folder, name));
    one.signal("SIGHUP");
    await logs("ENOENT");
    expect(await ready()).toBe(keyPairId);
    server.writeKey(name, "K3D5EWEUDCCXON", keyText("ecp256.pkcs8.pem"));
    one.signal("SIGHUP");
    await vi.waitFor(async () => expect(await ready()).toBe("K3D5EWEUDCCXON"), 5000);
    await logs("signs with K3D5EWEUDCCXON");
  });

  it("is live but not ready without a key, signs nothing, and needs no restart when the key is there", async () => {
    const one = await server.start({ KEY_FILE: `${KEY_FILE}.later`, RELOAD_AFTER_SECONDS: "1" });
    const statuses = async () =>
      (
        await Promise.all([one.getInternal("/live"), one.getInternal("/ready"), one.get("/course/42/1.mp4")])
      ).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 503, 503]);
    const { headers } = await one.get("/course/42/1.mp4");
    expect([headers.get("Retry-After"), headers.get("Location")]).toEqual(["1", null]);
    expect(one.log).toContain("load: failed; see the cause of this error");
    server.writeKey("key.json.later", keyPairId, "-----BEGIN PRIVATE KEY-----\nMIGH");
    await vi.waitFor(async () => {
      expect(await statuses()).toEqual([200, 503, 503]);
      expect(one.log).toContain("load: returned a key that cannot be used");
    }, 20_000);
    server.writeKey("key.json.later", keyPairId, keyText("rsa2048.pkcs8.pem"));
    await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200, 302]), 20_000);
  });

  it("signs on without the place of the key, and loads a new key although nobody asks for a URL", async () => {
    const name = "moving.json";
    const one = await server.start({
      KEY_FILE: server.writeKey(name, keyPairId, keyText("rsa2048.pkcs8.pem")),
      RELOAD_AFTER_SECONDS: "1",
    });
    const ready = async () => (await (await one.getInternal("/ready")).text()).trim();
    /** It has to be asked: only a signature loads the key. */
    const readyIs = (id: string, condition: () => boolean) =>
      vi.waitFor(async () => expect([await ready(), condition()]).toEqual([id, true]), 20_000);
    await one.getInternal("/ready");
    rmSync(join(server.folder, name));
    await readyIs(keyPairId, () => one.log.includes("ENOENT"));
    expect(await verifier.verifyUrl(await one.sign())).toMatchObject({ allowed: true });
    expect(await (await one.getInternal("/counts")).json()).toMatchObject({
      ERR_KEY_LOAD_FAILED: expect.any(Number),
    });
    server.writeKey(name, "K3D5EWEUDCCXON", keyText("ecp256.pkcs8.pem"));
    await readyIs("K3D5EWEUDCCXON", () => true);
  });

  it("answers 503 beyond its limit, and never an unsigned URL", async () => {
    const one = await server.start({ KEY_FILE, MAX_CONCURRENT: "4" });
    await one.getInternal("/ready");
    const answers: Response[] = [];
    // On a busy machine, a hundred requests may arrive one after the other.
    while (answers.length < 2000 && !answers.some(({ status }) => status === 503))
      answers.push(
        ...(await Promise.all(Array.from({ length: 100 }, (_, i) => one.get(`/course/42/${i}.mp4`)))),
      );
    const [signed, refused] = [302, 503].map((code) => answers.filter(({ status }) => status === code));
    expect((signed?.length ?? 0) + (refused?.length ?? 0)).toBe(answers.length);
    expect(signed?.length).toBeGreaterThanOrEqual(4);
    expect(refused?.length).toBeGreaterThan(0);
    for (const { headers } of refused ?? [])
      expect([headers.get("Retry-After"), headers.get("Location")]).toEqual(["1", null]);
    for (const { headers } of signed ?? [])
      expect(await verifier.verifyUrl(headers.get("Location") ?? "")).toMatchObject({ allowed: true });
    expect(await (await one.getInternal("/counts")).json()).toEqual({
      signed: signed?.length,
      "request-shed": refused?.length,
    });
  });

  it("signs once for all who ask for /ready at the same time", async () => {
    const counting = `const { sign } = SubtleCrypto.prototype;
let signatures = 0;
SubtleCrypto.prototype.sign = async function (...given) {
  signatures++;
  await new Promise((resolve) => setTimeout(resolve, 500));
  return sign.apply(this, given);
};
process.on("exit", () => console.log(\`\${signatures} signatures\`));`;
    const one = await server.start({ KEY_FILE, DRAIN_SECONDS: "0" }, counting);
    const answers = await Promise.all(Array.from({ length: 200 }, () => one.getInternal("/ready")));
    for (const { status } of answers) expect(status).toBe(200);
    await one.kill("SIGTERM");
    await vi.waitFor(() => expect(one.log).toContain("signatures"));
    expect(Number(/(\d+) signatures/.exec(one.log)?.[1])).toBeLessThan(5);
  });

  it.each([
    ["1", "stops"],
    ["2", "signs"],
    ["4", "signs"],
  ])("with UV_THREADPOOL_SIZE=%s and a file that does not answer, it %s", async (size, expected) => {
    const name = `hangs${size}.json`;
    const file = server.writeKey(name, keyPairId, keyText("rsa2048.pkcs8.pem"));
    const one = await server.start({
      KEY_FILE: file,
      RELOAD_AFTER_SECONDS: "3600",
      UV_THREADPOOL_SIZE: size,
    });
    await one.getInternal("/ready");
    // Nobody writes to this pipe, so whoever opens it waits.
    execFileSync("mkfifo", [`${file}.pipe`]);
    renameSync(`${file}.pipe`, file);
    one.signal("SIGHUP");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const answer = one.get("/course/42/1.mp4").then(
      ({ status }) => (status === 302 ? "signs" : status),
      () => "ended", // by this test
    );
    const patience = expected === "signs" ? 20_000 : 2000;
    const late = new Promise((resolve) => setTimeout(resolve, patience, "stops"));
    expect(await Promise.race([answer, late])).toBe(expected);
  });

  describe("with a wrong clock", () => {
    const allowedAt = async (url: string, time: number): Promise<boolean> =>
      (await verifier.verifyUrl(url, { time: new Date(time) })).allowed;

    it.each([
      ["5 minutes behind", -300],
      ["5 minutes ahead", 300],
    ])("%s: access ends by this difference earlier or later", async (_, clock) => {
      const one = await server.start({ KEY_FILE }, wrongClock(clock));
      const before = Date.now();
      const url = await one.sign();
      const expiry = Number(new URL(url).searchParams.get("Expires")) * second;
      expect(expiry - before - (4 * 3600 + clock) * second).toBeLessThan(30 * second);
      expect(expiry - before - (4 * 3600 + clock) * second).toBeGreaterThan(-second);
      expect([await allowedAt(url, before), await allowedAt(url, expiry)]).toEqual([true, false]);
    });
  });

  describe("that ends under load", () => {
    /** Two processes, of which one gets the signal after 100 URLs. `DRAIN_SECONDS`: how long it goes on. */
    async function end(signal: NodeJS.Signals, DRAIN_SECONDS: string) {
      const [one, other] = await Promise.all([0, 1].map(() => server.start({ KEY_FILE, DRAIN_SECONDS })));
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

    // So that the test above can fail. It is a matter of moments: between two requests, a process may end unnoticed.
    it.each([
      ["SIGTERM", "0", 0],
      ["SIGKILL", "1", null],
    ] as const)("loses requests on %s with DRAIN_SECONDS=%s", async (signal, drain, exitStatus) => {
      const lost: number[] = [];
      for (let attempt = 0; attempt < 5 && lost.length === 0; attempt++) {
        const { status, failures } = await end(signal, drain);
        expect(status).toBe(exitStatus);
        lost.push(...failures);
      }
      expect(lost).toContain(502);
    });
  });
});
