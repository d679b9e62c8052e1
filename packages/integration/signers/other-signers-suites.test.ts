import { createPublicKey, createSign, createVerify } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type KeyFile, keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import otherKinds from "@cloudfront-sign-webcrypto/testing/vectors/other-kinds.json";
import software from "@cloudfront-sign-webcrypto/testing/vectors/other-signers-suites.json";
import {
  type CloudFrontSignerOptions,
  createCloudFrontSigner,
  isCloudFrontSignError,
} from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import { table, withSection } from "../support/generated-tables.ts";

/**
 * The calls of the test suites of AWS's other signers, and what these suites expect, with keys of ours. A test with a
 * `difference` says what a signer of this package does instead; packages/integration/signers/README.md has a row of this name. The
 * signatures are checked with OpenSSL, as Node.js has it. The test writes the tables of the page when Vitest updates its
 * snapshots: `npx vitest run --project node other-signers-suites -u`.
 */

interface Input {
  readonly keyPairId: string | null;
  readonly url?: string | null;
  readonly resource?: string;
  readonly end?: number | string | null;
  readonly start?: number;
  readonly address?: string;
  readonly policy?: string;
  readonly hash?: string;
  readonly key?: KeyFile;
  /** A kind of key that has no file. */
  readonly otherKind?: "P-224";
  /** What is passed as the key, or `null` for nothing. */
  readonly keyText?: string | null;
  readonly passphrase?: string;
  /** The lines of the key are indented. */
  readonly indented?: boolean;
  /** A function signs, for a key of this type. */
  readonly remote?: "RSA" | "EC" | "none";
  readonly attributes?: { readonly path: string; readonly domain: string };
}
interface Expected {
  readonly url?: string;
  readonly kind: "canned" | "custom";
  readonly resource?: string;
  readonly end?: number;
  readonly start?: number;
  readonly address?: string;
  /** A ready policy. */
  readonly policy?: string;
  readonly hash?: "SHA256";
  /** Of each line of the cookies. */
  readonly attributes?: readonly string[];
}
interface Test {
  readonly shows: string;
  readonly call: "url" | "cookies";
  readonly input: Input;
  readonly original: Expected | "throws" | { readonly signs: string };
  /** What a signer does here, if it is something else. */
  readonly here?: Expected | { readonly throws: string };
  readonly difference?: string;
}
interface Suite {
  readonly signer: string;
  readonly file: string;
  readonly tests: readonly Test[];
}

const suites = software as unknown as readonly Suite[];

/** Why a test of another signer has another result here: the rows of packages/integration/signers/README.md. */
const differences: Readonly<Record<string, string>> = {
  RTMP: "throws. CloudFront no longer supports RTMP",
  "a resource that is no URL":
    "throws: `images/image.jpg`, `test.mp4`, `foo`. No request of CloudFront has such a URL; only RTMP had",
  '`"`, spaces and non-ASCII text':
    "signs `%22`, which clients send, and nothing ends the text of the policy. Most other signers throw. In a ready policy, this package throws, too",
  "no `/` after the host":
    "signs `https://example.com/`, which clients send. The other signers sign no `/`: 403",
  "a ready policy that is malformed":
    "throws: `{}`, text that is not JSON, a list as `Condition`. CloudFront answers 403",
  "the kind of the policy":
    "signs a custom policy for a pattern: a canned one has no wildcards. For one URL with nothing but an expiry it signs a canned one. CloudFront accepts both",
  "the path of a key file": "throws. Pass the text of the file",
  "keys that CloudFront or WebCrypto does not take":
    "throws: P-224 and Ed25519, and traditional encryption (`DEK-Info`). The message has the command that converts it",
  "an EC key with SHA-1": "signs, as the SDKs of Ruby and JavaScript do. The AWS CLI throws",
  "white space in a policy":
    'signs the policy without white space. The .NET SDK writes a space after `"Statement":`. A ready policy is signed byte for byte',
  "a start after the expiry": "throws, as AWS's shared cases ask for. `cloudfront_sign` signs",
  "epoch seconds as text": 'throws. Write `Number("1767290400")`. The PHP SDK takes digits',
  "an empty address":
    "throws, because it may be a restriction that got lost. The .NET SDK signs for any address",
};

const keyOf = ({ key = "rsa2048.pkcs8.pem", otherKind }: Input): string => {
  if (otherKind === undefined) return keyText(key);
  return `-----BEGIN PRIVATE KEY-----\n${otherKinds[otherKind].pkcs8}\n-----END PRIVATE KEY-----\n`;
};

function sourceOf(input: Input): unknown {
  const pem = keyOf(input);
  if (input.keyText !== undefined) return input.keyText ?? undefined;
  if (input.indented) return pem.replace(/^/gm, "      ");
  if (input.remote === undefined) return pem;
  const algorithm = `RSA-${input.hash}`;
  const sign = async (bytes: Uint8Array): Promise<Uint8Array> =>
    createSign(algorithm).update(bytes).sign(pem);
  return {
    keyType: input.remote,
    hashAlgorithm: input.hash,
    sign: input.remote === "none" ? undefined : sign,
  };
}

function signerOf(input: Input): ReturnType<typeof createCloudFrontSigner> {
  const end = Number(
    input.policy === undefined ? input.end : /"DateLessThan".*?(\d+)/s.exec(input.policy)?.[1],
  );
  const options: Record<string, unknown> = {
    keyPairId: input.keyPairId ?? undefined,
    privateKey: sourceOf(input),
    // The IDs of these tests are names.
    allowEmulatorKeyPairIds: true,
    // Their dates have passed.
    now: () => new Date(Math.max(0, (end || 60) - 60) * 1000),
  };
  if (input.passphrase !== undefined) options.passphrase = input.passphrase;
  // AWS's other signers use SHA-1 unless they are told otherwise; for EC keys, this package uses SHA-256.
  if (input.hash !== undefined && input.remote === undefined) options.hashAlgorithm = input.hash;
  return createCloudFrontSigner(options as unknown as CloudFrontSignerOptions);
}

interface Sent {
  readonly url?: string;
  readonly values: Readonly<Record<string, string>>;
  readonly lines?: readonly string[];
}

async function signed({ call, input }: Test): Promise<Sent> {
  const terms: Record<string, unknown> = {};
  if (input.end !== undefined) terms.dateLessThan = input.end;
  if (input.start !== undefined) terms.dateGreaterThan = input.start;
  if (input.address !== undefined) terms.ipAddress = input.address;
  if (input.resource !== undefined) terms.resource = input.resource;
  if (input.policy !== undefined) terms.policy = input.policy;
  const signer = signerOf(input);
  if (call === "cookies") {
    const cookies = await signer.signCookies(terms as never);
    const values = Object.entries(cookies.values).map(([name, value]) => [
      name.slice("CloudFront-".length),
      value,
    ]);
    return {
      values: Object.fromEntries(values),
      ...(input.attributes && { lines: cookies.toSetCookie(input.attributes) }),
    };
  }
  const [url = "", query = ""] = (await signer.signUrl(input.url as string, terms as never)).split(
    /[?&](?=(?:Expires|Policy)=)/,
  );
  return {
    url,
    values: Object.fromEntries(query.split("&").map((pair) => pair.split("=") as [string, string])),
  };
}

const toBase64 = (text: string): string => text.replace(/-/g, "+").replace(/_/g, "=").replace(/~/g, "/");

function policyText({ resource, end, start, address }: Expected): string {
  const condition: Record<string, unknown> = { DateLessThan: { "AWS:EpochTime": end } };
  if (start !== undefined) condition.DateGreaterThan = { "AWS:EpochTime": start };
  if (address !== undefined) condition.IpAddress = { "AWS:SourceIp": address };
  return JSON.stringify({ Statement: [{ Resource: resource, Condition: condition }] });
}

/** Names and values, the bytes of the policy, and the signature by the key. An RSA key has no other. */
function expectSent(sent: Sent, expected: Expected, input: Input): void {
  const { values } = sent;
  const policy = expected.policy ?? policyText(expected);
  const hash = expected.hash === undefined ? {} : { "Hash-Algorithm": expected.hash };
  const first =
    expected.kind === "canned"
      ? { Expires: `${expected.end}` }
      : {
          Policy: Buffer.from(policy)
            .toString("base64")
            .replace(/\+/g, "-")
            .replace(/=/g, "_")
            .replace(/\//g, "~"),
        };
  expect(sent.url).toBe(expected.url);
  expect(values).toEqual({
    ...first,
    "Key-Pair-Id": input.keyPairId,
    Signature: expect.stringMatching(/^[\w~-]+$/),
    ...hash,
  });
  const verify = createVerify(expected.hash === undefined ? "RSA-SHA1" : "RSA-SHA256").update(policy);
  const publicKey = createPublicKey(keyOf(input));
  expect(verify.verify(publicKey, Buffer.from(toBase64(values.Signature ?? ""), "base64"))).toBe(true);
  if (expected.attributes !== undefined) {
    expect(sent.lines).toHaveLength(Object.keys(values).length);
    for (const line of sent.lines ?? [])
      expect(line.split("; ")).toEqual(expect.arrayContaining([...expected.attributes]));
  }
}

for (const { signer, file, tests } of suites)
  describe(`${signer}: ${file}`, () => {
    it.each(tests)("$call: $shows", async (test) => {
      const expected = test.here ?? test.original;
      const outcome = await signed(test).catch((error: unknown) => {
        if (isCloudFrontSignError(error)) return error;
        throw error;
      });
      if (expected === "throws") expect(outcome).toBeInstanceOf(Error);
      else if ("throws" in expected) expect(outcome).toHaveProperty("code", expected.throws);
      else if ("signs" in expected) throw new Error("what a signer does here is missing");
      else {
        if (outcome instanceof Error) throw outcome;
        expectSent(outcome, expected, test.input);
      }
    });
  });

/** Tests, those with the same result here, and the differences of each signer. */
function figures(): Map<string, { tests: number; differences: Map<string, number> }> {
  const signers = new Map<string, { tests: number; differences: Map<string, number> }>();
  for (const { signer, tests } of suites) {
    const found = signers.get(signer) ?? { tests: 0, differences: new Map() };
    signers.set(signer, found);
    for (const { difference } of tests) {
      found.tests++;
      if (difference !== undefined)
        found.differences.set(difference, (found.differences.get(difference) ?? 0) + 1);
    }
  }
  return signers;
}

describe("packages/integration/signers/README.md", () => {
  it("has a row for each difference, and no other", () => {
    const found = suites.flatMap(({ tests }) => tests.map(({ difference }) => difference ?? ""));
    expect([...new Set(found.filter(Boolean))].sort()).toEqual(Object.keys(differences).sort());
  });

  it("has the figures and the rows", async () => {
    const page = join(import.meta.dirname, "README.md");
    const signers = [...figures()];
    const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);
    const counted = signers.map(([signer, { tests, differences: rows }]) => [
      signer,
      `${tests}`,
      `${tests - sum(rows.values())}`,
      `${sum(rows.values())}`,
    ]);
    const rows = Object.entries(differences).map(([difference, words]) => {
      const of = signers.filter(([, found]) => found.differences.has(difference));
      const names = of.map(([signer, found]) => `${signer}: ${found.differences.get(difference)}`);
      return [difference, names.join(", "), words];
    });
    const text = [
      "AWS's other signers have tests of their own. These are their calls, with keys of ours, and how many have the same result in this package. The dates of these tests",
      "have passed, so the signer got a clock (`now`), and their key pair IDs are names, so it got `allowEmulatorKeyPairIds: true`. The tests of the two JavaScript libraries run through",
      "[the entries](../../../docs/migrating.md).",
      "",
      table(["tests of", "tests", "same result", "another result: see below"], counted),
      "",
      table(["input", "tests", "this package"], rows),
    ].join("\n");
    const expected = withSection(readFileSync(page, "utf8"), "The signers' own tests", text);
    await expect(expected).toMatchFileSnapshot(page);
  });
});
