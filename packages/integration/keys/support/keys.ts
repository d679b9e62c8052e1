import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";

/** A key and its ID in the key group of CloudFront. */
export interface Pair {
  readonly keyPairId: string;
  readonly privateKey: string;
  readonly publicKey: string;
}

export const oldKey: Pair = {
  keyPairId: "K2JCJMDEHXQW5F",
  privateKey: keyText("rsa2048.pkcs8.pem"),
  publicKey: keyText("rsa2048.pub.spki.pem"),
};
export const newKey: Pair = {
  keyPairId: "K36X4X2EO997HM",
  privateKey: keyText("rsa2048-b.pkcs8.pem"),
  publicKey: keyText("rsa2048-b.pub.spki.pem"),
};

/** What a store holds. */
export const jsonOf = ({ keyPairId, privateKey }: Pair): string => JSON.stringify({ keyPairId, privateKey });

/** CloudFront during a rotation: both keys are in the group. */
const verifier = createCloudFrontVerifier({
  publicKeys: Object.fromEntries([oldKey, newKey].map(({ keyPairId, publicKey }) => [keyPairId, publicKey])),
});

/** The IDs of the keys that signed the URLs, once each; every URL must be allowed. */
export async function signersOf(urls: readonly string[]): Promise<string[]> {
  const results = await Promise.all(urls.map((url) => verifier.verifyUrl(url, { time: moment })));
  const denied = results.find((result) => !result.allowed);
  if (denied) throw new Error(`the verifier denies a URL: ${JSON.stringify(denied)}`);
  return [...new Set(urls.map((url) => new URL(url).searchParams.get("Key-Pair-Id") ?? ""))];
}
