import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { inspectCloudFrontCookies } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

/**
 * CloudFront accepts 20,480 bytes of headers, whatever they are filled with; what is signed twice is denied,
 * wherever it stands.
 */

const verifier = verifierOf();
const { values } = await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end });
const header = Object.entries(values)
  .map((pair) => pair.join("="))
  .join("; ");
const url = `${host}/v/1.ts`;
const outcomeOf = async (cookies: unknown) => outcome(await verifier.verifyCookies(url, cookies as string));

const limit = 20_480;
const fillings: Record<string, string> = {
  spaces: " ",
  tabs: "\t",
  semicolons: ";",
  "empty pairs": "=; ",
  "a cookie without value": "a; ",
  "other cookies": "a=b; ",
  "spaces in a value": "a=  ;",
};

/** The header, behind or in front of as much of a filling as makes `length` characters. */
function padded(filling: string, length: number, isBehind: boolean, signed = header): string {
  const room = length - signed.length - 2;
  const padding = filling.repeat(Math.ceil(room / filling.length)).slice(0, room);
  return isBehind ? `${signed}; ${padding}` : `${padding}; ${signed}`;
}

describe.each(Object.entries(fillings))("a header filled with %s", (_, filling) => {
  it.each([true, false])(
    "is read up to the limit and denied beyond it (filling at the end: %s)",
    async (isBehind) => {
      expect(await outcomeOf(padded(filling, limit, isBehind))).toBe("allowed");
      for (const length of [limit + 1, 2 * limit, 1e6])
        expect(await outcomeOf(padded(filling, length, isBehind))).toBe("request-too-large");
    },
  );

  it("does not hide a repeated cookie", async () => {
    const twice = `${padded(filling, limit - 100, true)}; CloudFront-Key-Pair-Id=K`;
    expect(twice.length).toBeLessThanOrEqual(limit);
    expect(await outcomeOf(twice)).toBe("parameter-repeated");
    expect(await outcomeOf(`${padded(filling, limit, true)}; CloudFront-Key-Pair-Id=K`)).toBe(
      "request-too-large",
    );
    expect(inspectCloudFrontCookies(twice, url).problem).toBe("parameter-repeated");
  });
});

describe("an object of cookies", () => {
  it("is as long as the header that it came in", async () => {
    const room = limit - header.length - "; a=".length;
    expect(await outcomeOf({ ...values, a: "x".repeat(room) })).toBe("allowed");
    expect(await outcomeOf({ ...values, a: "x".repeat(room + 1) })).toBe("request-too-large");
    expect(await outcomeOf({ a: "x".repeat(room + 1), ...values })).toBe("request-too-large");
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`c${i}`, ""]));
    expect(await outcomeOf({ ...values, ...many })).toBe("request-too-large");
  });

  it("ignores values that are not text, and reads numbers as text", async () => {
    expect(await outcomeOf({ ...values, x: { toString: 1 } })).toBe("allowed");
    expect(await outcomeOf({ ...values, "CloudFront-Signature": { toString: 1 } })).toBe("signature-missing");
    expect(await outcomeOf({ "CloudFront-Key-Pair-Id": 42 })).toBe("key-not-trusted");
    expect(inspectCloudFrontCookies({ "CloudFront-Expires": end }, url).policy?.dateLessThan).toBe(end);
  });
});

it("names in an object count towards the limit, whatever their values are", async () => {
  expect(await outcomeOf({ ...values, ["a".repeat(30_000)]: {} })).toBe("request-too-large");
  expect(await outcomeOf({ ...values, " CloudFront-Policy": "x" })).toBe("parameter-repeated");
});

// String.prototype.trim() takes them all for white space; in a Cookie header (RFC 6265) only two are.
it.each(["\u00a0", "\ufeff", "\v", "\f", "\u3000"])(
  "%j in front of a name or behind a value is a part of it",
  async (space) => {
    const [first = "", ...others] = header.split("; ");
    expect(await outcomeOf([`${space}${first}`, ...others].join("; "))).toBe("policy-missing");
    expect(await outcomeOf(header.replace("=", `${space}=`))).toBe("policy-missing");
    expect(await outcomeOf(header.replace("=", `=${space}`))).toBe("policy-undecodable");
    expect(await outcomeOf(`${header}${space}`)).not.toBe("allowed");
    expect(await outcomeOf({ ...values, [`${space}CloudFront-Policy`]: "x" })).toBe("allowed");
    expect(await outcomeOf(header.replaceAll("; ", " ;\t"))).toBe("allowed");
  },
);

describe("a cookie", () => {
  it("may have white space on both sides of its value", async () => {
    const header = Object.entries(values).map(([name, value]) => ` ${name} = ${value} `);
    expect(await outcomeOf(header.join(";"))).toBe("allowed");
  });

  it.each<[given: string, cookies: unknown]>([
    ["a value that is an object", { "CloudFront-Policy": {} }],
    ["another name with the prefix", { "CloudFront-Viewer-Country": "DE" }],
    ["a reserved name behind another prefix", { "CloudBridge-Policy": "a", "CloudBridge-Signature": "b" }],
    ["a reserved name without the prefix", { Policy: "a", Signature: "b" }],
    ["bytes, more than a header has", new Uint8Array(21_000)],
    ["a list, longer than a header", Array.from({ length: 5000 }, () => "CloudFront-Policy=a")],
  ])("is not: %s", async (_, cookies) => {
    expect(await outcomeOf(cookies)).toBe("no-credentials");
  });
});

/** B stands for the bits 000001, so a reader that takes an unknown character for a small number is found. */
it.each(["\u00e9", "\u0100", "\uff21", "+"])(
  "a signature with %s in the place of a letter is undecodable",
  async (character) => {
    const { "CloudFront-Signature": valid = "" } = values;
    const signature = valid.replace("B", character);
    expect(signature).not.toBe(valid);
    expect(await outcomeOf({ ...values, "CloudFront-Signature": signature })).toBe("signature-undecodable");
  },
);
