import { pause } from "@cloudfront-sign-webcrypto/testing/support/pause.ts";
import { seededRandom } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import {
  answer,
  awsError,
  policy,
  policySignature,
  publicKeyOf,
} from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { inVirtualTime, type VirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import { awsKmsKey, pkcs11Key, type RemoteCallOptions, remoteKey } from "cloudfront-sign-webcrypto/remote";
import { describe, expect, it } from "vitest";
import { sharesProgress } from "../support/runtime.ts";

/**
 * How many calls a remote key makes at a time. In workerd a request cannot wait for another one, so all calls
 * start at once there.
 */

const publicKey = publicKeyOf("RSA");

/** More than the greatest concurrency here. */
const count = 80;
const expected = (concurrency: number) => (sharesProgress ? concurrency : count);

/** Signs `count` times at once; the largest number of calls in progress. */
function mostAtATime(
  make: (sign: () => Promise<Uint8Array>) => { sign(bytes: Uint8Array): Promise<Uint8Array> },
): Promise<number> {
  return inVirtualTime(async () => {
    const random = seededRandom(3);
    let running = 0;
    let most = 0;
    const key = make(async () => {
      most = Math.max(most, ++running);
      await pause(1 + Math.floor(random() * 5));
      running--;
      if (random() < 0.3) throw awsError("ThrottlingException");
      return policySignature;
    });
    await Promise.all(Array.from({ length: count }, () => key.sign(policy)));
    expect(running).toBe(0);
    return most;
  });
}

const kmsKey = (options?: RemoteCallOptions) => (sign: () => Promise<Uint8Array>) =>
  awsKmsKey({ keyId: "alias/a", publicKey, sign: async () => answer(await sign()), ...options });

describe("calls at a time", () => {
  it.each([1, 2, 7, 64])("are at most %i, also with calls that are tried again", async (concurrency) => {
    expect(await mostAtATime(kmsKey({ concurrency }))).toBe(expected(concurrency));
  });

  it("are 50 by default", async () => {
    expect(await mostAtATime(kmsKey())).toBe(expected(50));
    expect(await mostAtATime((sign) => remoteKey({ publicKey, sign }))).toBe(expected(50));
  });

  it("are 1 by default with PKCS#11", async () => {
    expect(await mostAtATime((sign) => pkcs11Key({ publicKey, sign }))).toBe(expected(1));
  });

  it("have their turn in the order in which they came", async () => {
    const order: number[] = [];
    await inVirtualTime(async () => {
      const key = remoteKey({
        publicKey,
        concurrency: 3,
        sign: async (bytes) => {
          order.push(bytes[0] as number);
          await pause(5);
          throw new Error("x");
        },
      });
      await Promise.allSettled(Array.from({ length: 200 }, (_, i) => key.sign(Uint8Array.of(i))));
    });
    expect(order).toEqual(Array.from({ length: 200 }, (_, i) => i));
  });

  it("make room for others while one waits for its next attempt", async () => {
    const order: number[] = [];
    await inVirtualTime(async () => {
      const key = remoteKey({
        publicKey,
        concurrency: 1,
        sign: (bytes) => {
          order.push(bytes[0] as number);
          if (order.length === 1) throw awsError("ThrottlingException");
          return policySignature;
        },
      });
      await Promise.allSettled([1, 2, 3].map((byte) => key.sign(Uint8Array.of(byte))));
    });
    expect(order).toEqual([1, 2, 3, 1]);
  });

  it("do not count any more after their timeout", async () => {
    await inVirtualTime(async () => {
      let calls = 0;
      const key = remoteKey({
        publicKey,
        concurrency: 1,
        attempts: 1,
        timeout: "1s",
        sign: () => (++calls === 1 ? new Promise<never>(() => {}) : policySignature),
      });
      const [hanging, next] = await Promise.allSettled([key.sign(policy), key.sign(policy)]);
      expect([hanging.status, next.status]).toEqual(["rejected", "fulfilled"]);
    });
  });
});

describe("timeout", () => {
  const hanging = (options: RemoteCallOptions, act: (time: VirtualTime) => unknown = () => {}) =>
    inVirtualTime(async (time) => {
      const signals: { readonly aborted: boolean; readonly reason?: unknown }[] = [];
      const key = remoteKey({
        publicKey,
        sign: (_, { abortSignal }) => {
          signals.push(abortSignal);
          return new Promise<never>(() => {});
        },
        ...options,
      });
      const error = await key.sign(policy).catch((reason: unknown) => reason as Error);
      await act(time);
      return { error, signals, now: time.now };
    });

  it("ends each attempt, and aborts its signal with a TimeoutError", async () => {
    const { error, signals } = await hanging({ attempts: 3, timeout: "1s" });
    expect(error).toHaveProperty("code", "ERR_SIGNING_UNAVAILABLE");
    expect(signals.map(({ aborted, reason }) => [aborted, (reason as Error).name])).toEqual(
      Array.from({ length: 3 }, () => [true, "TimeoutError"]),
    );
  });

  it.each([
    [undefined, 5000],
    [1, 1000],
    ["2m", 120_000],
  ] as const)("%s is %i ms for one attempt, and leaves no timer behind", async (timeout, milliseconds) => {
    let left: number | undefined;
    const { now } = await hanging({ attempts: 1, timeout }, async (time) => {
      left = await time.leftTimers();
    });
    expect([now, left]).toEqual([milliseconds, 0]);
  });

  it("that passes does nothing to a call that has ended", async () => {
    await inVirtualTime(async (time) => {
      let abortSignal: { readonly aborted: boolean } | undefined;
      const key = remoteKey({
        publicKey,
        sign: (_, call) => {
          ({ abortSignal } = call);
          return policySignature;
        },
      });
      await key.sign(policy);
      expect([abortSignal?.aborted, await time.leftTimers()]).toEqual([false, 0]);
    });
  });
});
