import { oneOf } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { renewingGrant } from "cloudfront-sign-media/client";
import { describe, expect, it } from "vitest";
import { type Device, onDevice } from "../support/device.ts";

/** Many viewers of a live event with one server, in virtual time: when they ask it for their grants. */

interface CrowdOptions {
  readonly numClients: number;
  readonly seconds: number;
  /** Each client asks for a segment that often. */
  readonly segmentSeconds: number;
  /** Lifetime of the grants, in seconds. */
  readonly expiresIn: number;
  /** As the option of `signer.grant`, in seconds. */
  readonly cacheWindow?: number;
  /** When the endpoint answers with 503, in seconds since the start. */
  readonly outage?: { readonly from: number; readonly to: number };
}

interface CrowdResult {
  /** Requests to the endpoint in each second. */
  readonly perSecond: readonly number[];
  /** Requests for segments. */
  readonly segments: number;
  /** Segments that got no signature. */
  readonly lost: number;
  /** Segments whose signature had ended. */
  readonly expired: number;
  /** Segments after the start that had to wait for a grant. */
  readonly waited: number;
}

/** The server answers in a moment that differs, in milliseconds. */
const latencies = [20, 35, 60, 110, 250];

function crowd(options: CrowdOptions): Promise<CrowdResult> {
  const { numClients, seconds, segmentSeconds, expiresIn, cacheWindow, outage } = options;
  return onDevice(async (device) => {
    const { load, perSecond, ends } = grantServer(device, { seconds, expiresIn, cacheWindow, outage });
    const counts = { segments: 0, lost: 0, expired: 0, waited: 0 };
    const grants = Array.from({ length: numClients }, () => renewingGrant({ load }));

    async function requestSegment(index: number): Promise<void> {
      const begun = device.seconds;
      counts.segments++;
      try {
        const url = await grants[index]?.signUrl(`${host}/live/${Math.floor(begun)}.ts`);
        const end = ends.get(url?.split("?")[1] ?? "") ?? 0;
        if (end <= device.serverTime) counts.expired++;
        if (begun >= 1 && device.seconds > begun) counts.waited++;
      } catch {
        counts.lost++;
      }
    }

    for (let second = 0; second < seconds; second++) {
      // All begin with the event, and then each at moments of its own.
      for (let index = 0; index < numClients; index++)
        if (second === 0 || (second + index) % segmentSeconds === 0) void requestSegment(index);
      await device.pass(1);
    }
    for (const grant of grants) grant.close();
    return { perSecond, ...counts };
  });
}

type ServerOptions = Pick<CrowdOptions, "seconds" | "expiresIn"> & {
  readonly cacheWindow: number | undefined;
  readonly outage: CrowdOptions["outage"] | undefined;
};

function grantServer(device: Device, { seconds, expiresIn, cacheWindow, outage }: ServerOptions) {
  const perSecond = new Array<number>(seconds).fill(0);
  /** The end of each grant in milliseconds, by its query. */
  const ends = new Map<string, number>();
  const { signer } = recorder({ now: () => new Date(device.serverTime) });
  const terms = { resource: `${host}/live/*`, expiresIn, ...(cacheWindow && { cacheWindow }) };
  const load = async () => {
    const second = Math.floor(device.seconds);
    perSecond[second] = (perSecond[second] ?? 0) + 1;
    const now = new Date(device.serverTime);
    const isOut = outage !== undefined && second >= outage.from && second < outage.to;
    const grant = await signer.grant(terms);
    await new Promise((resolve) => setTimeout(resolve, oneOf(Math.random, latencies)));
    if (isOut) return { status: 503, headers: new Headers(), json: async () => undefined };
    const { resource, query, expiresAt } = grant;
    ends.set(query, expiresAt.getTime());
    return { resource, query, expiresAt, now };
  };
  return { load, perSecond, ends };
}

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
