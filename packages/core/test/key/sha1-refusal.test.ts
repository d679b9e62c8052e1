import { keyBytes, keyText, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { partOf } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type Refusal,
  refusingMethods,
  withoutSha1,
} from "@cloudfront-sign-webcrypto/testing/support/stubbed-crypto.ts";
import { ecKeyPairId, outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import {
  createCloudFrontSigner,
  importCloudFrontPublicKey,
  type LoadedKeyValue,
  loadedKey,
} from "cloudfront-sign-webcrypto";
import { remoteKey } from "cloudfront-sign-webcrypto/remote";
import { describe, expect, it } from "vitest";

/** Runtimes that refuse SHA-1 in some functions of WebCrypto: each alone, and all together. */

const url = `${host}/a.jpg`;
const terms = { dateLessThan: end };
const keys = {
  RSA: { privateKey: keyText("rsa2048.pkcs8.pem"), keyPairId },
  EC: { privateKey: keyText("ecp256.pkcs8.pem"), keyPairId: ecKeyPairId },
} as const;
type KeyType = keyof typeof keys;
type HashAlgorithm = "SHA1" | "SHA256";

const sign = (keyType: KeyType, hashAlgorithm: HashAlgorithm) =>
  signerOf(keys[keyType].privateKey, { keyPairId: keys[keyType].keyPairId, hashAlgorithm }).signUrl(
    url,
    terms,
  );
const signed = {
  RSA: { SHA1: await sign("RSA", "SHA1"), SHA256: await sign("RSA", "SHA256") },
  EC: { SHA1: await sign("EC", "SHA1"), SHA256: await sign("EC", "SHA256") },
};
/** With another path, so that the signature is not valid. */
const changed = (signedUrl: string) => signedUrl.replace("/a.jpg", "/b.jpg");

const rejectsWith =
  (value: unknown): Refusal =>
  () =>
    Promise.reject(value);
const refusals: Readonly<Record<string, Refusal>> = {
  "rejects with an OperationError": rejectsWith(new DOMException("no", "OperationError")),
  "rejects with a NotSupportedError": rejectsWith(new DOMException("no", "NotSupportedError")),
  "rejects with a TypeError": rejectsWith(new TypeError("no")),
  "rejects with a text": rejectsWith("no"),
  "rejects with undefined": rejectsWith(undefined),
  "throws an error": () => {
    throw new Error("no");
  },
};

/** Each set of functions but the empty one. */
const sets = Array.from({ length: 15 }, (_, i) =>
  (["importKey", "sign", "verify", "digest"] as const).filter((_, at) => ((i + 1) >> at) & 1),
);
const runtimes = Object.entries(refusals).flatMap(([how, refuse]) =>
  sets.map((refusing) => ({
    name: `${how} in ${refusing}`,
    refusing: refusing as readonly (typeof refusingMethods)[number][],
    inRuntime: <Result>(action: () => Promise<Result>) => withoutSha1(refusing, action, refuse),
  })),
);

/** A test in each runtime; its expectations name the runtime. */
const inEach = (test: (runtime: (typeof runtimes)[number]) => Promise<void>) => async () => {
  for (const runtime of partOf(runtimes)) await test(runtime);
};

/** The result, or `code option` of the error, which must name SHA-1 and the step. */
const outcomeOf = async (action: () => Promise<string>): Promise<string> => {
  try {
    return await action();
  } catch {
    const { code, option, message } = await refusal(action);
    const isNamed =
      /SHA-1(?:, which this runtime refuses (?:to import )?|; if this runtime refuses it )\(FIPS mode or a crypto policy\)/.test(
        message,
      );
    expect(message).toContain('the hash algorithm "SHA256"');
    return `${code} ${option}${isNamed ? "" : ` ${message}`}`;
  }
};

describe.each(["RSA", "EC"] as const)("where WebCrypto refuses SHA-1 in some functions, %s", (keyType) => {
  it(
    "signs with SHA-256",
    inEach(async ({ name, inRuntime }) => {
      const request = await inRuntime(() => sign(keyType, "SHA256"));
      expect(outcome(await verifierOf().verifyUrl(request)), name).toBe("allowed");
      expect(request.endsWith("&Hash-Algorithm=SHA256"), name).toBe(true);
    }),
  );

  it(
    "verifies SHA-256",
    inEach(async ({ name, inRuntime }) => {
      const verify = (request: string) =>
        inRuntime(async () => outcome(await verifierOf().verifyUrl(request)));
      expect(await verify(signed[keyType].SHA256), name).toBe("allowed");
      expect(await verify(changed(signed[keyType].SHA256)), name).toBe("signature-mismatch");
    }),
  );

  it(
    "names SHA-1 where it cannot sign with it",
    inEach(async ({ name, refusing, inRuntime }) => {
      const result = await inRuntime(() => outcomeOf(() => sign(keyType, "SHA1")));
      if (refusing.includes("importKey")) expect(result, name).toBe("ERR_KEY_UNSUPPORTED privateKey");
      else if (refusing.includes("sign")) expect(result, name).toBe("ERR_SIGNING_FAILED privateKey");
      else expect(outcome(await verifierOf().verifyUrl(result)), name).toBe("allowed");
    }),
  );

  it(
    "never calls a signature invalid that it cannot verify",
    inEach(async ({ name, refusing, inRuntime }) => {
      const isRefused = refusing.includes("importKey") || refusing.includes("verify");
      const unsupported = `ERR_KEY_UNSUPPORTED publicKeys.${keys[keyType].keyPairId}`;
      const verify = (request: string) =>
        inRuntime(() => outcomeOf(async () => outcome(await verifierOf().verifyUrl(request))));
      expect(await verify(signed[keyType].SHA1), name).toBe(isRefused ? unsupported : "allowed");
      expect(await verify(changed(signed[keyType].SHA1)), name).toBe(
        isRefused ? unsupported : "signature-mismatch",
      );
    }),
  );
});

it(
  "a verifier keeps on naming SHA-1 where WebCrypto refuses it",
  inEach(async ({ name, refusing, inRuntime }) => {
    const isRefused = refusing.includes("importKey") || refusing.includes("verify");
    const verifier = verifierOf();
    for (let i = 0; i < 3; i++) {
      const result = await inRuntime(() =>
        outcomeOf(async () => outcome(await verifier.verifyUrl(signed.RSA.SHA1))),
      );
      expect(result, name).toBe(isRefused ? `ERR_KEY_UNSUPPORTED publicKeys.${keyPairId}` : "allowed");
    }
  }),
);

it.each(Object.entries(refusals))(
  "WebCrypto that %s for SHA-1 in deriveKey names the hash of an encrypted key, not its passphrase",
  async (_, refuse) => {
    const encrypted = (file: "rsa2048.enc-aes128-sha1.pkcs8.pem" | "rsa2048.enc-aes256-sha256.pkcs8.pem") =>
      withoutSha1(
        ["deriveKey"],
        async () => signerOf(keyText(file), { passphrase, hashAlgorithm: "SHA256" }).signUrl(url, terms),
        refuse,
      );
    const { code, option, message } = await refusal(() => encrypted("rsa2048.enc-aes128-sha1.pkcs8.pem"));
    expect(`${code} ${option}`).toBe("ERR_KEY_UNSUPPORTED privateKey");
    expect(message).toContain("encrypted with a scheme, cipher or hash that WebCrypto does not support here");
    expect(message).not.toContain("passphrase");
    expect(await encrypted("rsa2048.enc-aes256-sha256.pkcs8.pem")).toBe(signed.RSA.SHA256);
  },
);

describe("WebCrypto that refuses SHA-1 for RSA only", () => {
  const isOfRsa = (argument: unknown): boolean => {
    const { name, hash } = Object(argument) as { name?: string; hash?: string };
    return name === "RSASSA-PKCS1-v1_5" && hash === "SHA-1";
  };
  const refuse = rejectsWith(new Error("no"));

  it("in sign is named", async () => {
    const { code, message } = await withoutSha1(
      ["sign"],
      () => refusal(() => rsaSigner().signUrl(url, terms)),
      refuse,
      isOfRsa,
    );
    expect(code).toBe("ERR_SIGNING_FAILED");
    expect(message).toContain("failed to sign with SHA-1; if this runtime refuses it");
  });

  it("in verify is recognised", async () => {
    const error = await withoutSha1(
      ["verify"],
      () => refusal(() => verifierOf().verifyUrl(signed.RSA.SHA1)),
      refuse,
      isOfRsa,
    );
    expect(error.message).toContain("cannot verify SHA-1; if this runtime refuses it");
  });
});

describe("WebCrypto that calls every signature with SHA-1 invalid", () => {
  const inRuntime = <Result>(action: () => Promise<Result>) =>
    withoutSha1(["verify"], action, async () => false);

  it.each([signed.RSA.SHA1, signed.EC.SHA1])("does not make the verifier say so, %#", async (request) => {
    const { code, message } = await inRuntime(() => refusal(() => verifierOf().verifyUrl(request)));
    expect(code).toBe("ERR_KEY_UNSUPPORTED");
    expect(message).toContain("cannot verify SHA-1; if this runtime refuses it");
  });
});

describe("what fails for another reason", () => {
  const everything = () => true;

  it("a sign() that signs nothing says so", async () => {
    const signing = () => refusal(() => rsaSigner({ hashAlgorithm: "SHA256" }).signUrl(url, terms));
    const { message } = await withoutSha1(["sign"], signing, rejectsWith(new Error("no")), everything);
    expect(message).toBe("privateKey: failed to sign in WebCrypto; see the cause of this error");
  });

  it("a missing AES is named", async () => {
    const signer = signerOf(keyText("rsa2048.enc-aes128-sha1.pkcs8.pem"), { passphrase });
    const { message } = await withoutSha1(
      ["deriveKey"],
      () => refusal(() => signer.signUrl(url, terms)),
      rejectsWith(new Error("no")),
      everything,
    );
    expect(message).toContain("a scheme, cipher or hash that WebCrypto does not support here");
  });

  it("a wrong passphrase is one where SHA-1 is refused, too", async () => {
    const signer = signerOf(keyText("rsa2048.enc-aes256-sha256.pkcs8.pem"), { passphrase: "wrong" });
    const { code } = await withoutSha1(refusingMethods, () => refusal(() => signer.signUrl(url, terms)));
    expect(code).toBe("ERR_KEY_PASSPHRASE");
  });
});

it("a public CryptoKey for SHA-256 verifies where SHA-1 is refused", async () => {
  const publicKey = await withoutSha1(refusingMethods, () =>
    importCloudFrontPublicKey({ content: keyBytes("rsa2048.pub.spki.pem"), hashAlgorithm: "SHA256" }),
  );
  const verdict = await withoutSha1(refusingMethods, () =>
    verifierOf({ [keyPairId]: publicKey }).verifyUrl(signed.RSA.SHA256),
  );
  expect(outcome(verdict)).toBe("allowed");
});

describe("a remote key for SHA-1 where verify() refuses it", () => {
  it("rejects, since its signature cannot be checked", async () => {
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" };
    const key = await crypto.subtle.importKey("pkcs8", keyBytes("rsa2048.pkcs8.der"), algorithm, false, [
      "sign",
    ]);
    const privateKey = remoteKey({
      publicKey: keyText("rsa2048.pub.spki.pem"),
      hashAlgorithm: "SHA1",
      sign: async (bytes) =>
        new Uint8Array(await crypto.subtle.sign(algorithm, key, bytes as Uint8Array<ArrayBuffer>)),
    });
    expect(await signerOf(privateKey).signUrl(url, terms)).toBe(signed.RSA.SHA1);
    const other = remoteKey({
      publicKey: keyText("rsa2048.pub.spki.pem"),
      hashAlgorithm: "SHA1",
      sign: async () => new Uint8Array(256),
    });
    const sign = () => refusedAs(() => signerOf(other).signUrl(url, terms));
    expect(await withoutSha1(["verify"], sign)).toBe("ERR_KEY_UNSUPPORTED publicKey");
  });
});

describe.each(["importKey", "sign"] as const)("a loaded key for SHA-1 where %s refuses it", (method) => {
  const sha1: LoadedKeyValue = keys.RSA;
  const sha256: LoadedKeyValue = { ...keys.RSA, hashAlgorithm: "SHA256" };
  const store = () => {
    const place = { value: sha1, codes: [] as unknown[] };
    const key = loadedKey({
      load: () => place.value,
      onError: ({ code, cause }) => place.codes.push([code, (cause as { code?: string }).code]),
    });
    return { place, key, signer: createCloudFrontSigner({ key, now: () => moment }) };
  };
  const codes = ["ERR_KEY_LOAD_FAILED", method === "sign" ? "ERR_SIGNING_FAILED" : "ERR_KEY_UNSUPPORTED"];

  it("rejects the load, with the step that helps", async () => {
    const { place, key, signer } = store();
    const { code, message } = await withoutSha1([method], () => refusal(() => signer.signUrl(url, terms)));
    expect([code, place.codes]).toEqual(["ERR_KEY_LOAD_FAILED", [codes]]);
    expect(message).toContain("load: returned a key that cannot be used: privateKey: ");
    expect(message).toContain('use the hash algorithm "SHA256"');
    expect(key.keyPairId).toBeUndefined();
  });

  it("does not take over from one for SHA-256", async () => {
    const { place, key, signer } = store();
    place.value = sha256;
    expect(await withoutSha1([method], () => signer.signUrl(url, terms))).toBe(signed.RSA.SHA256);
    place.value = sha1;
    await withoutSha1([method], () => refusal(() => key.reload()));
    expect(place.codes).toEqual([codes]);
    expect(await withoutSha1([method], () => signer.signUrl(url, terms))).toBe(signed.RSA.SHA256);
  });
});
