import { createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cannedPolicy } from "../src/fixture.mjs";
import { verifyRaw, verifyUrl } from "../src/verify.mjs";

describe("the benchmark's check of outputs", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
  const claim = {
    url,
    keyPairId: "K2JCJMDEHXQW5F",
    dateLessThan: 2_000_000_000,
    publicKey,
    hash: "SHA1" as const,
  };
  const made = createSign("SHA1").update(cannedPolicy(url, claim.dateLessThan)).sign(privateKey, "base64");
  const signature = made.replace(/\+/g, "-").replace(/=/g, "_").replace(/\//g, "~");
  const signed = `${url}?Expires=${claim.dateLessThan}&Signature=${signature}&Key-Pair-Id=${claim.keyPairId}`;

  it("accepts a correct URL", () => {
    expect(() => verifyUrl(signed, claim)).not.toThrow();
  });

  it.each([
    ["another key ID", signed.replace("K2JC", "K3JC")],
    ["the prior art's undefined key ID", signed.replace(claim.keyPairId, "undefined")],
    ["another end", signed.replace("2000000000", "2000000001")],
    ["another URL", signed.replace("a.jpg", "b.jpg")],
    ["no signature", signed.replace(/Signature=[^&]+/, "Signature=")],
    [
      "another signature",
      signed.replace(/Signature=./, (found) => (found.endsWith("A") ? "Signature=B" : "Signature=A")),
    ],
    ["an unsigned URL", url],
    ["nothing", undefined],
  ])("refuses %s", (_, wrong) => {
    expect(() => verifyUrl(wrong, claim)).toThrow("wrong output");
  });

  it("accepts raw signatures of both kinds of key, and refuses those of another text", () => {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const ec = {
      ...claim,
      publicKey: String(pair.publicKey.export({ type: "spki", format: "pem" })),
      hash: "SHA256" as const,
    };
    const ecMade = createSign("SHA256")
      .update("text")
      .sign({ key: pair.privateKey, dsaEncoding: "ieee-p1363" });
    const rsaMade = createSign("SHA1").update("text").sign(privateKey);
    for (const [made, about] of [
      [ecMade, ec],
      [rsaMade, claim],
    ] as const) {
      const bytes = Uint8Array.from(made).buffer;
      expect(() => verifyRaw(bytes, "text", about)).not.toThrow();
      expect(() => verifyRaw(bytes, "texts", about)).toThrow("wrong output");
      expect(() => verifyRaw(bytes.slice(1), "text", about)).toThrow();
    }
  });

  it("refuses a hash that the URL does not name", () => {
    expect(() => verifyUrl(signed, { ...claim, hash: "SHA256" })).toThrow("Hash-Algorithm");
  });
});
