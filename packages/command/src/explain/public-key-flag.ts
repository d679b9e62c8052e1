import { isKeyPairId } from "../../key/key-pair-id.ts";
import type { CloudFrontInspection } from "../../verify/inspect.ts";

/** The flag that gives the public key of a request. */
export function publicKeyFlag({ keyPairId = "" }: CloudFrontInspection): string {
  return `--public-key ${isKeyPairId(keyPairId) ? keyPairId : "ID"}=FILE`;
}
