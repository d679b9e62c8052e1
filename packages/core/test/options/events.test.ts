import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { recordEvents } from "@cloudfront-sign-webcrypto/testing/support/recorded-events.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  answer,
  awsError,
  policy,
  policySignature,
  publicKeyOf,
} from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { end, host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { inVirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { awsKmsKey, pkcs11Key, type RemoteCallOptions, remoteKey } from "cloudfront-sign-webcrypto/remote";
import { describe, expect, it } from "vitest";
import { sharesProgress } from "../support/runtime.ts";

/** What onEvent hears of a signer, a loaded key and a remote key. */

const url = `${host}/a.jpg`;
const terms = { dateLessThan: end };
const now = () => moment;
const privateKey = keyText("rsa2048.pkcs8.pem");
const publicKey = publicKeyOf("RSA");

describe("a signer", () => {
  it("tells of each signature that it makes, with the ID of its key", async () => {
    const { events, onEvent } = recordEvents();
    const signer = createCloudFrontSigner({ keyPairId, privateKey, now, onEvent });
    const grant = await signer.grant({ resource: `${host}/*`, ...terms });
    grant.signUrl(url);
    await signer.signUrl(url, terms);
    await signer.signCookies({ resource: url, ...terms });
    await signer.signCookieSets([{ resource: url, ...terms }]);
    for await (const _ of signer.signUrls([url, `${url}?2`], terms));
    expect(events).toEqual(Array(6).fill({ type: "signed", keyPairId }));
  });

  it("does not tell of a signature that it remembered", async () => {
    const { events, onEvent } = recordEvents();
    const signer = createCloudFrontSigner({ keyPairId, privateKey, now, onEvent, signatureCacheSize: 2 });
    await Promise.all([signer.signUrl(url, terms), signer.signUrl(url, terms)]);
    await signer.signUrl(url, terms);
    expect(events).toEqual([{ type: "signed", keyPairId }]);
  });

  it("tells of a signature that could not be made, with the error that the caller gets", async () => {
    const { events, onEvent } = recordEvents();
    const failing = remoteKey({ publicKey, sign: () => Promise.reject(new Error("x")) });
    const signer = createCloudFrontSigner({ keyPairId, privateKey: failing, now, onEvent });
    const error = await refusal(() => signer.signUrl(url, terms));
    const key = loadedKey({ load: () => Promise.reject(new Error("x")), onError: () => {} });
    const notLoaded = createCloudFrontSigner({ key, now, onEvent });
    const loadError = await refusal(() => notLoaded.signUrl(url, terms));
    expect(events).toEqual([
      { type: "sign-failed", error },
      { type: "sign-failed", error: loadError },
    ]);
  });

  it("tells of no call that is refused before it signs", async () => {
    const { events, onEvent } = recordEvents();
    const signer = createCloudFrontSigner({ keyPairId, privateKey, now, onEvent });
    await refusal(() => signer.signUrl("/a.jpg", terms));
    expect(events).toEqual([]);
  });
});

describe("a loaded key", () => {
  it("tells of loads that succeed and fail, and of each change of the key", async () => {
    const { events, onEvent } = recordEvents();
    let value: unknown = new Error("down");
    const key = loadedKey({
      load: async () => {
        if (value instanceof Error) throw value;
        return value as { keyPairId: string; privateKey: string };
      },
      onError: () => {},
      onEvent,
    });
    const reload = async (next: unknown) => {
      value = next;
      await key.reload().catch(() => {});
      return events.splice(0);
    };
    const first = { keyPairId: "KFIRST", privateKey };
    const second = { keyPairId: "KSECOND", privateKey: keyText("ecp256.pkcs8.pem") };
    const failed = {
      type: "key-load-failed",
      error: expect.objectContaining({ code: "ERR_KEY_LOAD_FAILED" }),
    };
    expect(await reload(new Error("down"))).toEqual([{ ...failed, keyPairId: undefined }]);
    expect(await reload(first)).toEqual([{ type: "key-loaded", keyPairId: "KFIRST" }]);
    expect(await reload(first)).toEqual([{ type: "key-loaded", keyPairId: "KFIRST" }]);
    expect(await reload(new Error("down"))).toEqual([{ ...failed, keyPairId: "KFIRST" }]);
    expect(await reload(second)).toEqual([
      { type: "key-loaded", keyPairId: "KSECOND" },
      { type: "key-changed", keyPairId: "KSECOND", previousKeyPairId: "KFIRST" },
    ]);
    expect(await reload({ ...second, keyPairId: "KTHIRD" })).toEqual([
      { type: "key-loaded", keyPairId: "KTHIRD" },
      { type: "key-changed", keyPairId: "KTHIRD", previousKeyPairId: "KSECOND" },
    ]);
  });
});

type Make = (
  sign: () => Uint8Array | Promise<Uint8Array>,
  options: RemoteCallOptions,
) => {
  sign(bytes: Uint8Array): Promise<unknown>;
};

const makers: Record<string, Make> = {
  awsKmsKey: (sign, options) =>
    awsKmsKey({ keyId: "alias/a", publicKey, sign: async () => answer(await sign()), ...options }),
  pkcs11Key: (sign, options) => pkcs11Key({ publicKey, sign, ...options }),
  remoteKey: (sign, options) => remoteKey({ publicKey, sign, ...options }),
};

describe.each(Object.entries(makers))("%s", (_, make) => {
  it("tells of calls that wait, begin, are answered and made again, and of the length of the queue", async () => {
    await inVirtualTime(async () => {
      const { events, onEvent } = recordEvents();
      const throttled = awsError("ThrottlingException");
      let calls = 0;
      const sign = () => {
        if (++calls === 2) throw throttled;
        return policySignature;
      };
      const key = make(sign, { concurrency: 1, onEvent });
      await Promise.all([key.sign(policy), key.sign(policy), key.sign(policy)]);
      const queued = (queueLength: number) => ({ type: "call-queued", queueLength });
      const started = (queueLength: number) => ({ type: "call-started", queueLength });
      const answered = { type: "call-answered" };
      const retried = {
        type: "call-retried",
        attempts: 1,
        error: throttled,
        errorName: "ThrottlingException",
      };
      expect(events.filter(({ type }: { type?: string }) => type === "call-retried")).toEqual([retried]);
      expect(events.filter(({ type }: { type?: string }) => type === "call-answered")).toHaveLength(3);
      if (sharesProgress)
        expect(events.filter(({ type }: { type?: string }) => type !== "call-retried")).toEqual([
          started(0),
          queued(1),
          queued(2),
          answered,
          started(1),
          started(0),
          answered,
          started(0),
          answered,
        ]);
    });
  });

  const failed = (error: object, more: object) => ({
    type: "call-failed",
    attempts: 0,
    error: expect.objectContaining(error),
    errorName: undefined,
    queueLength: 0,
    ...more,
  });

  it("tells of each signature that fails, with the name of the error of the service", async () => {
    await inVirtualTime(async () => {
      const { events, onEvent } = recordEvents();
      let error: unknown = awsError("AccessDeniedException");
      const key = make(() => Promise.reject(error), { attempts: 2, onEvent });
      const lastOf = async (thrown: unknown) => {
        error = thrown;
        await refusal(() => key.sign(policy));
        return events.at(-1);
      };
      const permanent = { code: "ERR_SIGNING_FAILED" };
      const passing = { code: "ERR_SIGNING_UNAVAILABLE" };
      expect(await lastOf(error)).toEqual(
        failed(permanent, { attempts: 1, errorName: "AccessDeniedException" }),
      );
      expect(await lastOf(Object.assign(new Error("x"), { code: "ECONNREFUSED" }))).toEqual(
        failed(passing, { attempts: 2, errorName: "ECONNREFUSED" }),
      );
      expect(await lastOf(awsError(`${"x".repeat(99)}\n`, 500))).toEqual(failed(passing, { attempts: 2 }));
      expect(await lastOf("a text")).toEqual(failed(permanent, { attempts: 1 }));
    });
  });

  // In workerd no call waits for another one.
  it("tells of the queue when calls leave it by their deadline", async () => {
    await inVirtualTime(async () => {
      const { events, onEvent } = recordEvents();
      const options = { concurrency: 1, timeout: "5s", deadline: "5s", onEvent } as const;
      const key = make(() => new Promise<never>(() => {}), options);
      await Promise.allSettled([key.sign(policy), key.sign(policy), key.sign(policy)]);
      expect(events.slice(-2)).toEqual(
        [sharesProgress ? 0 : 1, 1].map((attempts) => failed({ code: "ERR_SIGNING_TIMEOUT" }, { attempts })),
      );
    });
  });

  it("tells of the queue when calls leave it by a signal, or find it full", async () => {
    const { events, onEvent } = recordEvents();
    const controller = new AbortController();
    const { signal } = controller;
    const options = { concurrency: 1, maxQueue: 2, signal, onEvent };
    const key = make(() => new Promise<never>(() => {}), options);
    const all = Promise.allSettled([1, 2, 3].map(() => key.sign(policy)));
    if (sharesProgress) {
      await refusal(() => key.sign(policy));
      expect(events.at(-1)).toEqual(failed({ code: "ERR_SIGNING_QUEUE_FULL" }, { queueLength: 2 }));
    }
    controller.abort(new Error("left"));
    await all;
    expect(events.slice(-3)).toEqual(
      (sharesProgress ? [0, 0, 1] : [1, 1, 1]).map((attempts) => failed({ message: "left" }, { attempts })),
    );
  });
});

it("the name of an error of a device is the one of its return value", async () => {
  const { events, onEvent } = recordEvents();
  const sign = () => Promise.reject(Object.assign(new Error("x"), { code: 257 }));
  await refusal(() => pkcs11Key({ publicKey, sign, onEvent }).sign(policy));
  expect(events.at(-1)).toHaveProperty("errorName", "CKR_USER_NOT_LOGGED_IN");
});

it.each([
  [
    "throws",
    () => {
      throw new Error("hook");
    },
  ],
  ["rejects", () => Promise.reject(new Error("hook"))],
])("a hook that %s changes nothing", async (_, onEvent) => {
  const key = loadedKey({
    load: () => ({ keyPairId, privateKey: remoteKey({ publicKey, sign: () => policySignature, onEvent }) }),
    onError: () => {},
    onEvent,
  });
  const signer = createCloudFrontSigner({ key, now, onEvent });
  // The signature is one of other bytes.
  expect((await refusal(() => signer.signUrl(url, terms))).code).toBe("ERR_SIGNING_FAILED");
});

it.each([null, "console", {}])("onEvent: %s is refused", async (onEvent) => {
  const makes = [
    () => createCloudFrontSigner({ keyPairId, privateKey, onEvent: onEvent as never }),
    () => loadedKey({ load: () => "", onError: () => {}, onEvent: onEvent as never }),
    () => remoteKey({ publicKey, sign: () => policySignature, onEvent: onEvent as never }),
  ];
  for (const make of makes)
    expect((await refusal(make)).message).toMatch(
      /^onEvent: is .*; pass a function: \(event\) => console\.log\(event\.type\)$/,
    );
});
