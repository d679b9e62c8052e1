import { isKeyPairId } from "cloudfront-sign-webcrypto/internals";
import type { CloudFrontInspection } from "cloudfront-sign-webcrypto/verify";

/** The flag that gives the public key of a request. */
export function publicKeyFlag({ keyPairId = "" }: CloudFrontInspection): string {
  return `--public-key ${isKeyPairId(keyPairId) ? keyPairId : "ID"}=FILE`;
}
