import {
  awsError,
  policy,
  policySignature,
  publicKeyOf,
} from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { inVirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { remoteKey } from "cloudfront-sign-webcrypto/remote";
import { describe, expect, it } from "vitest";
import { sharesProgress } from "../support/runtime.ts";

/** The option signal of a remote key: it ends calls that wait, that sign, and that come later. */

const publicKey = publicKeyOf("RSA");
const reason = new Error("the server stops");

/** A signal that counts its listeners. */
function countingSignal() {
  const controller = new AbortController();
  const listeners = new Set<() => void>();
  const counts = { added: 0, most: 0 };
  const signal = {
    get aborted() {
      return controller.signal.aborted;
    },
    get reason(): unknown {
      return controller.signal.reason;
    },
    addEventListener: (_: "abort", listener: () => void) => {
      counts.added++;
      listeners.add(listener);
      counts.most = Math.max(counts.most, listeners.size);
      controller.signal.addEventListener("abort", listener);
    },
    removeEventListener: (_: "abort", listener: () => void) => {
      listeners.delete(listener);
      controller.signal.removeEventListener("abort", listener);
    },
  };
  return { signal, listeners, counts, abort: () => controller.abort(reason) };
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => "fulfilled",
    (error: unknown) => error,
  );

describe("an abort", () => {
  it("rejects a call that signs with the signal's reason, and aborts what the function got", async () => {
    const { signal, listeners, abort } = countingSignal();
    const seen: unknown[] = [];
    const key = remoteKey({
      publicKey,
      signal,
      sign: (_, { abortSignal }) =>
        new Promise<never>((_resolve, reject) => {
          abortSignal.addEventListener("abort", () => {
            seen.push(abortSignal.reason);
            reject(new Error("of the client"));
          });
        }),
    });
    const call = rejection(key.sign(policy));
    await Promise.resolve();
    abort();
    expect(await call).toBe(reason);
    expect([seen, listeners.size]).toEqual([[reason], 0]);
  });

  it("rejects calls that wait for their turn, which never start", async () => {
    const { signal, listeners, abort } = countingSignal();
    let calls = 0;
    const key = remoteKey({
      publicKey,
      signal,
      concurrency: 2,
      sign: () => {
        calls++;
        return new Promise<never>(() => {});
      },
    });
    const all = Array.from({ length: 50 }, () => rejection(key.sign(policy)));
    await Promise.resolve();
    abort();
    expect(new Set(await Promise.all(all))).toEqual(new Set([reason]));
    expect([calls, listeners.size]).toEqual([sharesProgress ? 2 : 50, 0]);
  });

  it("rejects a call that waits for its next attempt, and clears the timer", async () => {
    const { signal, listeners, abort } = countingSignal();
    await inVirtualTime(async (time) => {
      let calls = 0;
      const key = remoteKey({
        publicKey,
        signal,
        sign: () => {
          calls++;
          // The wait is random, and longer in this run.
          setTimeout(abort, 1);
          throw awsError("ThrottlingException");
        },
      });
      expect(await rejection(key.sign(policy))).toBe(reason);
      expect([calls, await time.leftTimers(), listeners.size]).toEqual([1, 0, 0]);
    });
  });

  it("rejects every later call, whose function is not called", async () => {
    const { signal, listeners, abort } = countingSignal();
    let calls = 0;
    const key = remoteKey({
      publicKey,
      signal,
      sign: () => {
        calls++;
        return policySignature;
      },
    });
    abort();
    expect(await rejection(key.sign(policy))).toBe(reason);
    expect([calls, listeners.size]).toEqual([0, 0]);
  });

  it("at the moment when a listener is added leaves no call and no timer", async () => {
    const { signal, listeners, abort } = countingSignal();
    let calls = 0;
    const addEventListener = (type: "abort", listener: () => void) => {
      signal.addEventListener(type, listener);
      abort();
    };
    const { aborted: _, ...methods } = signal;
    const abortsAtOnce = Object.defineProperty({ ...methods, reason, addEventListener }, "aborted", {
      get: () => signal.aborted,
    }) as typeof signal;
    await inVirtualTime(async (time) => {
      const sign = () => {
        calls++;
        throw awsError("ThrottlingException");
      };
      const key = remoteKey({ publicKey, signal: abortsAtOnce, sign });
      expect(await rejection(key.sign(policy))).toBe(reason);
      expect([calls, await time.leftTimers(), listeners.size]).toEqual([0, 0, 0]);
    });
  });

  it("while the function runs that signs, or the one that decides about a further attempt", async () => {
    for (const inSign of [true, false]) {
      const { signal, abort } = countingSignal();
      const key = remoteKey({
        publicKey,
        signal,
        sign: () => {
          if (inSign) abort();
          throw new Error("x");
        },
        retryIf: () => {
          if (!inSign) abort();
          return true;
        },
      });
      expect(await rejection(key.sign(policy))).toBe(reason);
    }
  });

  it("reaches the caller of the signer as it is", async () => {
    for (const thrown of [reason, "a text", undefined]) {
      const controller = new AbortController();
      const key = remoteKey({
        publicKey,
        signal: controller.signal,
        sign: () => new Promise<never>(() => {}),
      });
      const signer = createCloudFrontSigner({ keyPairId, privateKey: key });
      const call = rejection(signer.signUrl(`${host}/a`, { dateLessThan: end }));
      controller.abort(thrown);
      expect(await call).toBe(controller.signal.reason);
    }
  });
});

it("leaves no listener on the signal, and has one at most at any time", async () => {
  const { signal, listeners, counts } = countingSignal();
  const key = remoteKey({ publicKey, signal, concurrency: 4, sign: async () => policySignature });
  await Promise.all(Array.from({ length: 200 }, () => key.sign(policy)));
  await key.sign(policy);
  expect([listeners.size, counts.most]).toEqual([0, 1]);
});
