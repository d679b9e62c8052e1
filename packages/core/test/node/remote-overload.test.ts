import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { pause } from "@cloudfront-sign-webcrypto/testing/support/pause.ts";
import { seededRandom } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import {
  policy,
  policySignature,
  publicKeyOf,
} from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { inVirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import { type RemoteCallOptions, remoteKey } from "cloudfront-sign-webcrypto/remote";
import { describe, expect, it } from "vitest";
import { crowdedKeyFaults } from "../remote/remote-failure.faults.ts";

/**
 * A remote key that gets more signatures than it makes: it still makes about as many as it can, and begins no call that
 * would end after the deadline of its signature.
 */

// In workerd no call waits for another one, so that nothing is crowded there.
describeMessages(crowdedKeyFaults);

const publicKey = publicKeyOf("RSA");

interface Load {
  /** Signatures that are asked for in each second. */
  readonly rate: number;
  readonly seconds: number;
  /** Milliseconds that a call takes which begins at this time. */
  readonly duration: (now: number, random: () => number) => number;
  readonly options?: RemoteCallOptions;
}

/** What became of the calls, and of the signatures that were not made. */
function underLoad({ rate, seconds, duration, options }: Load) {
  return inVirtualTime(async (time) => {
    const random = seededRandom(5);
    /** Calls that were answered in time, by the second. */
    const answered: number[] = Array(seconds).fill(0);
    let begun = 0;
    const codes = new Set<string>();
    let longestFailure = 0;
    const key = remoteKey({
      publicKey,
      ...options,
      sign: async (_, { abortSignal }) => {
        begun++;
        await pause(Math.ceil(duration(time.now, random) / 100) * 100);
        const second = Math.floor(time.now / 1000);
        if (!abortSignal.aborted) answered[second] = (answered[second] ?? 0) + 1;
        return policySignature;
      },
    });
    const sign = async () => {
      const start = time.now;
      try {
        await key.sign(policy);
      } catch (error) {
        codes.add((error as { code: string }).code);
        longestFailure = Math.max(longestFailure, time.now - start);
      }
    };
    const all: Promise<void>[] = [];
    for (let tenth = 1; tenth <= seconds * 10; tenth++) {
      while (all.length < (tenth * rate) / 10) all.push(sign());
      await pause(100);
    }
    await Promise.all(all);
    return { answered, begun, codes: [...codes], longestFailure };
  });
}

/** The mean of some seconds. */
const mean = (counts: readonly number[], from: number, to: number) =>
  counts.slice(from, to).reduce((total, count) => total + count, 0) / (to - from);

describe("a key that makes 50 signatures a second, in calls of a second", () => {
  it.each([
    [1.5, "calls of one duration", () => 1000],
    [3, "calls of one duration", () => 1000],
    [1.5, "calls of which a few take very long", (_, random) => -1000 * Math.log(1 - random())],
  ] as [number, string, Load["duration"]][])(
    "that is asked for %d times as many, in %s, makes as many as before and wastes few calls",
    async (times, _, duration) => {
      const { answered, begun, codes, longestFailure } = await underLoad({
        rate: 50 * times,
        seconds: 30,
        duration,
      });
      for (let second = 5; second < 30; second += 5)
        expect(mean(answered, second, second + 5)).toBeGreaterThan(40);
      const made = mean(answered, 0, answered.length) * answered.length;
      expect(made / begun).toBeGreaterThan(0.95);
      expect(codes).toEqual(["ERR_SIGNING_TIMEOUT"]);
      expect(longestFailure).toBeLessThanOrEqual(10_000);
    },
  );

  it("notices that calls take longer, and that they do not any more", async () => {
    const { answered } = await underLoad({
      rate: 75,
      seconds: 60,
      duration: (now) => (now >= 15_000 && now < 40_000 ? 4000 : 1000),
    });
    expect(mean(answered, 5, 15)).toBeGreaterThan(45);
    // 12.5 a second are possible.
    expect(mean(answered, 28, 40)).toBeGreaterThan(10);
    expect(mean(answered, 46, 60)).toBeGreaterThan(45);
  });

  it("loses no signature that waits when calls of a tenth of a second hang for a while", async () => {
    const { answered } = await underLoad({
      rate: 40,
      seconds: 40,
      duration: (now) => (now >= 5000 && now < 20_000 ? 60_000 : 100),
    });
    // Those that had come in the last ten seconds.
    expect(mean(answered, 20, 22) * 2).toBeGreaterThan(400);
  });
});

describe("a deadline", () => {
  it.each([
    ["of five calls", "1s", undefined, 200],
    ["of little more than one call", "1s", undefined, 800],
    ["that is shorter than the timeout", "2s", 60, 1000],
  ] as const)("%s leaves a key of five calls at a time busy", async (_, deadline, timeout, milliseconds) => {
    const capacity = 5000 / milliseconds;
    const { answered, begun } = await underLoad({
      rate: capacity * 1.5,
      seconds: 20,
      duration: () => milliseconds,
      options: { concurrency: 5, deadline, timeout },
    });
    expect(mean(answered, 2, 20)).toBeGreaterThan(capacity * 0.8);
    expect(begun - mean(answered, 0, answered.length) * answered.length).toBeLessThanOrEqual(5);
  });
});
