import {
  type Credentials,
  clientRequest,
  cookieRequest,
  isSignatureValid,
} from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { type KeyFile, keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import peers from "@cloudfront-sign-webcrypto/testing/vectors/peers.json";
import * as awsCloudFrontSign from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import * as sdk from "cloudfront-sign-webcrypto/aws-sdk";
import { describe, expect, it } from "vitest";
import { awsCloudFrontSignDifferences, type Difference, sdkDifferences } from "./support/incumbents.ts";

/** The text of `@aws-sdk/cloudfront-signer` and of `aws-cloudfront-sign` for every case of peers.json. */

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly publicKey: string;
  readonly keyPairId: string;
  readonly hash: string;
  readonly passphrase?: string;
  readonly input: {
    readonly url: string;
    readonly dateLessThan?: number;
    readonly dateInput?: { readonly value: number | string };
    readonly dateGreaterThan?: number;
    readonly ipAddress?: string;
    readonly resource?: string;
    readonly rawPolicy?: string;
  };
  readonly peers: Readonly<Record<string, Peer>>;
}
/** What a library made of a case: a URL, cookies or an error. */
interface Peer {
  readonly policy?: string;
  readonly url?: string;
  readonly cookies?: Readonly<Record<string, string | number>>;
  readonly error?: string;
}
type Signed = string | Record<string, string | number>;

const cases = peers as readonly unknown[] as readonly Case[];

/** Both libraries read numbers as milliseconds. */
const endOf = ({ dateInput, dateLessThan }: Case["input"]): unknown =>
  dateInput?.value ?? (dateLessThan === undefined ? undefined : dateLessThan * 1000);

function signWithSdk(
  { kind, input, keyPairId, key, passphrase, hash }: Case,
  { policy }: Peer,
): Promise<Signed> {
  const given: Record<string, unknown> = { url: input.url, keyPairId, privateKey: keyText(key as KeyFile) };
  if (passphrase !== undefined) given.passphrase = passphrase;
  if (hash === "SHA256") given.algorithm = hash;
  const ready = input.rawPolicy ?? (input.resource === undefined ? undefined : policy);
  if (ready !== undefined) given.policy = ready;
  if (ready === undefined || input.rawPolicy !== undefined) given.dateLessThan = endOf(input);
  if (ready === undefined) {
    if (input.dateGreaterThan !== undefined) given.dateGreaterThan = input.dateGreaterThan * 1000;
    given.ipAddress = input.ipAddress;
  }
  return kind === "url"
    ? sdk.getSignedUrl(given as never)
    : sdk.getSignedCookies(given as never).then((cookies) => ({ ...cookies }));
}

function signWithOther({ kind, input, keyPairId, key }: Case): Promise<Signed> {
  const options = {
    keypairId: keyPairId,
    privateKeyString: keyText(key as KeyFile),
    expireTime: endOf(input) as number,
    ipRange: input.ipAddress,
  };
  return kind === "url"
    ? awsCloudFrontSign.getSignedUrl(input.url, options)
    : awsCloudFrontSign.getSignedCookies(input.url, options);
}

/** The signature of EC differs each time. */
function comparable(signed: Signed | undefined, key: string): string {
  const text = typeof signed === "string" ? signed : JSON.stringify(signed);
  return key.startsWith("ec") ? text.replace(/(Signature(?:=|":"))[\w~%-]+/, "$1") : text;
}

/** What CloudFront reads: it takes the expiry time from the policy when both are sent, and unescapes ~. */
function credentialsOf(signed: Signed, { input }: Case): Credentials {
  if (typeof signed === "string")
    return clientRequest(signed.replace(/Expires=\d+&(?=Policy=)/, "").replaceAll("%7E", "~"));
  const cookies = Object.entries(signed).map(([name, value]) => [name, `${value}`]);
  return cookieRequest(Object.fromEntries(cookies), new URL(input.url.replace("http*:", "https:")).href);
}

async function check(
  testCase: Case,
  peer: Peer,
  difference: Difference | undefined,
  sign: () => Promise<Signed>,
): Promise<void> {
  if (difference?.as === "refused") {
    expect((await refusal(sign)).code).toBe(difference.code);
    return;
  }
  const signed = await sign();
  const text = comparable(signed, testCase.key);
  const theirs = comparable(peer.url ?? peer.cookies ?? peer.error, testCase.key);
  const credentials = credentialsOf(signed, testCase);
  if (difference === undefined) expect(text).toBe(theirs);
  else {
    // A row that says a difference where there is none would be wrong.
    expect(text).not.toBe(theirs);
    expect(JSON.parse(credentials.policy).Statement[0].Resource).toBe(difference.resource);
  }
  expect(await isSignatureValid(testCase.publicKey as KeyFile, credentials)).toBe(true);
}

const incumbents = [
  { library: "js-v3", entry: "/aws-sdk", differences: sdkDifferences, sign: signWithSdk },
  {
    library: "aws-cloudfront-sign",
    entry: "/aws-cloudfront-sign",
    differences: awsCloudFrontSignDifferences,
    sign: signWithOther,
  },
];

describe.each(incumbents)("$entry", ({ library, differences, sign }) => {
  const own = cases.filter((testCase) => library in testCase.peers);

  it("has a row of differences for cases of its library only", () => {
    const ids = own.map(({ id }) => id);
    expect(Object.keys(differences).filter((id) => !ids.includes(id))).toEqual([]);
    expect(own.length - Object.keys(differences).length).toBeGreaterThan(50);
  });

  for (const testCase of own) {
    const { id } = testCase;
    const difference = differences[id];
    const expected = difference === undefined ? "same text" : `${difference.as}: ${difference.because}`;
    it(`${id}, ${expected}`, async () => {
      const peer = testCase.peers[library] ?? {};
      await check(testCase, peer, difference, () => sign(testCase, peer));
    });
  }
});
