import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type CloudFrontSigner, createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { type CloudFrontVerifier, createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
import { type RotationDates, type RotationTerms, rotationDates } from "../../../src/commands/rotate/dates.ts";

/**
 * The dates of `rotate`, on a model of CloudFront: edge locations that get a change of the key group at once
 * or at the end of the deployment, and signers whose clocks are wrong and that reload late. A URL must be
 * allowed as long as it is where both keys are always trusted.
 */

const terms: RotationTerms = {
  from: new Date("2026-12-01T09:00:00Z"),
  longestLifetime: 7 * 86_400,
  cacheWindow: 0,
  deployTime: 2100,
  reloadAfter: 600,
  clockMargin: 300,
  switched: undefined,
};

const [oldId, newId] = ["K2JCJMDEHXQW5F", "K3D5EWEUDCCXON"];
const [oldPublicKey, newPublicKey] = [keyText("rsa2048.pub.spki.pem"), keyText("ecp256.pub.spki.pem")];

/** When each change is made, in epoch milliseconds. */
interface Actions {
  readonly add: number;
  readonly switchSigners: number;
  readonly remove: number;
}

function actionsAt({ add, switchSigners, remove }: RotationDates): Actions {
  return { add: add.getTime(), switchSigners: switchSigners.getTime(), remove: remove.getTime() };
}

const bothKeys = createCloudFrontVerifier({ publicKeys: { [oldId]: oldPublicKey, [newId]: newPublicKey } });
const verifiers = new Map([[[oldId, newId].join(), bothKeys]]);

/** What an edge location trusts that has each change `delay` after it. */
function verifierAt(time: number, { add, remove }: Actions, delay: number) {
  const publicKeys = {
    ...(time < remove + delay && { [oldId]: oldPublicKey }),
    ...(time >= add + delay && { [newId]: newPublicKey }),
  };
  const ids = Object.keys(publicKeys).join();
  // No verifier has an empty key group, nor has CloudFront.
  const verifier = verifiers.get(ids) ?? (ids === "" ? undefined : createCloudFrontVerifier({ publicKeys }));
  if (verifier) verifiers.set(ids, verifier);
  return verifier;
}

let clock = 0;
const now = () => new Date(clock);
const oldSigner = createCloudFrontSigner({
  keyPairId: oldId,
  privateKey: keyText("rsa2048.pkcs8.pem"),
  now,
});
const newSigner = createCloudFrontSigner({ keyPairId: newId, privateKey: keyText("ecp256.pkcs8.pem"), now });

/** The key of one program that signs. It has the new key `reload` after the switch. */
function signerAt(time: number, { switchSigners }: Actions, reload: number): CloudFrontSigner {
  // A key that is as old as reloadAfter signs once more.
  return time <= switchSigners + reload && (reload > 0 || time < switchSigners) ? oldSigner : newSigner;
}

/** The URLs that are denied before their expiry, with the time of the signature and of the request. */
async function* denied(
  actions: Actions,
  { longestLifetime, ...rest }: RotationTerms,
): AsyncGenerator<string> {
  const [deployTime, reloadAfter, clockMargin] = [rest.deployTime, rest.reloadAfter, rest.clockMargin].map(
    (seconds) => seconds * 1000,
  ) as [number, number, number];
  const { add, switchSigners, remove } = actions;
  const events = [add, switchSigners, switchSigners + reloadAfter, remove].flatMap((time) => [
    time,
    time + deployTime,
  ]);
  const moments = events.flatMap((time) => [time - 1000, time, time + 1000]);
  for (const signedAt of moments)
    for (const ahead of [-clockMargin, clockMargin])
      for (const signer of new Set([0, reloadAfter].map((reload) => signerAt(signedAt, actions, reload)))) {
        clock = signedAt + ahead;
        const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.mp4", {
          expiresIn: longestLifetime,
          ...(rest.cacheWindow > 0 && { cacheWindow: rest.cacheWindow }),
        });
        const expiry = Number(new URL(url).searchParams.get("Expires")) * 1000;
        for (const requestedAt of [signedAt, ...moments, expiry - 1000, expiry - 1]) {
          const verifiers = new Set([0, deployTime].map((delay) => verifierAt(requestedAt, actions, delay)));
          if (requestedAt < signedAt || !(await isAllowed(bothKeys, url, requestedAt))) continue;
          for (const verifier of verifiers)
            if (verifier !== bothKeys && !(await isAllowed(verifier, url, requestedAt)))
              yield `signed ${new Date(signedAt).toISOString()}, requested ${new Date(requestedAt).toISOString()}`;
        }
      }
}

async function isAllowed(
  verifier: CloudFrontVerifier | undefined,
  url: string,
  requestedAt: number,
): Promise<boolean> {
  return (await verifier?.verifyUrl(url, { time: new Date(requestedAt) }))?.allowed === true;
}

/** The first of them. */
async function firstDenied(actions: Actions, terms: RotationTerms): Promise<string | undefined> {
  for await (const found of denied(actions, terms)) return found;
  return undefined;
}

const dates = actionsAt(rotationDates(terms));
const second = 1000;

describe("the dates of rotate", () => {
  it("deny no URL before its expiry", async () => {
    expect(await firstDenied(dates, terms)).toBeUndefined();
  });

  it("deny no URL of a signer with a cache window", async () => {
    const withWindow = { ...terms, cacheWindow: 3600 };
    expect(await firstDenied(actionsAt(rotationDates(withWindow)), withWindow)).toBeUndefined();
    expect(await firstDenied(dates, withWindow)).toBeDefined();
  });

  it("deny no URL where the signers switched later than planned, if the dates count from there", async () => {
    const switched = new Date("2026-12-03T12:00:00Z");
    const late = { ...terms, reloadAfter: (switched.getTime() - dates.switchSigners) / 1000, switched };
    expect(await firstDenied(actionsAt(rotationDates({ ...terms, switched })), late)).toBeUndefined();
    expect(await firstDenied(dates, late)).toBeDefined();
  });

  it("may all be later, in their order", async () => {
    const later = {
      add: dates.add + 86_400_000,
      switchSigners: dates.switchSigners + 3 * 86_400_000,
      remove: dates.remove + 30 * 86_400_000,
    };
    expect(await firstDenied(later, terms)).toBeUndefined();
  });

  it.each([
    ["the switch is one second earlier", { ...dates, switchSigners: dates.switchSigners - second }],
    ["the new key is added one second later", { ...dates, add: dates.add + second }],
    ["the old key is removed one second earlier", { ...dates, remove: dates.remove - second }],
  ])("deny a URL if %s", async (_, actions) => {
    expect(await firstDenied(actions, terms)).toBeDefined();
  });

  const { add, switchSigners, remove } = dates;
  it.each([
    ["switch, add, remove", { add: switchSigners, switchSigners: add, remove }],
    ["add, remove, switch", { add, switchSigners: remove, remove: switchSigners }],
    ["remove, add, switch", { add: switchSigners, switchSigners: remove, remove: add }],
    ["remove, switch, add", { add: remove, switchSigners, remove: add }],
    ["switch, remove, add", { add: remove, switchSigners: add, remove: switchSigners }],
  ])("deny URLs in any other order: %s", async (_, actions) => {
    expect(await firstDenied(actions, terms)).toBeDefined();
  });
});

describe("a signer of loadedKey", () => {
  const switchedAt = dates.switchSigners;

  /**
   * When it signs for the last time with the old key, after the switch. It began `earlier` before the switch,
   * and has a pause after each signature.
   */
  async function lastOldSignature(earlier: number, pause: number): Promise<number> {
    let time = switchedAt - earlier;
    const loads: Promise<unknown>[] = [];
    const signer = createCloudFrontSigner({
      key: loadedKey({
        load: () =>
          time < switchedAt
            ? { keyPairId: oldId, privateKey: keyText("rsa2048.pkcs8.pem") }
            : { keyPairId: newId, privateKey: keyText("ecp256.pkcs8.pem") },
        reloadAfter: terms.reloadAfter,
        onError: (error) => {
          throw error;
        },
        waitUntil: (load) => loads.push(load),
        now: () => new Date(time),
      }),
      now: () => new Date(time),
    });
    let last = 0;
    for (; time < switchedAt + 24 * terms.reloadAfter * second; time += pause) {
      const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.mp4", { expiresIn: "1h" });
      await Promise.all(loads);
      if (url.includes(oldId)) last = time - switchedAt;
    }
    return last;
  }

  it("switches within twice reloadAfter, however seldom it signs, but not within reloadAfter", async () => {
    const pauses = [60, 420, 599, 601, 1199, 1201, 7200].map((seconds) => seconds * second);
    const starts = [1, 1000, 30_000, 59_999, 300_000, 599_999];
    const all = await Promise.all(
      pauses.flatMap((pause) => starts.map((earlier) => lastOldSignature(earlier, pause))),
    );
    expect(Math.max(...all)).toBeLessThan(2 * terms.reloadAfter * second);
    expect(Math.max(...all)).toBeGreaterThan(terms.reloadAfter * second);
  });
});
