import {
  CloudFrontSignError,
  type CloudFrontSigner,
  createCloudFrontSigner,
  healthHandler,
  loadedKey,
  shedLoad,
} from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import { keyText } from "./support/keys.ts";
import { refusal, refusedAs } from "./support/refusal.ts";
import { sharesProgress } from "./support/runtime.ts";
import { keyPairId } from "./support/signers.ts";

/** The readiness check of a signing process, and what answers 503 before it is overloaded. */

const privateKey = keyText("ecp256.pkcs8.pem");

describe("healthHandler", () => {
  const seen = async (response: Response) => [
    response.status,
    await response.text(),
    response.headers.get("Cache-Control"),
  ];

  it("answers 200 with the ID of the key, and loads it", async () => {
    const loaded = loadedKey({ load: () => ({ keyPairId, privateKey }), onError: () => {} });
    for (const signer of [
      createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: 1 }),
      createCloudFrontSigner({ key: loaded, memo: 10 }),
    ])
      expect(await seen(await healthHandler(signer)())).toEqual([200, `${keyPairId}\n`, "no-store"]);
    expect(loaded.keyPairId).toBe(keyPairId);
  });

  it("answers 503 with the code of the error, and 200 once there is a key", async () => {
    let isThere = false;
    const key = loadedKey({
      load: () => {
        if (!isThere) throw new Error("not there");
        return { keyPairId, privateKey };
      },
      onError: () => {},
    });
    const health = healthHandler(createCloudFrontSigner({ key }));
    expect(await seen(await health())).toEqual([503, "ERR_KEY_LOAD_FAILED\n", "no-store"]);
    isThere = true;
    await key.reload();
    expect(await seen(await health())).toEqual([200, `${keyPairId}\n`, "no-store"]);
  });

  it("answers 503 to what the program's own code throws", async () => {
    const signUrl = () => Promise.reject(new Error("secret"));
    expect(await seen(await healthHandler({ signUrl })())).toEqual([503, "failed\n", "no-store"]);
  });

  it("makes one signature for requests that come together", async () => {
    let count = 0;
    const { signUrl: sign } = createCloudFrontSigner({ keyPairId, privateKey });
    const signUrl: CloudFrontSigner["signUrl"] = (url, terms) => {
      count++;
      return sign(url, terms);
    };
    const health = healthHandler({ signUrl });
    const texts = await Promise.all([health(), health(), health()].map(async (one) => (await one).text()));
    expect(texts).toEqual(Array(3).fill(`${keyPairId}\n`));
    expect(count).toBe(sharesProgress ? 1 : 3);
    await health();
    expect(count).toBe(sharesProgress ? 2 : 4);
  });
});

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

  it.each(["ERR_KEY_LOAD_FAILED", "ERR_SIGNING_QUEUE_FULL", "ERR_SIGNING_TIMEOUT"] as const)(
    "answers 503 to %s",
    async (code) => {
      const error = new CloudFrontSignError(code, "sign", "x");
      const events: object[] = [];
      const handle = shedLoad(() => Promise.reject(error), {
        maxConcurrent: 1,
        onEvent: (event) => events.push(event),
      });
      expect((await handle()).status).toBe(503);
      expect((await handle()).status).toBe(503);
      expect(events).toEqual(Array(2).fill({ type: "request-shed", concurrent: 1, error }));
    },
  );

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
