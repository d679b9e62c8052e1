import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { pause } from "@cloudfront-sign-webcrypto/testing/support/pause.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, moment, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { inVirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import {
  type CloudFrontSignError,
  createCloudFrontSigner,
  type LoadedKeyOptions,
  type LoadedKeyValue,
  loadedKey,
} from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
import { sharesProgress } from "../support/runtime.ts";

/** A key that an async function loads: what is loaded when, and which key signs meanwhile. */

const url = `${host}/image.jpg`;
const terms = { dateLessThan: end };
const first: LoadedKeyValue = { keyPairId: "KFIRST", privateKey: keyText("rsa2048.pkcs8.pem") };
const second: LoadedKeyValue = { keyPairId: "KSECOND", privateKey: keyText("rsa2048-b.pkcs8.pem") };
const verifier = createCloudFrontVerifier({
  publicKeys: {
    KFIRST: keyText("rsa2048.pub.spki.pem"),
    KSECOND: keyText("rsa2048-b.pub.spki.pem"),
  },
});

/** A place of the key that a test changes: what it holds is returned, or thrown if it is an error. */
function store(options: Partial<LoadedKeyOptions> = {}) {
  const place = { value: first as unknown, numLoads: 0, seconds: 0, errors: [] as CloudFrontSignError[] };
  const key = loadedKey({
    load: async () => {
      place.numLoads++;
      if (place.value instanceof Error) throw place.value;
      return (await place.value) as LoadedKeyValue;
    },
    onError: (error) => place.errors.push(error),
    now: () => new Date(moment.getTime() + place.seconds * 1000),
    ...options,
  });
  const signer = createCloudFrontSigner({ key, now: () => moment });
  /** The ID of a new signed URL, which has to verify with this ID's public key. */
  const sign = async (): Promise<string | undefined> => {
    const signed = await signer.signUrl(url, terms);
    expect((await verifier.verifyUrl(signed, { time: moment })).allowed).toBe(true);
    return new URL(signed).searchParams.get("Key-Pair-Id") ?? undefined;
  };
  return { place, key, signer, sign };
}

describe("another key under the same ID, as when the ID stands in the environment and the key in a secret", () => {
  it.each([
    ["RSA, SHA-1", {}],
    ["RSA, SHA-256", { hashAlgorithm: "SHA256" }],
  ] as const)("%s: is not used, and onError hears of it", async (_, options) => {
    const { place, key, sign } = store();
    place.value = { ...first, ...options };
    expect(await sign()).toBe("KFIRST");
    place.value = { ...second, ...options, keyPairId: "KFIRST" };
    expect(await refusedAs(() => key.reload())).toBe("ERR_KEY_LOAD_FAILED load");
    expect(await sign()).toBe("KFIRST");
    expect(place.errors.map(({ message }) => message)).toEqual([
      "load: returned a different key for the same ID, but the key of an ID never changes in CloudFront; return the ID and the key from one secret, or restart the program if its first key was wrong",
    ]);
  });

  it("the same key in another form, with another hash or on P-256 is used", async () => {
    const { place, key, sign } = store();
    expect(await sign()).toBe("KFIRST");
    for (const privateKey of [keyText("rsa2048.pkcs1.pem"), keyText("rsa2048.pkcs8.pem")]) {
      place.value = { ...first, privateKey };
      expect(await key.reload()).toBe("KFIRST");
      place.value = { ...first, privateKey, hashAlgorithm: "SHA256" };
      expect(await key.reload()).toBe("KFIRST");
      expect(await sign()).toBe("KFIRST");
    }
    for (const file of ["ecp256.pkcs8.pem", "ecp256.sec1.pem"] as const) {
      place.value = { keyPairId: "KEC", privateKey: keyText(file) };
      expect(await key.reload()).toBe("KEC");
    }
    expect(place.errors).toEqual([]);
  });
});

/** Loads behind signatures, for which `settle` waits. */
function loadsBehind() {
  const loads: Promise<unknown>[] = [];
  const waitUntil = (load: Promise<unknown>): void => void loads.push(load);
  return { waitUntil, settle: () => Promise.all(loads) };
}

const deferred = <Value>() => {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((set) => {
    resolve = set;
  });
  return { promise, resolve };
};

describe("loadedKey", () => {
  it("takes the JSON text of a secret", async () => {
    const { place, sign } = store();
    place.value = JSON.stringify(first);
    expect(await sign()).toBe("KFIRST");
  });

  it("takes a remote signer", async () => {
    const { place, signer } = store();
    place.value = {
      keyPairId: "KREMOTE",
      privateKey: { keyType: "RSA", hashAlgorithm: "SHA256", sign: async () => new Uint8Array(256) },
    };
    expect(await signer.signUrl(url, terms)).toContain("Key-Pair-Id=KREMOTE&Hash-Algorithm=SHA256");
  });

  it("loads again behind the first signature after reloadAfter", async () => {
    const { waitUntil, settle } = loadsBehind();
    const { place, sign } = store({ reloadAfter: "10m", waitUntil });
    await sign();
    place.value = second;
    place.seconds = 599;
    await sign();
    await settle();
    expect([place.numLoads, await sign()]).toEqual([1, "KFIRST"]);
    place.seconds = 600;
    expect(await sign()).toBe("KFIRST");
    await settle();
    expect(await sign()).toBe("KSECOND");
    expect(place.numLoads).toBe(2);
  });

  it("makes a signature in workerd wait for the load that it begins", async () => {
    const { place, sign } = store({ reloadAfter: "10m" });
    await sign();
    place.value = second;
    place.seconds = 600;
    expect(await sign()).toBe(sharesProgress ? "KFIRST" : "KSECOND");
  });

  it("gives the load behind a signature to waitUntil", async () => {
    const loads: Promise<unknown>[] = [];
    const { place, sign } = store({ reloadAfter: 60, waitUntil: (load) => loads.push(load) });
    await sign();
    expect(loads).toEqual([]);
    place.seconds = 60;
    place.value = new Error("down");
    await sign();
    await sign();
    expect(await Promise.all(loads)).toEqual([undefined]);
    expect(place.errors.map(({ code }) => code)).toEqual(["ERR_KEY_LOAD_FAILED"]);
  });

  it("tells onError when waitUntil throws, and signs", async () => {
    const { place, sign } = store({
      reloadAfter: 60,
      waitUntil: () => {
        throw new Error("not in a request");
      },
    });
    await sign();
    place.seconds = 60;
    expect(await sign()).toBe("KFIRST");
    expect(place.errors.map(({ option }) => option)).toEqual(["waitUntil"]);
  });

  it("rejects with the cause when the first load fails, and loads again for the first signature after a pause", async () => {
    for (const [reloadAfter, pause] of [
      [undefined, 10],
      ["10m", 10],
      [3, 3],
    ] as const) {
      const { place, sign } = store({ reloadAfter });
      const cause = new Error("no network");
      place.value = cause;
      const error = await refusal(sign);
      expect([error.code, error.option, error.cause]).toEqual(["ERR_KEY_LOAD_FAILED", "load", cause]);
      place.value = first;
      place.seconds = pause - 1;
      expect(await Promise.all([refusal(sign), refusal(sign)])).toEqual([error, error]);
      expect([place.numLoads, place.errors]).toEqual([1, [error]]);
      place.seconds = pause;
      expect(await Promise.all([sign(), sign()])).toEqual(["KFIRST", "KFIRST"]);
      expect(place.numLoads).toBe(2);
    }
  });

  it("names the fault of a key that cannot be used as the cause", async () => {
    const { place, sign } = store();
    place.value = {
      ...first,
      privateKey: keyText("rsa2048.enc-aes256-sha256.pkcs8.pem"),
      passphrase: "wrong",
    };
    expect((await refusal(sign)).cause).toMatchObject({ code: "ERR_KEY_PASSPHRASE" });
  });

  it("gives up a load that takes too long, aborts its signal, and drops what comes later", async () => {
    const late = deferred<LoadedKeyValue>();
    let reason: unknown;
    let numLoads = 0;
    const { place, sign } = store({
      timeout: 1,
      load: ({ signal }) => {
        if (numLoads++ > 0) return first;
        signal.addEventListener("abort", () => {
          reason = signal.reason;
        });
        return late.promise;
      },
    });
    const error = await inVirtualTime(() => refusal(sign));
    expect(error.message).toContain("took longer than 1 s");
    expect(reason).toBe(error);
    place.seconds = 10;
    expect(await sign()).toBe("KFIRST");
    late.resolve(second);
    await pause(50);
    expect(await sign()).toBe("KFIRST");
  });

  it("ignores what the hook throws", async () => {
    const { place, sign } = store({
      onError: () => {
        throw new Error("the hook");
      },
    });
    place.value = undefined;
    expect(await refusedAs(sign)).toBe("ERR_KEY_LOAD_FAILED load");
  });

  it("remembers signatures of one key only", async () => {
    const { signer } = recorder();
    expect(signer.keyPairId).toBe("K2JCJMDEHXQW5F");
    const { place, key } = store();
    const remembering = createCloudFrontSigner({ key: key, signatureCacheSize: 10, now: () => moment });
    const before = await remembering.signUrl(url, terms);
    await key.reload();
    expect(await remembering.signUrl(url, terms)).toBe(before);
    place.value = second;
    await key.reload();
    expect(await remembering.signUrl(url, terms)).toContain("Key-Pair-Id=KSECOND");
  });
});

it("a timeout is longer than any timer", () => {
  for (const timeout of [300, 301, "2w", "100d"] as const) expect(() => store({ timeout })).not.toThrow();
});

describe("a signer of a loaded key", () => {
  it("has the ID of the key that signs now, and is frozen", async () => {
    const { signer, key } = store();
    expect(signer.keyPairId).toBe(undefined);
    await key.reload();
    expect(signer.keyPairId).toBe(key.keyPairId);
    expect(signer.keyPairId).toMatch(/^K/);
    expect([Object.isFrozen(signer), Object.isFrozen(key)]).toEqual([true, true]);
  });

  it("shows nothing of the key", async () => {
    const { key, sign } = store();
    await sign();
    const shown = JSON.stringify(key) + Object.keys(key).join() + String(key);
    expect(shown).not.toMatch(/PRIVATE|MII/);
  });
});
