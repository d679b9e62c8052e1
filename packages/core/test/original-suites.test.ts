import {
  type Credentials,
  clientRequest,
  cloudFrontBase64ToText,
  cookieRequest,
  isSignatureValid,
} from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import otherSuite from "@cloudfront-sign-webcrypto/testing/vectors/aws-cloudfront-sign-suite.json";
import sdkSuite from "@cloudfront-sign-webcrypto/testing/vectors/aws-sdk-suite.json";
import other from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import * as aws from "cloudfront-sign-webcrypto/aws-sdk";
import { describe, expect, it } from "vitest";

/**
 * The calls of the test suites of `@aws-sdk/cloudfront-signer` and `aws-cloudfront-sign`, and what these suites expect,
 * with a key of ours. The clock is the real one. A test with a `difference` says what the entry does instead;
 * docs/migrating.md explains it in a row that has this name.
 */

interface Expected {
  /** The signed URL without the parameters of its signature; of cookies, the URL or pattern that they are for. */
  readonly url: string;
  readonly kind?: "canned" | "custom";
  readonly end?: number;
  readonly start?: number;
  readonly address?: string;
  /** A ready policy. */
  readonly policy?: string;
  readonly hash?: "SHA256";
  /** Seconds from now to the expiry. */
  readonly lifetime?: number;
}
interface Case<Input> {
  readonly input: Input;
  readonly original: Expected | "throws" | { readonly signs: string };
  /** What the entry does, if it is not what the original does. */
  readonly here?: Expected | { readonly throws: string };
}
interface Test<Input> {
  readonly shows: string;
  readonly function: string;
  readonly cases: readonly Case<Input>[];
  /** The row of docs/migrating.md. */
  readonly difference?: string;
}
interface Software<Input> {
  readonly software: string;
  readonly suites: readonly { readonly file: string; readonly tests: readonly Test<Input>[] }[];
}
type Signed = string | Record<string, string | number>;

const sdk = { getSignedUrl: aws.getSignedUrl, getSignedCookies: aws.getSignedCookies };
const publicKey = "rsa2048.pub.spki.pem";
const privateKey = keyText("rsa2048.pkcs8.pem");

function policyText(resource: string, end: number, { start, address }: Expected): string {
  return JSON.stringify({
    Statement: [
      {
        Resource: resource,
        Condition: {
          DateLessThan: { "AWS:EpochTime": end },
          ...(start === undefined ? {} : { DateGreaterThan: { "AWS:EpochTime": start } }),
          ...(address === undefined ? {} : { IpAddress: { "AWS:SourceIp": address } }),
        },
      },
    ],
  });
}

/** The policy is the expected one, byte for byte, and the signature is that of the policy. RSA has no other. */
async function expectSigned(credentials: Credentials, expected: Expected, end: number): Promise<void> {
  expect(credentials.policy).toBe(expected.policy ?? policyText(expected.url, end, expected));
  if (expected.kind !== undefined) expect(credentials.kind).toBe(expected.kind);
  expect(credentials.hashAlgorithm).toBe(expected.hash ?? "SHA1");
  expect(await isSignatureValid(publicKey, credentials)).toBe(true);
}

/** Runs the case, and hands what is signed to `check`. */
async function run<Input>(
  { original, here }: Case<Input>,
  sign: () => Promise<Signed>,
  check: (signed: Signed, expected: Expected) => Promise<void>,
): Promise<void> {
  const expected = here ?? original;
  if (expected === "throws") await refusal(sign);
  else if ("throws" in expected) expect((await refusal(sign)).code).toBe(expected.throws);
  else if ("signs" in expected) throw new Error("what the entry does is missing");
  else await check(await sign(), expected);
}

const cookiesOf = (signed: object): Record<string, string> =>
  Object.fromEntries(Object.entries(signed).map(([name, value]) => [name, `${value}`]));

interface SdkInput {
  readonly dateLessThan?: unknown;
  readonly dateGreaterThan?: unknown;
}
const dateOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "Date" in value ? new Date(value.Date as string) : value;

describe(sdkSuite.software, () => {
  const keyPairId = "APKAEIBAERJR2EXAMPLE";
  // The original tests pass this passphrase with a key that has none.
  const usual = { keyPairId, privateKey, passphrase: "SAMPLE" };

  async function check(signed: Signed, expected: Expected): Promise<void> {
    if (typeof signed !== "string") {
      const values = cookiesOf(signed);
      expect(values["CloudFront-Key-Pair-Id"]).toBe(keyPairId);
      await expectSigned(cookieRequest(values, expected.url), expected, expected.end ?? 0);
      return;
    }
    const separator = expected.url.includes("?") ? "&" : "?";
    const first = expected.kind === "canned" ? `Expires=${expected.end}` : "Policy=[^&]+";
    const hash = expected.hash === undefined ? "" : `&Hash-Algorithm=${expected.hash}`;
    expect(signed.startsWith(expected.url + separator)).toBe(true);
    expect(signed.slice(expected.url.length + 1)).toMatch(
      new RegExp(`^${first}&Key-Pair-Id=${keyPairId}&Signature=[^&]+${hash}$`),
    );
    await expectSigned(clientRequest(signed), expected, expected.end ?? 0);
  }

  const { suites } = sdkSuite as unknown as Software<SdkInput>;
  for (const { file, tests } of suites)
    describe(file, () => {
      it.each(tests)("$function: $shows", async ({ function: names, cases }) => {
        for (const testCase of cases)
          for (const name of names.split(" and ") as ("getSignedUrl" | "getSignedCookies")[]) {
            const { dateLessThan, dateGreaterThan } = testCase.input;
            const dates = { dateLessThan: dateOf(dateLessThan), dateGreaterThan: dateOf(dateGreaterThan) };
            const input = { ...usual, ...testCase.input, ...dates } as never;
            await run(testCase, async () => ({ signed: await sdk[name](input) }).signed as Signed, check);
          }
      });
    });
});

interface OtherInput {
  readonly url: string | null;
  readonly options: Readonly<Record<string, unknown>>;
}
interface Ahead {
  readonly inMilliseconds: number;
  readonly as?: "digits" | "Date" | "Moment";
}

function expiryOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { inMilliseconds, as } = value as Ahead;
  const time = Date.now() + inMilliseconds;
  if (as === "digits") return `${time}`;
  if (as === "Date") return new Date(time);
  return as === "Moment" ? { valueOf: () => time } : time;
}

describe(otherSuite.software, () => {
  const keypairId = "ABC123";

  async function check(signed: Signed, expected: Expected, end: number): Promise<void> {
    if (typeof signed !== "string") {
      const names = ["CloudFront-Policy", "CloudFront-Signature", "CloudFront-Key-Pair-Id"];
      expect(Object.keys(signed)).toEqual(names);
      expect(signed["CloudFront-Key-Pair-Id"]).toBe(keypairId);
      await expectSigned(cookieRequest(cookiesOf(signed), expected.url), expected, end);
      return;
    }
    const separator = expected.url.includes("?") ? "&" : "?";
    const parameters = `^Expires=${end}&Policy=[^&]+&Signature=[\\w%-]+&Key-Pair-Id=${keypairId}$`;
    expect(signed.startsWith(expected.url + separator)).toBe(true);
    expect(signed.slice(expected.url.length + 1)).toMatch(new RegExp(parameters));
    // CloudFront takes the expiry time from the policy when both are sent, and unescapes ~.
    const sent = signed.replace(/Expires=\d+&(?=Policy=)/, "").replaceAll("%7E", "~");
    await expectSigned(clientRequest(sent), expected, end);
  }

  const { suites } = otherSuite as unknown as Software<OtherInput>;
  for (const { file, tests } of suites)
    describe(file, () => {
      it.each(tests)("$function: $shows", async ({ function: name, cases }) => {
        for (const testCase of cases) {
          const { url, options: given } = testCase.input;
          const expireTime = expiryOf(given.expireTime);
          const options = { keypairId, privateKeyString: privateKey, ...given, expireTime } as never;
          const before = Date.now();
          const sign = async (): Promise<Signed> =>
            other[name as "getSignedUrl" | "getSignedCookies"](url as string, options);
          await run(testCase, sign, async (signed, expected) => {
            const { policy } =
              typeof signed === "string"
                ? { policy: new URL(signed).searchParams.get("Policy") ?? "" }
                : { policy: `${signed["CloudFront-Policy"]}` };
            const [, end] =
              /"DateLessThan":\{"AWS:EpochTime":(\d+)\}/.exec(cloudFrontBase64ToText(policy)) ?? [];
            if (expireTime === undefined) {
              expect(Number(end)).toBeGreaterThanOrEqual(Math.round(before / 1000) + 1800);
              expect(Number(end)).toBeLessThanOrEqual(Math.round(Date.now() / 1000) + 1800);
            } else expect(Number(end)).toBe(Math.round(Number(expireTime) / 1000));
            await check(signed, expected, Number(end));
          });
        }
      });
    });
});
