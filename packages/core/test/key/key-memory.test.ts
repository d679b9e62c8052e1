import { clientRequest, isSignatureValid } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import {
  keyBytes,
  keyText,
  passphrase,
  pemToDer,
  rsaJwk,
} from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, keyPairId, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  createCloudFrontPresignedUrl,
  createCloudFrontSignedCookies,
  forgetImportedKeys,
  importCloudFrontPrivateKey,
} from "cloudfront-sign-webcrypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keyObject } from "./key-object.faults.ts";

/** A process imports a private key once, whoever uses it and however it is passed. */

const url = `${host}/image.jpg`;
const content = keyText("rsa2048.pkcs8.pem");
const otherContent = keyText("rsa2048-b.pkcs8.pem");
const policy = { url, expireTimeEpochMs: end * 1000 };

/** How often WebCrypto was asked to import a private key since the last look. */
function countImports(): () => number {
  const spy = vi.spyOn(crypto.subtle, "importKey");
  return () => {
    const count = spy.mock.calls.filter(([, , , , usages]) => [...usages].includes("sign")).length;
    spy.mockClear();
    return count;
  };
}

/** Signs as most users do: everything is made anew for each URL. */
const signOnce = (privateKey: unknown, options = {}): Promise<string> =>
  signerOf(privateKey, options).signUrl(url, { dateLessThan: end });

const presign = (key: object): Promise<string> =>
  createCloudFrontPresignedUrl({ policy, key: { keyPairId, ...key } });

async function isOf(file: "rsa2048" | "rsa2048-b", signed: string): Promise<boolean> {
  return isSignatureValid(`${file}.pub.spki.pem`, clientRequest(signed));
}

/** Texts of one key, each different from the others. */
const spellings = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `# ${i}\n${keyText("ecp256.pkcs8.pem")}`);

beforeEach(() => {
  forgetImportedKeys();
});

afterEach(() => {
  vi.restoreAllMocks();
  forgetImportedKeys();
});

describe("a private key", () => {
  it("is imported once for signers, one-shot functions and importCloudFrontPrivateKey", async () => {
    const imports = countImports();
    const imported = await importCloudFrontPrivateKey({ keyPairId, content });
    const signed = await signOnce(content);
    expect(await signOnce(content)).toBe(signed);
    expect(await presign({ content })).toBe(signed);
    await createCloudFrontSignedCookies({ policy, key: { keyPairId, content } });
    expect(await importCloudFrontPrivateKey({ keyPairId, content })).toBe(imported);
    expect(imports()).toBe(1);
    expect(await isOf("rsa2048", signed)).toBe(true);
  });

  it("on P-256, its pair is compared once", async () => {
    await signOnce(keyText("ecp256.pkcs8.pem"));
    const [imports, verify] = [countImports(), vi.spyOn(crypto.subtle, "verify")];
    for (let i = 0; i < 3; i++) await signOnce(keyText("ecp256.pkcs8.pem"));
    expect(imports()).toBe(0);
    expect(verify).not.toHaveBeenCalled();
  });

  it("is imported once for callers at the same time", async () => {
    const imports = countImports();
    const signed = await Promise.all([
      ...Array.from({ length: 5 }, () => signOnce(content)),
      ...Array.from({ length: 5 }, () => presign({ content })),
    ]);
    expect(new Set(signed).size).toBe(1);
    expect(imports()).toBe(1);
    await signOnce(content);
    expect(imports()).toBe(0);
  });

  it("as bytes or a JWK is known by its content", async () => {
    const imports = countImports();
    for (const make of [
      () => keyBytes("rsa2048.pkcs8.der"),
      () => keyBytes("rsa2048.pkcs8.der").buffer,
      () => new TextEncoder().encode(content),
    ])
      for (let i = 0; i < 2; i++) expect(await isOf("rsa2048", await signOnce(make()))).toBe(true);
    expect(imports()).toBe(2);
    const jwk = await rsaJwk();
    imports();
    for (let i = 0; i < 2; i++) await signOnce({ ...jwk });
    expect(imports()).toBe(1);
  });

  it("as a KeyObject is known by its identity", async () => {
    const imports = countImports();
    const [one, other] = [0, 1].map(() => keyObject("private", keyBytes("rsa2048.pkcs8.der")));
    for (const key of [one, other, one, other]) await signOnce(key);
    expect(imports()).toBe(2);
  });

  it("as a CryptoKey or a remote signer is not remembered", async () => {
    const privateKey = await importCloudFrontPrivateKey({ keyPairId, content });
    const imports = countImports();
    await signOnce(privateKey);
    await createCloudFrontPresignedUrl({ policy, key: { keyPairId, content }, importedKey: privateKey });
    let calls = 0;
    const sign = async () => new Uint8Array(256).fill(++calls);
    const remote = { keyType: "RSA", hashAlgorithm: "SHA256", sign };
    expect(await signOnce(remote)).not.toBe(await signOnce(remote));
    expect(imports()).toBe(0);
  });

  it("is imported for each hash", async () => {
    const imports = countImports();
    for (let i = 0; i < 2; i++) {
      for (const hashAlgorithm of ["SHA1", "SHA256"] as const)
        expect(await isOf("rsa2048", await signOnce(content, { hashAlgorithm }))).toBe(true);
    }
    expect(imports()).toBe(2);
  });
});

describe("a changed key", () => {
  it("under the same ID is another key", async () => {
    const imports = countImports();
    for (const [file, text] of [
      ["rsa2048", content],
      ["rsa2048-b", otherContent],
      ["rsa2048", content],
    ] as const) {
      expect(await isOf(file, await signOnce(text))).toBe(true);
      expect(await isOf(file, await presign({ content: text }))).toBe(true);
    }
    expect(imports()).toBe(2);
  });

  it("in one object of bytes is another key", async () => {
    const bytes = new Uint8Array(2000).fill(0x0a);
    bytes.set(new TextEncoder().encode(content));
    const key = { content: bytes };
    expect(await isOf("rsa2048", await presign(key))).toBe(true);
    bytes.fill(0x0a).set(new TextEncoder().encode(otherContent));
    expect(await isOf("rsa2048-b", await presign(key))).toBe(true);
  });

  it("in one JWK is another key", async () => {
    const jwk = await rsaJwk();
    expect(await isOf("rsa2048", await signOnce(jwk))).toBe(true);
    Object.assign(jwk, await rsaJwk(pemToDer(otherContent)));
    expect(await isOf("rsa2048-b", await signOnce(jwk))).toBe(true);
  });

  it("in a JWK that changes while it is read is not taken for the one before", async () => {
    const [one, other] = [await rsaJwk(), await rsaJwk(pemToDer(otherContent))];
    const reads: Record<string, number> = {};
    const changing = new Proxy(one, {
      get(_, name: keyof JsonWebKey) {
        reads[name] = (reads[name] ?? 0) + 1;
        return (reads[name] === 1 ? one : other)[name];
      },
    });
    expect(await isOf("rsa2048", await signOnce(changing))).toBe(true);
    expect(await isOf("rsa2048", await signOnce(one))).toBe(true);
    expect(await isOf("rsa2048-b", await signOnce(other))).toBe(true);
  });

  it("ID needs no import", async () => {
    await presign({ content });
    const imports = countImports();
    expect(clientRequest(await presign({ content, keyPairId: "KOTHER" })).keyPairId).toBe("KOTHER");
    expect(imports()).toBe(0);
  });
});

describe("an encrypted key", () => {
  const encrypted = keyText("ecp256.enc-aes256-sha256.pkcs8.pem");

  it("is decrypted once", async () => {
    const derive = vi.spyOn(crypto.subtle, "deriveKey");
    for (let i = 0; i < 3; i++) await signOnce(encrypted, { passphrase });
    expect(derive).toHaveBeenCalledTimes(1);
  });

  it("does not open without its passphrase after somebody else has opened it", async () => {
    await signOnce(encrypted, { passphrase });
    expect(await refusedAs(() => signOnce(encrypted))).toBe("ERR_KEY_ENCRYPTED privateKey");
    expect(await refusedAs(() => signOnce(encrypted, { passphrase: "" }))).toBe(
      "ERR_KEY_ENCRYPTED privateKey",
    );
    expect(await refusedAs(() => presign({ content: encrypted, passphrase: "wrong" }))).toBe(
      "ERR_KEY_PASSPHRASE passphrase",
    );
    expect(await refusedAs(() => presign({ content: encrypted, passphrase: [passphrase] as never }))).toBe(
      "ERR_KEY_ENCRYPTED content",
    );
  });
});

describe("a failed import", () => {
  /** The next import of a private key fails. */
  const failOnce = () => vi.spyOn(crypto.subtle, "importKey").mockRejectedValueOnce(new Error("busy"));

  it("is tried again by the next call of a new signer and of the same signer", async () => {
    const options = { hashAlgorithm: "SHA256" };
    failOnce();
    expect(await refusedAs(() => signOnce(content, options))).toBe("ERR_KEY_INVALID privateKey");
    expect(await isOf("rsa2048", await signOnce(content, options))).toBe(true);
    const signer = signerOf(otherContent, { hashAlgorithm: "SHA256" });
    const sign = () => signer.signUrl(url, { dateLessThan: end });
    failOnce();
    expect(await refusedAs(sign)).toBe("ERR_KEY_INVALID privateKey");
    expect(await isOf("rsa2048-b", await sign())).toBe(true);
  });

  it("rejects for all who wait for it", async () => {
    const key = { content: keyText("ecp256.enc-aes256-sha256.pkcs8.pem"), passphrase: "wrong" };
    const message = async (action: () => Promise<unknown>): Promise<string> => {
      try {
        await action();
        return "nothing";
      } catch (error) {
        return (error as Error).message.split(";")[0] ?? "";
      }
    };
    const sign = () => signOnce(key.content, { passphrase: "wrong" });
    const messages = await Promise.all([sign, sign, () => presign(key), () => presign(key)].map(message));
    expect(messages).toEqual([
      "passphrase: does not decrypt the key",
      "passphrase: does not decrypt the key",
      "passphrase: does not decrypt the key",
      "passphrase: does not decrypt the key",
    ]);
  });

  it("is begun once for all of the options that the callers use", async () => {
    const key = { content: keyText("ecp256.enc-aes256-sha256.pkcs8.pem"), passphrase: "wrong" };
    const derive = vi.spyOn(crypto.subtle, "deriveKey");
    const sign = () => signOnce(key.content, { passphrase: "wrong" });
    const calls = Array.from({ length: 10 }, (_, i) => refusedAs(i % 2 ? sign : () => presign(key)));
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["ERR_KEY_PASSPHRASE passphrase"]));
    expect(derive).toHaveBeenCalledTimes(1);
  });

  it("names the option of each caller", async () => {
    const content = keyText("rsa2048.pkcs8.pem");
    vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new Error("no"));
    const calls = [presign({ content }), signOnce(content), presign({ content })].map((call) =>
      refusedAs(() => call),
    );
    expect(await Promise.all(calls)).toEqual([
      "ERR_KEY_INVALID content",
      "ERR_KEY_INVALID privateKey",
      "ERR_KEY_INVALID content",
    ]);
  });

  it("of a key that is refused at once leaves nothing behind", async () => {
    const key = { content: content.slice(0, 900) };
    for (let i = 0; i < 2; i++) expect(await refusedAs(() => presign(key))).toBe("ERR_KEY_INVALID content");
    key.content = content;
    expect(await isOf("rsa2048", await presign(key))).toBe(true);
  });
});

describe("the memory of imported keys", () => {
  it("does not hold more than 16,000 characters of a key", async () => {
    const imports = countImports();
    for (const length of [15_000, 17_000]) {
      const long = `${keyText("ecp256.pkcs8.pem")}${"#".repeat(length)}`;
      for (let i = 0; i < 2; i++) await signOnce(long);
    }
    expect(imports()).toBe(3);
  });

  it("keeps the last 128 that were used", async () => {
    const [first = "", second = "", ...more] = spellings(129);
    for (const text of [first, second, ...more.slice(0, -1)]) await signOnce(text);
    const imports = countImports();
    // The first is used again, so that the second is the one that gives way to one more.
    for (const text of [first, more.at(-1)]) await signOnce(text);
    expect(imports()).toBe(1);
    for (const text of [first, ...more]) await signOnce(text);
    expect(imports()).toBe(0);
    await signOnce(second);
    expect(imports()).toBe(1);
  });

  it("is emptied by forgetImportedKeys; signers that have used their key go on", async () => {
    const signer = signerOf(content);
    const signed = await signer.signUrl(url, { dateLessThan: end });
    const imports = countImports();
    forgetImportedKeys();
    expect(await signer.signUrl(url, { dateLessThan: end })).toBe(signed);
    expect(imports()).toBe(0);
    expect(await signOnce(content)).toBe(signed);
    expect(imports()).toBe(1);
  });

  it("forgets a key while it is being imported", async () => {
    const signed = signOnce(content);
    forgetImportedKeys();
    const imports = countImports();
    await Promise.all([signed, signOnce(content)]);
    await signOnce(content);
    expect(imports()).toBe(1);
  });
});
