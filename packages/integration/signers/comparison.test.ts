import { generateKeyPairSync, type KeyObject, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getSignedCookies as sdkCookies, getSignedUrl as sdkUrl } from "@aws-sdk/cloudfront-signer";
import { getSignedCookies as otherCookies, getSignedUrl as otherUrl } from "aws-cloudfront-sign";
import { describe, expect, it } from "vitest";

/** The comparison of docs/migrating.md, as far as the packages that it names can be run. */

const page = readFileSync(join(import.meta.dirname, "../../../docs/migrating.md"), "utf8");
const [, below = ""] = page.split("\n## Compared with other libraries\n");
const [section = ""] = below.split("\n## ");
/** The cells of a row: this package, `@aws-sdk/cloudfront-signer` and `aws-cloudfront-sign`. */
const cells = new Map(
  Array.from(section.matchAll(/^\| (.+) \|$/gm), ([, row = ""]) => row.split(" | ")).map(
    ([feature = "", ...rest]) => [feature, rest],
  ),
);

const exported = (key: KeyObject, options: { cipher?: string; passphrase?: string } = {}): string =>
  String(key.export({ type: "pkcs8", format: "pem", ...options }));
const rsaKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const rsa = exported(rsaKey);
const encrypted = exported(rsaKey, { cipher: "aes-256-cbc", passphrase: "secret" });
const p256Pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
const p256 = exported(p256Pair.privateKey);

const file = "https://d111111abcdef8.cloudfront.net/videos/a.mp4";
const folder = "https://d111111abcdef8.cloudfront.net/videos/*";
const soon = Date.now() + 3_600_000;
const sdkInput = (more: object = {}) => ({
  keyPairId: "K2JCJMDEHXQW5F",
  dateLessThan: new Date(soon),
  url: file,
  privateKey: rsa,
  ...more,
});
const otherOptions = (more: object = {}) => ({
  keypairId: "K2JCJMDEHXQW5F",
  expireTime: soon,
  privateKeyString: rsa,
  ...more,
});

const decoded = (text: string | null | undefined): Buffer =>
  Buffer.from(
    (text ?? "").replace(/[-_~]/g, (character) => ({ "-": "+", _: "=", "~": "/" })[character] ?? ""),
    "base64",
  );
const policyOf = (url: string): Buffer => decoded(new URL(url).searchParams.get("Policy"));
const signatureOf = (url: string): Buffer => decoded(new URL(url).searchParams.get("Signature"));
const isSigned = (url: string): boolean =>
  verify("sha1", policyOf(url), p256Pair.publicKey, signatureOf(url));

/** Whether the two packages have a feature. One that throws has it not. */
const seen: Readonly<Record<string, { sdk: () => boolean; other: () => boolean }>> = {
  wildcards: {
    // A canned policy, which has no wildcards.
    sdk: () => "CloudFront-Policy" in sdkCookies(sdkInput({ url: folder })),
    other: () =>
      policyOf(otherUrl(folder, otherOptions())).includes("/videos/*") &&
      "CloudFront-Policy" in otherCookies(folder, otherOptions()),
  },
  "start time": {
    sdk: () => policyOf(sdkUrl(sdkInput({ dateGreaterThan: new Date() }))).includes("DateGreaterThan"),
    other: () =>
      policyOf(otherUrl(file, otherOptions({ dateGreaterThan: new Date() }))).includes("DateGreaterThan"),
  },
  "IPv4 address or network": {
    sdk: () => policyOf(sdkUrl(sdkInput({ ipAddress: "192.0.2.0/24" }))).includes("192.0.2.0/24"),
    other: () => policyOf(otherUrl(file, otherOptions({ ipRange: "192.0.2.0/24" }))).includes("192.0.2.0/24"),
  },
  "EC P-256 keys: shorter URLs": {
    sdk: () => isSigned(sdkUrl(sdkInput({ privateKey: p256, ipAddress: "192.0.2.1" }))),
    other: () => isSigned(otherUrl(file, otherOptions({ privateKeyString: p256 }))),
  },
  "SHA-256": {
    sdk: () => sdkUrl(sdkInput({ algorithm: "SHA256" })).includes("Hash-Algorithm="),
    other: () => otherUrl(file, otherOptions({ algorithm: "SHA256" })).includes("Hash-Algorithm="),
  },
  "encrypted private keys": {
    sdk: () => sdkUrl(sdkInput({ privateKey: encrypted, passphrase: "secret" })) !== "",
    other: () => otherUrl(file, otherOptions({ privateKeyString: encrypted, passphrase: "secret" })) !== "",
  },
};

function works(run: () => boolean): boolean {
  try {
    return run();
  } catch {
    return false;
  }
}

describe("the comparison of docs/migrating.md", () => {
  it.each(Object.entries(seen))("is what the packages do: %s", (feature, { sdk, other }) => {
    const [, ...others] = cells.get(feature) ?? [];
    const isThere = others.map((cell) => cell !== "–" && !cell.startsWith("in a policy that you write"));
    expect([works(sdk), works(other)]).toEqual(isThere);
  });
});
