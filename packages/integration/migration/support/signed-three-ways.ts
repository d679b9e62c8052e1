import { getSignedCookies as cookiesOfSdk, getSignedUrl as urlOfSdk } from "@aws-sdk/cloudfront-signer";
import { getSignedCookies as cookiesOfOther, getSignedUrl as urlOfOther } from "aws-cloudfront-sign";
import { createCloudFrontSigner, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import otherEntry from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import * as sdkModule from "cloudfront-sign-webcrypto/aws-sdk";
import type { Difference } from "./difference.ts";

const sdk = { getSignedUrl: urlOfSdk, getSignedCookies: cookiesOfSdk };
const sdkEntry = { getSignedUrl: sdkModule.getSignedUrl, getSignedCookies: sdkModule.getSignedCookies };
const other = { getSignedUrl: urlOfOther, getSignedCookies: cookiesOfOther };

/** A URL, cookies, or the error: its code if it has one. */
export type Outcome =
  | { readonly signed: string | Readonly<Record<string, unknown>> }
  | { readonly error: string };

export interface SignedThreeWays {
  readonly before: Outcome;
  readonly entry: Outcome;
  readonly signer: Outcome;
}

type Options = Readonly<Record<string, unknown>>;

async function outcome(sign: () => unknown): Promise<Outcome> {
  try {
    return { signed: (await sign()) as string };
  } catch (error) {
    return { error: isCloudFrontSignError(error) ? error.code : String(error) };
  }
}

/** The options of a signer, and what is left of the others as terms. */
async function signByHand(row: Difference, url: unknown, options: Options): Promise<unknown> {
  const { keyPairId, privateKey, passphrase, hashAlgorithm, ...terms } = options;
  const given = { keyPairId, privateKey, passphrase, hashAlgorithm };
  const signer = createCloudFrontSigner(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never,
  );
  return row.function === "getSignedCookies"
    ? (await signer.signCookies({ resource: url, ...terms } as never)).values
    : signer.signUrl(url as string, terms as never);
}

const usualUrl = "https://d111111abcdef8.cloudfront.net/a.jpg";

export async function signLikeSdk(row: Difference, usual: Options): Promise<SignedThreeWays> {
  const { function: name = "getSignedUrl", url = usualUrl } = row;
  const options = { ...usual, ...row.options };
  const { algorithm, ...rest } = options as Options;
  return {
    before: await outcome(() => sdk[name]({ url, ...options } as never)),
    entry: await outcome(() => sdkEntry[name]({ url, ...options } as never)),
    signer: await outcome(() => signByHand(row, url, { hashAlgorithm: algorithm, ...rest })),
  };
}

export async function signLikeAwsCloudFrontSign(row: Difference, usual: Options): Promise<SignedThreeWays> {
  const { function: name = "getSignedUrl", url = usualUrl } = row;
  const options = { ...usual, ...row.options };
  const { keypairId, privateKeyString, expireTime, ipRange } = options as Options;
  const end =
    expireTime === undefined ? { expiresIn: "30m" } : { dateLessThan: new Date(Number(expireTime)) };
  const address = "ipRange" in options ? { ipAddress: ipRange } : {};
  const terms = { keyPairId: keypairId, privateKey: privateKeyString, ...end, ...address };
  return {
    before: await outcome(() => other[name](url as string, options as never)),
    entry: await outcome(() => otherEntry[name](url as string, options as never)),
    signer: await outcome(() => signByHand(row, url, terms)),
  };
}
