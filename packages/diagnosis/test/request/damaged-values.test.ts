import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  end,
  host,
  moment,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Values that a mail, a chat or a person changed or took out of a URL. */

const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const custom = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end, resource: `${host}/*` });
const ofP256 = await signerOf(keyText("ecp256.pkcs8.pem"), { keyPairId: "KECP256EXAMPLE" }).signUrl(
  `${host}/a.jpg`,
  { dateLessThan: end },
);
const later = new Date((end + 3600) * 1000);
const signature = /Signature=([^&]+)/.exec(signed)?.[1] ?? "";

function withSignature(value: string): string {
  return signed.replace(/Signature=[^&]*/, () => `Signature=${value}`);
}

function otherCase(text: string): string {
  return text.replace(/[a-z]/gi, (one) => (one < "a" ? one.toLowerCase() : one.toUpperCase()));
}

const brief = async (url: string, time = moment, withKey = true): Promise<string[]> =>
  (await explainCloudFrontDenial({ url, time, ...(withKey && { verifier: verifierOf() }) })).map(
    ({ id, certainty }) => `${certainty} ${id}`,
  );

describe("a value that was taken out of a text", () => {
  const placeholders = [
    "<snip>",
    "[REDACTED]",
    "[...]",
    "…",
    "xxxxx",
    "XXXXXXXX",
    "REDACTED",
    "SIGNATURE",
    "SIGNATURE_HERE",
    "your-signature",
    "<signature>",
    "<cut>",
    "(removed)",
    `${signature.slice(0, 30)}<snip>${signature.slice(-30)}`,
    `${signature.slice(0, 300)}[...]${signature.slice(-20)}`,
    `${signature.slice(0, 200)}XXXXXXXX`,
    `${signature.slice(0, 12)}[truncated]`,
    `${signature.slice(0, 12)}--snip--${signature.slice(-12)}`,
  ];

  it.each(placeholders)("is no fault, and hides no other one: Signature=%s", async (value) => {
    const sdk = (url: string): string => url.replace(/(&Signature=[^&]+)(&Key-Pair-Id=[^&]+)/, "$2$1");
    for (const url of [withSignature(value), sdk(withSignature(value))])
      for (const withKey of [true, false]) {
        const findings = await explainCloudFrontDenial({
          url,
          time: moment,
          ...(withKey && { verifier: verifierOf() }),
        });
        expect(findings.filter(({ certainty }) => certainty !== "possible")).toEqual([]);
        const hidden = findings.find(({ id }) => id === "signature-undecodable");
        expect(hidden?.summary).toBe("A value was taken out of the paste, so it cannot be judged.");
        expect(await brief(url, later, withKey)).toContain("proven expired");
      }
  });

  it.each(["d***.cloudfront.net", "<redacted>", "dxxxxxxxxxxxxx.cloudfront.net", "[host]"])(
    "is no fault: %s as host name, and nobody knows whether it was signed",
    async (name) => {
      for (const text of [signed, custom])
        for (const withKey of [true, false]) {
          const url = text.replace(host, `https://${name}`);
          expect((await brief(url, moment, withKey)).filter((one) => !one.startsWith("possible"))).toEqual(
            [],
          );
        }
    },
  );

  it.each(["KXXXXXXXXXXXXX", "REDACTED", "<key-pair-id>", "YOUR_KEY_PAIR_ID", "[redacted]"])(
    "is no fault: Key-Pair-Id=%s",
    async (id) => {
      const url = signed.replace(/Key-Pair-Id=.*/, `Key-Pair-Id=${id}`);
      for (const withKey of [true, false])
        expect((await brief(url, moment, withKey)).filter((one) => !one.startsWith("possible"))).toEqual([]);
    },
  );

  it.each(["[policy]", "REDACTED", "eyJTdGF0ZW1lbnQi…fV19", "POLICY_HERE"])(
    "is no fault: Policy=%s",
    async (policy) => {
      const url = custom.replace(/Policy=[^&]*/, () => `Policy=${policy}`);
      for (const withKey of [true, false])
        expect((await brief(url, moment, withKey)).filter((one) => !one.startsWith("possible"))).toEqual([]);
    },
  );
});

it("* in the place of ~ is seen, whatever its number", async () => {
  expect(signature).toContain("~");
  const url = withSignature(signature.replaceAll("~", "*"));
  const [first, ...others] = await explainCloudFrontDenial({ url, time: moment, verifier: verifierOf() });
  expect(first).toMatchObject({
    id: "stray-characters",
    certainty: "proven",
    evidence: 'Signature has the character "*" in the place of ~',
    fix: "Send Signature with ~ wherever it has *: a mail, a chat or a document changed it.",
  });
  expect(others).toEqual([]);
});

it("a signature with its padding was not cut off: characters are missing inside", async () => {
  const url = withSignature(`${signature.slice(0, 100)}${signature.slice(103)}`);
  for (const one of [url, url.replace(/(&Signature=[^&]+)(&Key-Pair-Id=[^&]+)/, "$2$1")])
    for (const withKey of [true, false]) {
      const [first, ...others] = await explainCloudFrontDenial({
        url: one,
        time: moment,
        ...(withKey && { verifier: verifierOf() }),
      });
      expect(first).toMatchObject({ id: "signature-undecodable", certainty: "proven" });
      expect(first?.evidence).toContain("has 341 characters");
      expect(others.filter(({ certainty }) => certainty !== "possible")).toEqual([]);
    }
});

describe("hexadecimal digits", () => {
  const hex = (bytes: number): string =>
    Array.from({ length: bytes }, (_, i) => ((i * 37 + 11) % 256).toString(16).padStart(2, "0")).join("");

  it.each([
    [256, "proven", "The signature is not in base64."],
    // A digest of SHA-512 has as many.
    [64, "likely", "The signature is not in base64."],
    [32, "proven", "The signature has the size of a digest or an HMAC, which no private key makes."],
    [48, "proven", "The signature has the size of a digest or an HMAC, which no private key makes."],
  ])("of %d bytes were not encoded twice: %s", async (bytes, certainty, summary) => {
    for (const withKey of [true, false]) {
      const [first, ...others] = await explainCloudFrontDenial({
        url: withSignature(hex(bytes)),
        time: moment,
        ...(withKey && { verifier: verifierOf() }),
      });
      expect(first).toMatchObject({ id: "signature-wrong-format", certainty, summary });
      expect(others.filter((other) => other.certainty === "proven")).toEqual([]);
    }
  });
});

describe("capital letters for small ones", () => {
  it("are seen in a policy", async () => {
    const url = custom.replace(/Policy=([^&]*)/, (_, policy: string) => `Policy=${otherCase(policy)}`);
    const [first] = await explainCloudFrontDenial({ url, time: moment });
    expect(first).toMatchObject({
      id: "policy-not-json",
      certainty: "proven",
      evidence: "Policy can be read once its capital and small letters are exchanged",
    });
  });

  it("are seen in a signature, and with the key nothing else is wrong with it", async () => {
    for (const url of [signed, ofP256]) {
      const changed = url.replace(/Signature=([^&]*)/, (_, value: string) => `Signature=${otherCase(value)}`);
      const [first, ...others] = await explainCloudFrontDenial({
        url: changed,
        time: moment,
        verifier: verifierOf(),
      });
      expect(first?.certainty).toBe("proven");
      expect(`${first?.evidence}`).toMatch(/capital and small letters( are)? exchanged/);
      expect(others.filter(({ certainty }) => certainty !== "possible")).toEqual([]);
    }
  });
});

it("a URL in small letters has one fault: nothing that follows from it is another one", async () => {
  for (const withKey of [true, false])
    expect(await brief(signed.toLowerCase(), moment, withKey)).toEqual(["likely parameter-names"]);
});

it.each(["/videos/a-long-na…", "/videos/a-long-na..."])(
  "an unsigned URL that a program shortened was cut: %s",
  async (path) => {
    const [first, ...others] = await explainCloudFrontDenial({ url: host + path, status: 403, time: moment });
    expect(first).toMatchObject({
      id: "url-truncated",
      certainty: "likely",
      evidence: "the URL ends with an ellipsis",
    });
    expect(others).toEqual([]);
  },
);
