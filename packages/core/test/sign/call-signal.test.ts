import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { pause } from "@cloudfront-sign-webcrypto/testing/support/pause.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { policySignature, publicKeyOf } from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type AnyAbortSignal,
  type CloudFrontSigner,
  createCloudFrontSigner,
  loadedKey,
} from "cloudfront-sign-webcrypto";
import { remoteKey } from "cloudfront-sign-webcrypto/remote";
import { describe, expect, it } from "vitest";
import { sharesProgress } from "../support/runtime.ts";

/** The option signal of one call: it ends this call and no other. */

const url = `${host}/a.jpg`;
const reason = new Error("the viewer left");
const now = () => moment;
const publicKey = publicKeyOf("RSA");

type Call = (
  signer: Pick<CloudFrontSigner, "signUrl" | "signCookies" | "signCookieSets" | "grant">,
  signal: AnyAbortSignal | undefined,
) => Promise<unknown>;

const calls: Record<string, Call> = {
  signUrl: (signer, signal) => signer.signUrl(url, { dateLessThan: end, signal }),
  "signUrl with a ready policy": (signer, signal) =>
    signer.signUrl(url, {
      policy: `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`,
      signal,
    }),
  signCookies: (signer, signal) => signer.signCookies({ resource: url, dateLessThan: end, signal }),
  signCookieSets: (signer, signal) => signer.signCookieSets([{ resource: url, dateLessThan: end, signal }]),
  grant: (signer, signal) => signer.grant({ resource: url, dateLessThan: end, signal }),
};

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => "fulfilled",
    (error: unknown) => error,
  );

/** A remote key whose calls a test counts and ends. */
function remote(concurrency = 1) {
  const seen: { bytes: Uint8Array; abortSignal: AnyAbortSignal; answer: () => void }[] = [];
  const privateKey = remoteKey({
    publicKey,
    concurrency,
    sign: (bytes, { abortSignal }) =>
      new Promise((resolve) => {
        seen.push({ bytes, abortSignal, answer: () => resolve(policySignature) });
      }),
  });
  return { seen, privateKey };
}

describe.each(Object.entries(calls))("%s", (_, call) => {
  it("that is aborted rejects with the reason, and aborts the request of a remote key", async () => {
    for (const thrown of [reason, "a text", 0]) {
      const { seen, privateKey } = remote();
      const controller = new AbortController();
      const result = rejection(
        call(createCloudFrontSigner({ keyPairId, privateKey, now }), controller.signal),
      );
      await pause();
      controller.abort(thrown);
      expect(await result).toBe(thrown);
      await pause();
      expect(seen.map(({ abortSignal }) => [abortSignal.aborted, abortSignal.reason])).toEqual([
        [true, thrown],
      ]);
    }
  });

  it("with a signal that has aborted begins nothing", async () => {
    const { seen, privateKey } = remote();
    let loads = 0;
    const key = loadedKey({
      load: () => {
        loads++;
        return { keyPairId, privateKey };
      },
      onError: () => {},
    });
    for (const signer of [
      createCloudFrontSigner({ keyPairId, privateKey, now }),
      createCloudFrontSigner({ key, now }),
    ])
      expect(await rejection(call(signer, AbortSignal.abort(reason)))).toBe(reason);
    expect([seen.length, loads]).toEqual([0, 0]);
  });

  it("with a signal that does not abort signs the same, and leaves no listener", async () => {
    let listeners = 0;
    const controller = new AbortController();
    const signal: AnyAbortSignal = {
      aborted: false,
      addEventListener: (type, listener) => {
        listeners++;
        controller.signal.addEventListener(type, listener);
      },
      removeEventListener: (type, listener) => {
        listeners--;
        controller.signal.removeEventListener(type, listener);
      },
    };
    const { signer } = { signer: rsaSigner() };
    const plain = await call(signer, undefined);
    expect(JSON.stringify(await call(signer, signal))).toBe(JSON.stringify(plain));
    expect(listeners).toBe(0);
  });

  it("refuses what is no signal", async () => {
    for (const signal of [{}, "abort", new AbortController()])
      expect((await refusal(() => call(rsaSigner(), signal as never))).message).toMatch(
        /^signal: is .*, not an AbortSignal; pass the signal of an AbortController$/,
      );
  });
});

it("a signal of many calls has one listener at a time, and none when they have ended", async () => {
  // Node.js warns of a leak from the eleventh listener on.
  const listeners = new Set<() => void>();
  let most = 0;
  const signal: AnyAbortSignal & { aborted: boolean } = {
    aborted: false,
    reason,
    addEventListener: (_, listener) => {
      listeners.add(listener);
      most = Math.max(most, listeners.size);
    },
    removeEventListener: (_, listener) => listeners.delete(listener),
  };
  const { seen, privateKey } = remote(50);
  const signers = [rsaSigner(), createCloudFrontSigner({ keyPairId, privateKey, now })];
  const lastOf = async (urls: AsyncIterable<string>) => {
    let last = "";
    for await (last of urls);
    return last;
  };
  const begin = () =>
    Promise.all(
      Array.from({ length: 20 }, (_, i) => `${url}?${i}`).flatMap((one) =>
        signers.flatMap((signer) => [
          rejection(signer.signUrl(one, { dateLessThan: end, signal })),
          rejection(lastOf(signer.signUrls([one], { dateLessThan: end }, { signal }))),
        ]),
      ),
    );
  const ended = begin();
  await pause();
  for (const { answer } of seen) answer();
  await ended;
  expect([most, listeners.size]).toEqual([1, 0]);
  const aborted = begin();
  signal.aborted = true;
  for (const listener of listeners) listener();
  expect(await aborted).toEqual(Array(80).fill(reason));
  expect([most, listeners.size]).toEqual([1, 0]);
});

it("a call that waits for its turn leaves the queue when it is aborted, and no other call does", async () => {
  const { seen, privateKey } = remote();
  const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
  const controller = new AbortController();
  const first = rejection(signer.signUrl(`${url}?1`, { dateLessThan: end }));
  const aborted = rejection(signer.signUrl(`${url}?2`, { dateLessThan: end, signal: controller.signal }));
  await pause();
  const begun = sharesProgress ? 1 : 2;
  expect(seen).toHaveLength(begun);
  controller.abort(reason);
  expect(await aborted).toBe(reason);
  // The signature is one of other bytes: what counts is that the call ended by itself.
  seen[0]?.answer();
  expect(await first).toHaveProperty("code", "ERR_SIGNING_FAILED");
  expect(seen).toHaveLength(begun);
});

it("a load and a remembered signature that others wait for go on", async () => {
  let load: (value: { keyPairId: string; privateKey: string }) => void = () => {};
  const key = loadedKey({
    load: () =>
      new Promise((resolve) => {
        load = resolve;
      }),
    onError: () => {},
  });
  const signer = createCloudFrontSigner({ key, now, signatureCacheSize: 10 });
  const controller = new AbortController();
  const aborted = rejection(signer.signUrl(url, { dateLessThan: end, signal: controller.signal }));
  const other = signer.signUrl(url, { dateLessThan: end });
  await pause();
  controller.abort(reason);
  expect(await aborted).toBe(reason);
  load({ keyPairId, privateKey: keyText("rsa2048.pkcs8.pem") });
  expect(await other).toContain("Signature=");
});
