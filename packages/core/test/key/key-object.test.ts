import { keyBytes, keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it, vi } from "vitest";
import { readPrivate, readPublic } from "../support/key-fault.ts";
import { keyObject } from "./key-object.faults.ts";

/** Objects with the shape of a `KeyObject`, in every runtime. `test/node` has those of `node:crypto`. */

const url = `${host}/image.jpg`;

describe("an object with the shape of a KeyObject", () => {
  it("signs and verifies", async () => {
    const signed = await signerOf(keyObject("private", keyBytes("rsa2048.pkcs8.der"))).signUrl(url, {
      dateLessThan: end,
    });
    const publicKey = keyObject("public", pemToDer(keyText("rsa2048.pub.spki.pem")));
    const { verifyUrl } = createCloudFrontVerifier({
      publicKeys: { [keyPairId]: publicKey },
      now: () => moment,
    });
    expect(await verifyUrl(signed)).toMatchObject({ allowed: true });
  });

  it("is exported once, as DER, with its own this", async () => {
    const calls: unknown[][] = [];
    const key = {
      type: "private",
      export(...args: unknown[]) {
        calls.push([this, ...args]);
        return keyBytes("rsa2048.pkcs8.der");
      },
    };
    const signer = signerOf(key);
    await signer.signUrl(url, { dateLessThan: end });
    await signer.signUrl(url, { dateLessThan: end });
    expect(calls).toEqual([[key, { type: "pkcs8", format: "der" }]]);
  });

  it("is read once: later changes of its type have no effect", async () => {
    let reads = 0;
    const key = {
      get type() {
        return reads++ === 0 ? "private" : "public";
      },
      export: () => keyBytes("rsa2048.pkcs8.der"),
    };
    expect(await signerOf(key).signUrl(url, { dateLessThan: end })).toContain("Signature=");
  });
});

describe("an object that only looks like a KeyObject", () => {
  const junk: [title: string, exported: unknown][] = [
    ["a JWK", { kty: "RSA" }],
    ["no bytes", new Uint8Array()],
    ["DER of something else", new Uint8Array([0x30, 0])],
    ["16-bit numbers", new Uint16Array(8)],
    ["a DataView", new DataView(keyBytes("rsa2048.pkcs8.der").buffer)],
  ];

  it.each(junk)("gives a typed error when its export() returns %s", async (_, exported) => {
    expect(await refusedAs(() => readPrivate(keyObject("private", exported)))).toBe(
      "ERR_KEY_INVALID privateKey",
    );
    expect(await refusedAs(() => readPublic(keyObject("public", exported)))).toBe("ERR_KEY_INVALID content");
  });

  it("has a type in words, or is not exported", async () => {
    const exportKey = vi.fn(() => keyBytes("rsa2048.pkcs8.der"));
    await refusal(() => readPrivate({ type: 42, export: exportKey }));
    expect(exportKey).not.toHaveBeenCalled();
  });

  it("is named by its asymmetricKeyType, and then not exported", async () => {
    const exportKey = vi.fn(() => keyBytes("rsa2048.pkcs8.der"));
    const x25519 = { type: "private", asymmetricKeyType: "x25519", export: exportKey };
    expect((await refusal(() => readPrivate(x25519))).message).toContain("a key for X25519");
    expect(exportKey).not.toHaveBeenCalled();
    expect(() => readPrivate({ ...x25519, asymmetricKeyType: "rsa" })).not.toThrow();
  });
});

it("a public KeyObject is exported as a SubjectPublicKeyInfo", () => {
  const exportKey = vi.fn(() => pemToDer(keyText("rsa2048.pub.spki.pem")));
  createCloudFrontVerifier({ publicKeys: { [keyPairId]: { type: "public", export: exportKey } } });
  expect(exportKey).toHaveBeenCalledWith({ type: "spki", format: "der" });
});
