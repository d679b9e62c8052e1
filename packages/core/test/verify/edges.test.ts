import { cloudFrontBase64ToBytes } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, keyPairId, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { describe, expect, it } from "vitest";

/** Requests at the edge of what counts as a signed one, as a URL, as a cookie, or as a viewer's address. */

const verifier = verifierOf();
const a = `${host}/a.jpg`;
const signed = await rsaSigner().signUrl(a, { dateLessThan: end });
const forAddress = await rsaSigner().signUrl(a, { dateLessThan: end, ipAddress: "192.0.2.0/24" });
const { values } = await rsaSigner().signCookies({ resource: `${host}/*`, dateLessThan: end });
const ofUrl = async (url: string, options = {}) => outcome(await verifier.verifyUrl(url, options));
const ofCookies = async (cookies: unknown) => outcome(await verifier.verifyCookies(a, cookies as string));

describe("a URL", () => {
  it.each<[given: string, url: string, expected: string]>([
    ["without a path", host, "no-credentials"],
    ["without a path, with a query", `${host}?a=b`, "no-credentials"],
    ["with something before the scheme", `x${a}`, "request-invalid"],
    ["with a space before the scheme", ` ${a}`, "request-invalid"],
    [
      "with a parameter without =, whose name is longer than a reserved one",
      `${a}?Signatures`,
      "no-credentials",
    ],
    ["with a reserved name without =", `${a}?Signature`, "key-id-missing"],
    ["of 8,192 characters", `${a}?${"x".repeat(8192 - a.length - 1)}`, "no-credentials"],
    ["of 8,193 characters", `${a}?${"x".repeat(8193 - a.length - 1)}`, "request-too-large"],
  ])("%s", async (_, url, expected) => {
    expect(await ofUrl(url)).toBe(expected);
  });

  it.each([
    [2000, "signature-mismatch"],
    [2004, "signature-undecodable"],
  ])("whose signature has %i characters: %s", async (length, expected) => {
    const url = signed.replace(/Signature=[^&]*/, `Signature=${"A".repeat(length)}`);
    expect(await ofUrl(url)).toBe(expected);
  });
});

it("a signed URL may lack the / of its path", async () => {
  const ofRoot = await rsaSigner().signUrl(`${host}/`, { dateLessThan: end });
  expect(await ofUrl(ofRoot.replace(`${host}/?`, `${host}?`))).toBe("allowed");
});

describe("an option", () => {
  const request = { url: signed, headers: new Headers() };

  it("of verifyRequest may be the time", async () => {
    const now = new Date(end * 1000);
    expect(outcome(await verifier.verifyRequest(request, { time: now }))).toBe("expired");
  });

  it("that is none is refused by the name of all", async () => {
    expect(await refusedAs(() => verifier.verifyUrl(signed, 42 as never))).toBe("ERR_OPTION_INVALID options");
    expect(await refusedAs(() => verifier.verifyRequest(request, 42 as never))).toBe(
      "ERR_OPTION_INVALID options",
    );
  });
});

describe("a cookie", () => {
  it.each(["Key-Pair-Id=K2JCJMDEHXQW5F", "Signature=AAAA", "Policy=AAAA"])(
    "is ignored beside %s",
    async (query) => {
      expect(outcome(await verifier.verifyCookies(`${a}?${query}`, values))).toBe(
        "cookies-shadowed-by-query",
      );
    },
  );

  it("may have white space on both sides of its value", async () => {
    const header = Object.entries(values).map(([name, value]) => ` ${name} = ${value} `);
    expect(await ofCookies(header.join(";"))).toBe("allowed");
  });

  it.each<[given: string, cookies: unknown]>([
    ["a value that is an object", { "CloudFront-Policy": {} }],
    ["another name with the prefix", { "CloudFront-Viewer-Country": "DE" }],
    ["a reserved name behind another prefix", { "CloudBridge-Policy": "a", "CloudBridge-Signature": "b" }],
    ["a reserved name without the prefix", { Policy: "a", Signature: "b" }],
    ["bytes, more than a header has", new Uint8Array(21_000)],
    ["a list, longer than a header", Array.from({ length: 5000 }, () => "CloudFront-Policy=a")],
  ])("is not: %s", async (_, cookies) => {
    expect(await ofCookies(cookies)).toBe("no-credentials");
  });
});

describe("a viewer's address", () => {
  it.each([
    ["::FFFF:192.0.2.1", "allowed"],
    ["64::ffff:192.0.2.1", "ipv6-viewer"],
    ["192.0.2.1:443x", "ipv6-viewer"],
    ["x192.0.2.1:443", "ipv6-viewer"],
  ])("%s: %s", async (ipAddress, expected) => {
    expect(await ofUrl(forAddress, { ipAddress })).toBe(expected);
  });

  it("is taken from no header, as long as none is named", async () => {
    const request = { url: forAddress, headers: new Headers({ undefined: "192.0.2.1" }) };
    expect(outcome(await verifier.verifyRequest(request))).toBe("ip-unknown");
  });
});

describe("isSignatureValid", () => {
  const signature = cloudFrontBase64ToBytes(values["CloudFront-Signature"] ?? "");
  const bytes = cloudFrontBase64ToBytes(values["CloudFront-Policy"] ?? "");
  const fits = (hash: unknown, ...rest: unknown[]) =>
    verifier.isSignatureValid(keyPairId, hash as "SHA1", ...(rest as [Uint8Array, Uint8Array]));

  it("is true for the signed bytes", async () => {
    expect(await fits("SHA1", signature, bytes)).toBe(true);
  });

  it.each<[given: string, hash: unknown, signature: unknown, bytes: unknown]>([
    ["another hash", "SHA512", signature, bytes],
    ["a DataView", "SHA1", new DataView(signature.buffer), bytes],
    ["a list of numbers", "SHA1", signature, [...bytes]],
    ["numbers of 16 bits", "SHA1", Uint16Array.from(signature), bytes],
    ["text", "SHA1", signature, "text"],
    ["what only says that it is bytes", "SHA1", signature, { [Symbol.toStringTag]: "Uint8Array" }],
  ])("is false for %s", async (_, hash, one, two) => {
    expect(await fits(hash, one, two)).toBe(false);
  });
});

/** B stands for the bits 000001, so a reader that takes an unknown character for a small number is found. */
it.each(["\u00e9", "\u0100", "\uff21", "+"])(
  "a signature with %s in the place of a letter is undecodable",
  async (character) => {
    const { "CloudFront-Signature": valid = "" } = values;
    const signature = valid.replace("B", character);
    expect(signature).not.toBe(valid);
    expect(await ofCookies({ ...values, "CloudFront-Signature": signature })).toBe("signature-undecodable");
  },
);
