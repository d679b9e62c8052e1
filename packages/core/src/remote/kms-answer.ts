import { bytesOf } from "../encoding/bytes.ts";
import { fail } from "../errors.ts";
import { memberOf } from "../options/read-properties.ts";
import { describeType } from "../options/type-name.ts";
import type { RemoteSignature } from "./checked-signer.ts";
import type { RemotePublicKey } from "./public-key.ts";
import { readSignature, returnedError } from "./signature-form.ts";

/** The signature in what `sign` returned: the output of `SignCommand`. */
export function readKmsAnswer(
  answer: unknown,
  publicKey: RemotePublicKey,
  algorithm: string,
): RemoteSignature {
  const signature = memberOf(answer, "Signature");
  if (signature === undefined) return refuseAnswer(answer);
  const used = memberOf(answer, "SigningAlgorithm");
  if (typeof used === "string" && used !== algorithm) return refuseAlgorithm(used, algorithm);
  const keyIdentity = memberOf(answer, "KeyId");
  return {
    signature: readSignature(signature, "returned an answer whose Signature is", publicKey),
    keyIdentity: typeof keyIdentity === "string" ? keyIdentity : undefined,
  };
}

function refuseAnswer(answer: unknown): never {
  const error = returnedError(answer);
  if (error !== undefined) return failed(error);
  if (bytesOf(answer) !== undefined)
    return failed("returned the bytes alone; return the whole answer of AWS KMS: { Signature }");
  if (typeof answer === "object" && answer !== null)
    return failed(
      "returned an answer without Signature; return what client.send(new SignCommand(input)) gives",
    );
  return failed(
    `returned ${describeType(answer)}; return what client.send(new SignCommand(input)) gives: { Signature }`,
  );
}

function refuseAlgorithm(used: string, algorithm: string): never {
  // As AWS writes such names: what looks otherwise is not shown.
  const shown = /^[A-Z][A-Z0-9_]{1,40}$/.test(used) ? used : "another algorithm";
  return failed(`AWS KMS signed with ${shown}; pass the input on as it is, with ${algorithm}`);
}

function failed(problem: string): never {
  return fail("ERR_SIGNING_FAILED", "sign", problem);
}
