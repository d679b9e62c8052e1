import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { describe, expect, it } from "vitest";
import { type CrowdResult, crowd } from "../support/crowd.ts";

/** Viewers who begin at the same moment. */

const numClients = repeated(1000);
const expiresIn = 300;
const options = { numClients, expiresIn, segmentSeconds: 15 };

/** Clients renew at 50 to 80 % of the lifetime: never are more of them due in a second, on average. */
const densest = numClients / (0.3 * expiresIn);

/** Six standard deviations of a Poisson distribution above that: seldom once in a thousand hours. */
const bound = densest + 6 * Math.sqrt(densest);

const peakAfter = ({ perSecond }: CrowdResult, second: number): number =>
  Math.max(...perSecond.slice(second));

const nothingLost = { lost: 0, expired: 0, waited: 0 };

describe("many viewers of a live event", () => {
  it("ask the server once each at the start, and then spread: no stampede when the first grants end", async () => {
    const result = await crowd({ ...options, seconds: 700 });
    expect(result.perSecond[0]).toBe(numClients);
    expect(peakAfter(result, 1)).toBeLessThan(bound);
    expect(result).toMatchObject(nothingLost);
  });

  it("spread also with grants that all end at the end of a window", async () => {
    const result = await crowd({ ...options, seconds: 700, cacheWindow: expiresIn });
    expect(peakAfter(result, 1)).toBeLessThan(bound);
    expect(result).toMatchObject(nothingLost);
  });

  it("lose no segment in an outage of 20 seconds, and do not overrun the server when it is back", async () => {
    const outage = { from: 180, to: 200 };
    const result = await crowd({ ...options, seconds: 300, outage });
    // Until then, whoever is due asks 6 times at the most: at once and after 0.5, 1.5, 3.5, 7.5 and 15.5 s.
    expect(peakAfter(result, 1)).toBeLessThan(6 * densest + 6 * Math.sqrt(6 * densest));
    expect(peakAfter(result, outage.to + 20)).toBeLessThan(bound);
    expect(result).toMatchObject(nothingLost);
  });
});
