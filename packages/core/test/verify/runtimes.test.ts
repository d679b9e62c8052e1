import { keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  cloudFrontBase64,
  ecKeyPairId,
  outcome,
  verifierOf,
} from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { inspectCloudFrontCookies, inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import { afterEach, describe, expect, it, vi } from "vitest";

/** Verification in a runtime whose WebCrypto fails, and what is known of a request that cannot be decoded. */

const url = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const withSha256 = await rsaSigner({ hashAlgorithm: "SHA256" }).signUrl(`${host}/a.jpg`, {
  dateLessThan: end,
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("verify() of WebCrypto", () => {
  it.each([
    [url, "cannot verify SHA-1; if this runtime refuses it"],
    [withSha256, "is a key that this runtime cannot verify with"],
  ])("may fail at once: then the key is of no use here", async (signed, problem) => {
    vi.spyOn(crypto.subtle, "verify").mockRejectedValue(new Error("no"));
    const { code, message } = await refusal(() => verifierOf().verifyUrl(signed));
    expect(code).toBe("ERR_KEY_UNSUPPORTED");
    expect(message).toContain(problem);
  });

  it("may fail later: then the signature is of no use", async () => {
    const verifier = verifierOf();
    expect(outcome(await verifier.verifyUrl(url))).toBe("allowed");
    vi.spyOn(crypto.subtle, "verify").mockRejectedValue(new Error("no"));
    expect(outcome(await verifier.verifyUrl(url))).toBe("signature-mismatch");
  });
});

it("a CryptoKey of EC is bound to no hash", async () => {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const spki = pemToDer(keyText("ecp256.pub.spki.pem"));
  const key = await crypto.subtle.importKey("spki", spki, algorithm, false, ["verify"]);
  const verifier = verifierOf({ [ecKeyPairId]: key });
  for (const hashAlgorithm of ["SHA1", "SHA256"] as const) {
    const signer = signerOf(keyText("ecp256.pkcs8.pem"), { keyPairId: ecKeyPairId, hashAlgorithm });
    const signed = await signer.signUrl(`${host}/a.jpg`, { dateLessThan: end });
    expect(outcome(await verifier.verifyUrl(signed))).toBe("allowed");
  }
});

describe("what cannot be decoded has a kind", () => {
  const query = `Signature=AAAA&Key-Pair-Id=${keyPairId}`;

  it.each([
    ["", "canned", "policy-missing"],
    ["Expires=soon&", "canned", "expires-invalid"],
    ["Policy=!&", "custom", "policy-undecodable"],
    [`Policy=${cloudFrontBase64(Uint8Array.of(0xff))}&`, "custom", "policy-not-json"],
    [`Policy=${cloudFrontBase64("{")}&`, "custom", "policy-not-json"],
    [`Policy=${cloudFrontBase64("{}")}&`, "custom", "policy-schema"],
  ])("%s", (policy, kind, problem) => {
    expect(inspectCloudFrontUrl(`${host}/a?${policy}${query}`)).toMatchObject({ kind, problem });
  });
});

it("cookies are decoded without a URL", async () => {
  const { values } = await rsaSigner().signCookies({ resource: `${host}/*`, dateLessThan: end });
  expect(inspectCloudFrontCookies(values)).toMatchObject({ source: "cookies", url: "", problem: undefined });
});

describe("a signature is told by its size", () => {
  const der = (length: number) => Uint8Array.of(0x30, length - 2, ...new Uint8Array(length - 2));
  it.each<[bytes: Uint8Array, looksLike: string]>([
    [new Uint8Array(64), "P-256 raw, not DER"],
    [der(72), "P-256"],
    [der(70), "P-256"],
    [der(70).fill(0x31, 0, 1), "unknown"],
    [der(73), "unknown"],
    [new Uint8Array(256), "RSA 2048"],
    [new Uint8Array(250), "unknown"],
    [new Uint8Array(128), "RSA 1024"],
    [new Uint8Array(512), "RSA 4096"],
  ])("%#", (bytes, looksLike) => {
    const signed = `${host}/a?Expires=1&Signature=${cloudFrontBase64(bytes)}&Key-Pair-Id=${keyPairId}`;
    expect(inspectCloudFrontUrl(signed).signature).toEqual({ bytes: bytes.length, looksLike });
  });
});
