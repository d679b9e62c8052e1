import { fail, keyPairIdProblem } from "cloudfront-sign-webcrypto/internals";

/** Whether a text is the ID of a public key in CloudFront. */
export function isKeyPairId(text: string): boolean {
  return keyPairIdProblem(text, false) === undefined;
}

/** The ID; throws for one that is not the ID of a public key. `source` is where it comes from. */
export function checkKeyPairId(id: string, allowAny: boolean, source: string): string {
  const problem = keyPairIdProblem(id, allowAny, "--allow-emulator-key-pair-ids");
  return problem === undefined ? id : fail("ERR_KEY_PAIR_ID_INVALID", source, problem.sentence);
}
