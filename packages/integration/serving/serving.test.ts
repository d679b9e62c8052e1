import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LoadBalancer } from "./support/load-balancer.ts";
import {
  heldDrain,
  heldSignatures,
  loggedReads,
  type SigningProcess,
  SigningServer,
} from "./support/signing-server.ts";

/** The server of docs/scale.md in processes of its own, without a signal of POSIX on Windows. */

const keyPairId = "K2JCJMDEHXQW5F";
const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") } });

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
    ["DRAIN_SECONDS", "-1", 0, 15],
    ["RELOAD_AFTER_SECONDS", "0", 1, 600],
    ["PORT", "http", 0, 8080],
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
    const logs = (text: string) => expect.poll(() => one.log).toContain(text);
    const ready = async () => (await (await one.getInternal("/ready")).text()).trim();
    expect(await ready()).toBe(keyPairId);
    await logs(`signs with ${keyPairId}`);
    rmSync(join(server.folder, name));
    one.signal("SIGHUP");
    await logs("ENOENT");
    expect(await ready()).toBe(keyPairId);
    server.writeKey(name, "K3D5EWEUDCCXON", keyText("ecp256.pkcs8.pem"));
    one.signal("SIGHUP");
    await expect.poll(ready).toBe("K3D5EWEUDCCXON");
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
      expect.poll(async () => [await ready(), condition()]).toEqual([id, true]);
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
    const one = await server.start({ KEY_FILE, MAX_CONCURRENT: "4" }, heldSignatures("/course/", 100));
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => one.get(`/course/42/${i}.mp4`)));
    const [signed, refused] = [302, 503].map((code) => answers.filter(({ status }) => status === code));
    expect([signed?.length, refused?.length]).toEqual([4, 96]);
    for (const { headers } of refused ?? [])
      expect([headers.get("Retry-After"), headers.get("Location")]).toEqual(["1", null]);
    for (const { headers } of signed ?? [])
      expect(await verifier.verifyUrl(headers.get("Location") ?? "")).toMatchObject({ allowed: true });
    expect(await (await one.getInternal("/counts")).json()).toEqual({ signed: 4, "request-shed": 96 });
  });

  it("signs once for all who ask for /ready at the same time", async () => {
    const one = await server.start({ KEY_FILE, DRAIN_SECONDS: "0" }, heldSignatures("/ready", 200));
    const answers = await Promise.all(Array.from({ length: 200 }, () => one.getInternal("/ready")));
    for (const { status } of answers) expect(status).toBe(200);
    await one.kill("SIGTERM");
    await expect.poll(() => one.log).toContain("signatures");
    // The first one tests the key, and the last request may come when the others have their answer.
    expect(Number(/(\d+) signatures/.exec(one.log)?.[1])).toBeLessThan(4);
  });

  it.each([
    ["1", "stops"],
    ["2", "signs"],
    ["4", "signs"],
  ])("with UV_THREADPOOL_SIZE=%s and a file that does not answer, it %s", async (size, expected) => {
    const name = `hangs${size}.json`;
    const file = server.writeKey(name, keyPairId, keyText("rsa2048.pkcs8.pem"));
    const one = await server.start(
      { KEY_FILE: file, RELOAD_AFTER_SECONDS: "3600", UV_THREADPOOL_SIZE: size },
      loggedReads,
    );
    await one.getInternal("/ready");
    // Nobody writes to this pipe, so whoever opens it waits.
    execFileSync("mkfifo", [`${file}.pipe`]);
    renameSync(`${file}.pipe`, file);
    one.signal("SIGHUP");
    await expect.poll(() => one.log.match(/^reads the key$/gm)).toHaveLength(2);
    const answer = one.get("/course/42/1.mp4").then(
      ({ status }) => (status === 302 ? "signs" : status),
      () => "ended", // by this test
    );
    // An answer that never comes takes no time to be late.
    const late = new Promise((resolve) => setTimeout(resolve, 1000, "stops"));
    expect(await (expected === "signs" ? answer : Promise.race([answer, late]))).toBe(expected);
  });

  describe("that ends under load", () => {
    /** Two processes behind a load balancer, of which `act` ends one. */
    async function underLoad(
      env: Record<string, string>,
      preload: string,
      act: (one: SigningProcess, balancer: LoadBalancer) => Promise<number | null>,
    ) {
      const [one, other] = await Promise.all([0, 1].map(() => server.start({ KEY_FILE, ...env }, preload)));
      if (!one || !other) throw new Error("no process");
      const balancer = await LoadBalancer.start(one, other);
      let isOver = false;
      const crowd = balancer.crowd(8, 2, () => isOver);
      await balancer.eachHandsOut(50);
      const status = await act(one, balancer);
      await balancer.eachHandsOut(50);
      isOver = true;
      await crowd;
      balancer.close();
      return { status, failures: balancer.failures };
    }

    it("loses no request on SIGTERM", async () => {
      const [env, preload] = heldDrain;
      const { status, failures } = await underLoad(env, preload, async (one, balancer) => {
        one.signal("SIGTERM");
        await balancer.until(() => balancer.hasLeft(one));
        return one.kill("SIGUSR2");
      });
      expect([status, failures]).toEqual([0, []]);
    });

    it.each([
      ["SIGTERM", "0", 0],
      ["SIGKILL", "1", null],
    ] as const)(
      "loses requests on %s with DRAIN_SECONDS=%s, until the load balancer notices it",
      async (signal, DRAIN_SECONDS, exitStatus) => {
        const { status, failures } = await underLoad({ DRAIN_SECONDS }, "", async (one, balancer) => {
          balancer.closeEyes();
          const status = await one.kill(signal);
          await balancer.until(() => balancer.failures.includes(502));
          balancer.ready.delete(one);
          return status;
        });
        expect(status).toBe(exitStatus);
        expect(new Set(failures)).toEqual(new Set([502]));
      },
    );
  });
});
