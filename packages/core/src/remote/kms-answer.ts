import { bytesOf } from "../encoding/bytes.ts";
import { fail } from "../errors.ts";
import { memberOf } from "../options/read-properties.ts";
import { describeType } from "../options/type-name.ts";
import type { RemotePublicKey } from "./public-key.ts";
import { readSignature, refuseReturnedError } from "./signature-form.ts";

/** A name of an algorithm as AWS KMS writes it (API Reference, "Sign"). Anything else is not shown. */
const algorithmName = /^(?:RSASSA|ECDSA|SM2DSA|ML_DSA|ED25519)(?:_[A-Z\d]{1,6}){0,4}$/;

/** The signature in what `sign` returned: the output of `SignCommand`. */
export function readKmsAnswer(
  answer: unknown,
  publicKey: RemotePublicKey,
  algorithm: string,
): Uint8Array<ArrayBuffer> {
  const signature = memberOf(answer, "Signature");
  if (signature === undefined) return refuseAnswer(answer);
  const used = memberOf(answer, "SigningAlgorithm");
  if (typeof used === "string" && used !== algorithm) return refuseAlgorithm(used, algorithm);
  return readSignature(signature, "returned an answer whose Signature is", publicKey);
}

function refuseAnswer(answer: unknown): never {
  refuseReturnedError(answer);
  const wholeAnswer = "return what client.send(new SignCommand(input)) resolves to: { Signature }";
  if (bytesOf(answer) !== undefined) return failed(`returned bytes; ${wholeAnswer}`);
  return typeof answer === "object" && answer !== null
    ? failed(`returned ${describeType(answer)} without Signature; ${wholeAnswer}`)
    : failed(`returned ${describeType(answer)}; ${wholeAnswer}`);
}

function refuseAlgorithm(used: string, algorithm: string): never {
  const shown = algorithmName.test(used) ? used : "another algorithm";
  return failed(`signed with ${shown}, and CloudFront needs ${algorithm}; pass the input on as it is`);
}

function failed(problem: string): never {
  return fail("ERR_SIGNING_FAILED", "sign", problem);
}
