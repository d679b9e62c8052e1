import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { renewingGrant } from "cloudfront-sign-media/client";
import { expect, it } from "vitest";
import { type Device, endEvent, onDevice } from "../support/device.ts";

/** What happens to many clients at the same moment does not make them ask the server at the same moment. */

const numClients = repeated(600);
const lifetime = 600;

interface Crowd {
  readonly device: Device;
  readonly grants: readonly ReturnType<typeof renewingGrant>[];
  /** Loads in each second. */
  readonly perSecond: number[];
  /** What the endpoint answers instead of a grant. */
  refusal:
    | { readonly status: number; readonly headers: Headers; json(): Promise<unknown> }
    | "offline"
    | undefined;
  /** The most loads in a second, from one second on. */
  fullest(from: number): number;
}

/** So many clients on one device, each with its first grant if the endpoint gives one. */
function withCrowd(action: (crowd: Crowd) => Promise<void>, refusal?: Crowd["refusal"]): Promise<void> {
  return onDevice(async (device) => {
    const { signer } = recorder({ now: () => new Date(device.serverTime) });
    const perSecond: number[] = [];
    const load = async () => {
      const second = Math.floor(device.seconds);
      perSecond[second] = (perSecond[second] ?? 0) + 1;
      if (crowd.refusal === "offline") throw new TypeError("Failed to fetch");
      if (crowd.refusal) return crowd.refusal;
      const { resource, query, expiresAt } = await signer.grant({
        resource: `${host}/live/*`,
        expiresIn: lifetime,
      });
      return { resource, query: query + perSecond.length, expiresAt, now: new Date(device.serverTime) };
    };
    const grants = Array.from({ length: numClients }, () => renewingGrant({ load }));
    const crowd: Crowd = {
      device,
      grants,
      perSecond,
      refusal,
      fullest: (from) => Math.max(0, ...Array.from(perSecond, (count) => count ?? 0).slice(from)),
    };
    for (const grant of grants) grant.ready().catch(() => {});
    await endEvent();
    await device.pass(1);
    await action(crowd);
    for (const grant of grants) grant.close();
  });
}

const busy = (headers: Record<string, string>) => ({
  status: 503,
  headers: new Headers(headers),
  json: async () => ({}),
});

/** Six standard deviations of a Poisson distribution above its mean. */
const bound = (mean: number): number => mean + 6 * Math.sqrt(mean);

it("Retry-After: 60 brings them in the 30 seconds after it, not at once", () =>
  withCrowd(
    async (crowd) => {
      expect(crowd.perSecond[0]).toBe(numClients);
      crowd.refusal = undefined;
      await crowd.device.pass(120);
      expect(crowd.perSecond.slice(1, 60).filter(Boolean)).toEqual([]);
      expect(crowd.fullest(1)).toBeLessThan(bound(numClients / 30));
      expect(crowd.grants.map(({ state }) => state.status)).toEqual(Array(numClients).fill("valid"));
    },
    busy({ "Retry-After": "60" }),
  ));

it("a network that is back brings them in 5 seconds, not at once", () =>
  withCrowd(async (crowd) => {
    await crowd.device.pass(300);
    const from = Math.floor(crowd.device.seconds);
    crowd.refusal = undefined;
    await crowd.device.dispatch("online");
    await crowd.device.pass(6);
    expect(crowd.fullest(from)).toBeLessThan(bound(numClients / 5));
    expect(crowd.grants.filter(({ state }) => state.status === "valid")).toHaveLength(numClients);
  }, "offline"));

it("a 403 for all brings them in 5 seconds, not at once", () =>
  withCrowd(async (crowd) => {
    await crowd.device.pass(9);
    const from = Math.floor(crowd.device.seconds);
    for (const grant of crowd.grants) void grant.retryUrl(grant.signUrlNow(`${host}/live/1.ts`));
    await crowd.device.pass(6);
    expect(crowd.fullest(from)).toBeLessThan(bound(numClients / 5));
    expect(crowd.perSecond.slice(from).reduce((sum, count) => sum + count, 0)).toBe(numClients);
  }));
