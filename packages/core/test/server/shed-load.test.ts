import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { awsError, publicKeyOf } from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { inVirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import { CloudFrontSignError, createCloudFrontSigner, shedLoad } from "cloudfront-sign-webcrypto";
import { awsKmsKey } from "cloudfront-sign-webcrypto/remote";
import { describe, expect, it } from "vitest";
import { sharesProgress } from "../support/runtime.ts";

/** What answers 503 before a process is overloaded. */

describe("shedLoad", () => {
  /** Requests that end when a test says so. */
  function requests(options: object = {}) {
    const ends: (() => void)[] = [];
    const events: object[] = [];
    const handle = shedLoad(
      (name: string) =>
        new Promise<Response>((resolve) => {
          ends.push(() => resolve(new Response(name)));
        }),
      { maxConcurrent: 2, onEvent: (event) => events.push(event), ...options },
    );
    return { ends, events, handle };
  }

  it("answers 503 at once to more requests than the limit, until one has ended", async () => {
    const { ends, events, handle } = requests({ retryAfter: "5s" });
    const [first, second, third] = ["1", "2", "3"].map((name) => handle(name));
    if (!sharesProgress) for (const end of ends) end();
    const refused = await third;
    expect([
      refused?.status,
      refused?.headers.get("Retry-After"),
      refused?.headers.get("Cache-Control"),
    ]).toEqual(sharesProgress ? [503, "5", "no-store"] : [200, null, null]);
    expect(events).toEqual(sharesProgress ? [{ type: "request-shed", concurrent: 2, error: undefined }] : []);
    for (const end of ends) end();
    expect(await (await first)?.text()).toBe("1");
    expect((await second)?.status).toBe(200);
    const next = handle("4");
    for (const end of ends) end();
    expect(await (await next).text()).toBe("4");
  });

  it("says to come back after 1 second by default", async () => {
    const { ends, handle } = requests({ maxConcurrent: 1 });
    const first = handle("1");
    const second = handle("2");
    for (const end of ends) end();
    expect((await second).headers.get("Retry-After")).toBe(sharesProgress ? "1" : null);
    await first;
  });

  it.each([
    "ERR_KEY_LOAD_FAILED",
    "ERR_SIGNING_QUEUE_FULL",
    "ERR_SIGNING_TIMEOUT",
    "ERR_SIGNING_UNAVAILABLE",
  ] as const)("answers 503 to %s, also of another copy of this package", async (code) => {
    const own = new CloudFrontSignError(code, "sign", "x");
    for (const error of [own, Object.assign(new Error("x"), { name: "CloudFrontSignError", code })]) {
      const events: object[] = [];
      const handle = shedLoad(() => Promise.reject(error), {
        maxConcurrent: 1,
        onEvent: (event) => events.push(event),
      });
      expect((await handle()).status).toBe(503);
      expect((await handle()).status).toBe(503);
      expect(events).toEqual(Array(2).fill({ type: "request-shed", concurrent: 1, error }));
    }
  });

  it.each([
    ["throttles", awsError("ThrottlingException"), 503],
    ["fails", awsError("KMSInternalException", 500), 503],
    ["refuses connections", Object.assign(new Error("x"), { code: "ECONNREFUSED" }), 503],
    ["denies access", awsError("AccessDeniedException"), undefined],
    ["has no such key", awsError("NotFoundException"), undefined],
  ])("of a handler whose KMS %s answers or rethrows", async (_, error, status) => {
    await inVirtualTime(async () => {
      const sign = () => Promise.reject(error);
      const privateKey = awsKmsKey({ keyId: "alias/a", publicKey: publicKeyOf("RSA"), sign });
      const signer = createCloudFrontSigner({ keyPairId, privateKey });
      const handle = shedLoad(
        async () => new Response(await signer.signUrl(`${host}/a`, { expiresIn: "1h" })),
        {
          maxConcurrent: 1,
        },
      );
      const answer = await handle().catch(({ code }) => ({ status: undefined, code }));
      expect(answer.status).toBe(status);
      if (status === undefined) expect(answer).toHaveProperty("code", "ERR_SIGNING_FAILED");
    });
  });

  it("rethrows every other error, and counts the request no more", async () => {
    for (const error of [new Error("x"), new CloudFrontSignError("ERR_URL_INVALID", "url", "x")]) {
      const handle = shedLoad(
        () => {
          throw error;
        },
        { maxConcurrent: 1 },
      );
      await expect(handle()).rejects.toBe(error);
      await expect(handle()).rejects.toBe(error);
    }
  });

  it.each([
    ["handle", [undefined, { maxConcurrent: 1 }]],
    ["options", [() => new Response(), undefined]],
    ["maxConcurrent", [() => new Response(), {}]],
    ["maxConcurrent", [() => new Response(), { maxConcurrent: 0 }]],
    ["maxConcurrent", [() => new Response(), { maxConcurrent: "100" }]],
    ["onEvent", [() => new Response(), { maxConcurrent: 1, onEvent: {} }]],
  ] as const)("refuses a wrong %s", async (option, args) => {
    expect(await refusedAs(() => Reflect.apply(shedLoad, undefined, args))).toBe(
      `ERR_OPTION_INVALID ${option}`,
    );
  });

  it("refuses a misspelt option", async () => {
    const error = await refusal(() => shedLoad(() => new Response(), { maxConcurent: 1 } as never));
    expect(error.message).toBe("maxConcurent: no such option; did you mean maxConcurrent?");
  });
});
