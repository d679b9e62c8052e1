import { keyBytes, keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
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
  const throwing = (): never => {
    throw new Error("from a look-alike");
  };
  const junk: [title: string, exported: unknown][] = [
    ["undefined", undefined],
    ["null", null],
    ["a Promise", Promise.resolve(keyBytes("rsa2048.pkcs8.der"))],
    ["a JWK", { kty: "RSA" }],
    ["no bytes", new Uint8Array()],
    ["bytes that are not DER", new Uint8Array([1, 2, 3])],
    ["DER of something else", new Uint8Array([0x30, 0])],
    ["16-bit numbers", new Uint16Array(8)],
    ["an object that calls itself bytes", { [Symbol.toStringTag]: "Uint8Array", length: 8 }],
  ];

  it.each(junk)("gives a typed error when its export() returns %s", async (_, exported) => {
    expect(await refusedAs(() => readPrivate(keyObject("private", exported)))).toBe(
      "ERR_KEY_INVALID privateKey",
    );
    expect(await refusedAs(() => readPublic(keyObject("public", exported)))).toBe("ERR_KEY_INVALID content");
  });

  const traps = ["get", "has", "getOwnPropertyDescriptor", "getPrototypeOf", "ownKeys"];
  const hostile: [title: string, make: () => object][] = [
    ["a getter type throws", () => Object.defineProperty({ export: throwing }, "type", { get: throwing })],
    ["a getter export throws", () => Object.defineProperty({ type: "private" }, "export", { get: throwing })],
    ["a getter then throws", () => Object.defineProperty({}, "usages", { get: throwing })],
    ["a getter sign throws", () => Object.defineProperty({}, "sign", { get: throwing })],
    ["a getter kty throws", () => Object.defineProperty({}, "kty", { get: throwing })],
    ["every trap throws", () => new Proxy({}, Object.fromEntries(traps.map((trap) => [trap, throwing])))],
  ];

  it.each(hostile)("gives a typed error when %s", async (_, make) => {
    expect(await refusedAs(() => readPrivate(make()))).toMatch(/^ERR_KEY_INVALID privateKey$/);
  });
});
