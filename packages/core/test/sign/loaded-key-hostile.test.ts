import { hostileValue, type Maker } from "@cloudfront-sign-webcrypto/testing/support/hostile-values.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { pause } from "@cloudfront-sign-webcrypto/testing/support/pause.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { inVirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import {
  CloudFrontSignError,
  createCloudFrontSigner,
  type LoadedKeyOptions,
  type LoadedKeyValue,
  loadedKey,
} from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Loaders and hooks that do what no loader or hook should: the last key signs on, and the hook hears once. */

const good: LoadedKeyValue = { keyPairId: "KGOOD", privateKey: keyText("ecp256.pkcs8.pem") };

/** A key whose first load succeeds; `place.load` loads after that. */
function loadedOnce(options: Partial<LoadedKeyOptions> = {}) {
  const place = { load: (): unknown => good, seconds: 0, errors: [] as unknown[] };
  const key = loadedKey({
    load: () => place.load() as LoadedKeyValue,
    onError: (error) => place.errors.push(error),
    now: () => new Date(moment.getTime() + place.seconds * 1000),
    ...options,
  });
  const signer = createCloudFrontSigner({ key, now: () => moment });
  const sign = () => signer.signUrl(`${host}/a`, { dateLessThan: end });
  return { place, key, sign };
}

function isOwn(error: unknown): error is CloudFrontSignError {
  try {
    return error instanceof CloudFrontSignError;
  } catch {
    return false;
  }
}

async function expectOneFailure(load: () => unknown): Promise<CloudFrontSignError> {
  const { place, key, sign } = loadedOnce();
  await sign();
  place.load = load;
  let error: unknown;
  try {
    await key.reload();
  } catch (reason) {
    error = reason;
  }
  // Not thrown as it is: a runner does not bear a proxy that throws itself.
  if (!isOwn(error)) return expect.unreachable("rejected with something else than an error of the package");
  expect([error.code, error.option]).toEqual(["ERR_KEY_LOAD_FAILED", "load"]);
  // Matchers look into what they compare, and some causes do not bear it.
  expect([place.errors.length, place.errors[0] === error]).toEqual([1, true]);
  expect(await sign()).toContain("&Key-Pair-Id=KGOOD&");
  return error;
}

/** Throws itself whenever it is looked at. */
function selfThrowing(): object {
  const traps = ["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf"].map((name) => [
    name,
    () => {
      throw proxy;
    },
  ]);
  const proxy: object = new Proxy({}, Object.fromEntries(traps));
  return proxy;
}

// Functions, since the runner looks into what it is given.
const reasons: [name: string, reason: Maker][] = [
  ["null", () => null],
  ["a string", () => "down"],
  ["a symbol", () => Symbol("down")],
  ["a frozen object", () => Object.freeze({})],
  ["a frozen error", () => Object.freeze(new Error("down"))],
  ["a function", () => () => {}],
  ["a proxy that throws itself", selfThrowing],
  [
    "an error with a getter that throws",
    () =>
      Object.defineProperties(new Error("down"), {
        name: {
          get() {
            throw new Error("name");
          },
        },
        message: {
          get() {
            throw new Error("message");
          },
        },
      }),
  ],
];

describe("a loader that fails with a value of any kind", () => {
  it.each(reasons)("rejects with it as the cause: %s", async (_, make) => {
    const reason = make();
    // Object.is, since a matcher would look into a value that does not bear it.
    const rejected = await expectOneFailure(() => Promise.reject(reason));
    expect(Object.is(rejected.cause, reason)).toBe(true);
    const thrown = await expectOneFailure(() => {
      throw reason;
    });
    expect(Object.is(thrown.cause, reason)).toBe(true);
  });

  it("says so when there is no cause", async () => {
    const error = await expectOneFailure(() => Promise.reject(undefined));
    expect("cause" in error).toBe(false);
  });
});

describe("a loader that returns anything", () => {
  it("is refused, and its last key signs on", () =>
    fc.assert(
      fc.asyncProperty(hostileValue, async (make: Maker) => {
        await expectOneFailure(make);
      }),
      runs(15, 300),
    ));

  it("is refused with anything as ID or key", () =>
    fc.assert(
      fc.asyncProperty(hostileValue, fc.constantFrom("keyPairId", "privateKey"), async (make, name) => {
        await expectOneFailure(() => ({ ...good, [name]: make() }));
      }),
      runs(15, 300),
    ));

  it("is refused with a proxy that throws itself", async () => {
    await expectOneFailure(selfThrowing);
    await expectOneFailure(() => ({ ...good, keyPairId: selfThrowing() }));
    await expectOneFailure(() => ({ ...good, privateKey: selfThrowing() }));
  });
});

describe("a loader that returns a thenable", () => {
  // biome-ignore-start lint/suspicious/noThenProperty: a thenable is what is tested
  const thenable = (
    then: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => void,
  ) => ({
    then,
  });

  it("counts once when it settles twice", async () => {
    const error = await expectOneFailure(() =>
      thenable((_, reject) => {
        reject("first");
        reject("second");
      }),
    );
    expect(error.cause).toBe("first");
    const { place, key } = loadedOnce();
    place.load = () =>
      thenable((resolve, reject) => {
        resolve(good);
        reject("too late");
        throw new Error("too late");
      });
    expect(await key.reload()).toBe("KGOOD");
    expect(place.errors).toEqual([]);
  });

  it("counts as failed when it throws, or settles with one that does", async () => {
    const broken = () =>
      thenable(() => {
        throw "broken";
      });
    expect((await expectOneFailure(broken)).cause).toBe("broken");
    expect((await expectOneFailure(() => thenable((resolve) => resolve(broken())))).cause).toBe("broken");
  });

  it("times out when it never settles", async () => {
    const { place, key, sign } = loadedOnce({ timeout: 1 });
    await sign();
    place.load = () => thenable(() => {});
    const error = await inVirtualTime(() => refusal(() => key.reload()));
    expect(error.message).toContain("took longer than 1 s");
    expect(place.errors).toHaveLength(1);
  });
  // biome-ignore-end lint/suspicious/noThenProperty: a thenable is what is tested
});

describe("a loader that pairs an ID with the key of another version", () => {
  it("is not noticed: only CloudFront, or the verifier, knows the public key of the ID", async () => {
    const { place, sign } = loadedOnce();
    place.load = () => ({ ...good, privateKey: keyText("rsa2048.pkcs8.pem") });
    const verifier = createCloudFrontVerifier({ publicKeys: { KGOOD: keyText("rsa2048-b.pub.spki.pem") } });
    expect((await verifier.verifyUrl(await sign(), { time: moment })).allowed).toBe(false);
    expect(place.errors).toEqual([]);
  });
});

describe("a loader that changes what it has returned", () => {
  it("changes ID and key of no signature", async () => {
    const encode = (pem: string) => new TextEncoder().encode(pem.padEnd(2000));
    const oldBytes = encode(keyText("rsa2048.pkcs8.pem"));
    const newBytes = encode(keyText("rsa2048-b.pkcs8.pem"));
    const publicKeys = {
      KOLD: keyText("rsa2048.pub.spki.pem"),
      KNEW: keyText("rsa2048-b.pub.spki.pem"),
    };
    const verifier = createCloudFrontVerifier({ publicKeys });
    for (let steps = 0; steps < 40; steps++) {
      const value = { keyPairId: "KOLD", privateKey: oldBytes.slice() };
      const change = async () => {
        for (let step = 0; step < steps; step++) await undefined;
        value.keyPairId = "KNEW";
        value.privateKey.set(newBytes);
      };
      const { place, sign } = loadedOnce();
      place.load = () => {
        void change();
        return value;
      };
      expect((await verifier.verifyUrl(await sign(), { time: moment })).allowed).toBe(true);
    }
  });
});

/** Whether a promise-like result of a hook got a handler for its rejection. */
function rejecting() {
  const result = {
    isHandled: false,
    // biome-ignore lint/suspicious/noThenProperty: stands for the promise of an async function
    then(_: unknown, reject?: (reason: unknown) => void) {
      result.isHandled = typeof reject === "function";
      reject?.(new Error("the hook"));
    },
  };
  return result;
}

describe("a hook", () => {
  it("may be an async function that rejects", async () => {
    const hook = rejecting();
    const { place, key, sign } = loadedOnce({ onError: () => hook as never });
    await sign();
    place.load = () => undefined;
    await refusal(() => key.reload());
    expect(hook.isHandled).toBe(true);
    const rejected = loadedOnce({ onError: () => Promise.reject(new Error("the hook")) as never });
    rejected.place.load = () => undefined;
    await refusal(rejected.sign);
  });

  it("hears of a waitUntil that rejects", async () => {
    const cause = new Error("not in a request");
    const { place, sign } = loadedOnce({
      reloadAfter: 60,
      waitUntil: () => Promise.reject(cause) as never,
    });
    await sign();
    place.seconds = 60;
    expect(await sign()).toContain("&Key-Pair-Id=KGOOD&");
    await pause();
    expect(place.errors).toMatchObject([{ code: "ERR_KEY_LOAD_FAILED", option: "waitUntil", cause }]);
  });
});
