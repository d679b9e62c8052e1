import { pause } from "@cloudfront-sign-webcrypto/testing/support/pause.ts";
import {
  awsError,
  policy,
  policySignature,
  publicKeyOf,
} from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { inVirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import { awsKmsKey, pkcs11Key, type RemoteCallOptions, remoteKey } from "cloudfront-sign-webcrypto/remote";
import { describe, expect, it } from "vitest";
import { sharesProgress } from "../support/runtime.ts";

/**
 * How long a signature of a remote key takes at most, and how many may wait. In workerd no call waits for another one,
 * so none is refused there.
 */

const publicKey = publicKeyOf("RSA");
const never = () => new Promise<never>(() => {});

/** The code of an error, or `signed`. */
const outcome = (signature: Promise<unknown>) =>
  signature.then(
    () => "signed",
    ({ code }: { code: string }) => code,
  );

describe("a service that accepts and never answers", () => {
  const makers: Record<
    string,
    (options?: RemoteCallOptions) => { sign(bytes: Uint8Array): Promise<unknown> }
  > = {
    awsKmsKey: (options) => awsKmsKey({ keyId: "alias/a", publicKey, sign: never, ...options }),
    pkcs11Key: (options) => pkcs11Key({ publicKey, sign: never, ...options }),
    remoteKey: (options) => remoteKey({ publicKey, sign: never, ...options }),
  };

  it.each(Object.entries(makers))(
    "%s: each of 100 callers a second has a typed answer within 12 seconds",
    async (_, make) => {
      await inVirtualTime(async (time) => {
        const key = make();
        // Imports the public key, which may take any number of turns.
        await outcome(key.sign(policy));
        const waits: number[] = [];
        const call = async () => {
          const begun = time.now;
          const result = await outcome(key.sign(policy));
          waits.push(time.now - begun);
          return result;
        };
        const results: Promise<string>[] = [];
        for (let i = 0; i < 200; i++) {
          results.push(...Array.from({ length: 10 }, call));
          await pause(100);
        }
        expect(new Set(await Promise.all(results))).toEqual(new Set(["ERR_SIGNING_TIMEOUT"]));
        expect(Math.max(...waits)).toBeLessThanOrEqual(12_000);
        expect(await time.leftTimers()).toBe(0);
      });
    },
  );

  it("a call that comes when it answers again is signed", async () => {
    await inVirtualTime(async (time) => {
      let answers = false;
      const key = remoteKey({ publicKey, sign: () => (answers ? policySignature : never()) });
      const during = Array.from({ length: 500 }, () => outcome(key.sign(policy)));
      await pause(9999);
      answers = true;
      expect(await outcome(key.sign(policy))).toBe("signed");
      expect(new Set(await Promise.all(during))).toContain("ERR_SIGNING_TIMEOUT");
      expect(await time.leftTimers()).toBe(0);
    });
  });
});

describe("the deadline", () => {
  it.each([
    [undefined, "10s", 10_000],
    [undefined, "60s", 60_000],
    ["1s", "60s", 1000],
    [30, "60s", 30_000],
  ] as const)("%s, with timeout %s, ends a signature after %i ms, with its request", async (...row) => {
    const [deadline, timeout, milliseconds] = row;
    await inVirtualTime(async (time) => {
      const signals: { readonly aborted: boolean; readonly reason?: unknown }[] = [];
      const key = remoteKey({
        publicKey,
        deadline,
        timeout,
        sign: (_, { abortSignal }) => {
          signals.push(abortSignal);
          return never();
        },
      });
      const error = await key.sign(policy).catch((reason: unknown) => reason);
      expect([time.now, await time.leftTimers()]).toEqual([milliseconds, 0]);
      expect(signals.map(({ aborted, reason }) => [aborted, reason])).toEqual([[true, error]]);
    });
  });

  it("counts the waits between attempts, and names the last error", async () => {
    await inVirtualTime(async (time) => {
      const throttled = awsError("ThrottlingException");
      const sign = () => {
        throw throttled;
      };
      const key = remoteKey({ publicKey, deadline: "3s", attempts: 100, sign });
      const error: Error & { code?: string } = await key.sign(policy).then(
        () => expect.fail("signed"),
        (reason) => reason,
      );
      expect([error.code, error.cause, time.now]).toEqual(["ERR_SIGNING_TIMEOUT", throttled, 3000]);
    });
  });

  it("of a call that waits lets those behind it have their turn", async () => {
    await inVirtualTime(async () => {
      let calls = 0;
      const key = remoteKey({
        publicKey,
        concurrency: 1,
        attempts: 1,
        timeout: "4s",
        deadline: "5s",
        sign: () => (++calls <= 2 && sharesProgress ? never() : policySignature),
      });
      const first = [key.sign(policy), key.sign(policy), key.sign(policy)].map(outcome);
      await pause(4500);
      const last = outcome(key.sign(policy));
      // The first call fails after 4 s. The second one and the third, which waits, end at 5 s.
      expect(await Promise.all([...first, last])).toEqual(
        sharesProgress
          ? ["ERR_SIGNING_UNAVAILABLE", "ERR_SIGNING_TIMEOUT", "ERR_SIGNING_TIMEOUT", "signed"]
          : Array(4).fill("signed"),
      );
    });
  });

  it.each([0, -1, 0.5, "soon"])("%s is refused", (deadline) => {
    expect(() => remoteKey({ publicKey, deadline: deadline as never, sign: () => policySignature })).toThrow(
      /^deadline: /,
    );
  });
});

describe("the queue", () => {
  const full = sharesProgress ? "ERR_SIGNING_QUEUE_FULL" : "signed";

  it("refuses what is more than concurrency and maxQueue together, until there is room again", async () => {
    await inVirtualTime(async () => {
      const key = remoteKey({
        publicKey,
        concurrency: 2,
        maxQueue: 3,
        sign: async () => {
          await pause(100);
          return policySignature;
        },
      });
      const sign = () => outcome(key.sign(policy));
      const all = Array.from({ length: 7 }, sign);
      expect(await Promise.all(all)).toEqual([...Array(5).fill("signed"), full, full]);
      expect(await sign()).toBe("signed");
    });
  });

  it("counts a call that waits for its next attempt, which keeps its place", async () => {
    await inVirtualTime(async () => {
      let calls = 0;
      const key = remoteKey({
        publicKey,
        concurrency: 1,
        maxQueue: 0,
        sign: () => {
          if (++calls === 1) throw awsError("ThrottlingException");
          return policySignature;
        },
      });
      const first = outcome(key.sign(policy));
      const second = outcome(key.sign(policy));
      expect([await second, await first]).toEqual([full, "signed"]);
    });
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "9"])("maxQueue %s is refused", (maxQueue) => {
    expect(() => remoteKey({ publicKey, maxQueue: maxQueue as never, sign: () => policySignature })).toThrow(
      /^maxQueue: is .*; pass a whole number of signatures, 0 or more$/,
    );
  });
});
