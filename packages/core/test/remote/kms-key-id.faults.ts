import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { publicKeyOf } from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { awsKmsKey } from "cloudfront-sign-webcrypto/remote";

const refused = (given: string, keyId: unknown, message: string): Fault => ({
  given: `awsKmsKey({ keyId: ${given} })`,
  run: () => awsKmsKey({ keyId: keyId as string, publicKey: publicKeyOf("RSA"), sign: async () => ({}) }),
  code: keyId === undefined ? "ERR_OPTION_MISSING" : "ERR_OPTION_INVALID",
  message: `keyId: ${message}`,
});

const whereItStands = "the ID, the ARN (arn:aws:kms:…) or the alias (alias/…) of the key in AWS KMS";

/** Faults of the option `keyId` of `awsKmsKey`. */
export const kmsKeyIdFaults: readonly Fault[] = [
  refused("undefined", undefined, `is undefined; pass ${whereItStands}`),
  refused("42", 42, `is a number; pass ${whereItStands}`),
  refused('""', "", `is an empty string; pass ${whereItStands}`),
  refused(
    '"alias/a\\n"',
    "alias/a\n",
    `is not the name of a key in AWS KMS; pass ${whereItStands}, without white space`,
  ),
];
