import { awsKmsKey } from "cloudfront-sign-webcrypto/remote";
import { publicKeyOf } from "../support/remote-keys.ts";
import type { Fault } from "./fault.ts";

const refused = (given: string, keyId: unknown, message: string): Fault => ({
  given: `awsKmsKey({ keyId: ${given} })`,
  run: () => awsKmsKey({ keyId: keyId as string, publicKey: publicKeyOf("RSA"), sign: async () => ({}) }),
  code: keyId === undefined ? "ERR_OPTION_MISSING" : "ERR_OPTION_INVALID",
  message: `keyId: ${message}`,
});

const whereItStands = "the ID, the ARN or the alias (alias/…) of the key in AWS KMS";

/** Faults of the option `keyId` of `awsKmsKey`. */
export const kmsKeyIdFaults: readonly Fault[] = [
  refused("undefined", undefined, `is undefined; pass ${whereItStands}`),
  refused("42", 42, `is a number; pass ${whereItStands}`),
  refused('""', "", `is empty; is the environment variable set? Otherwise pass ${whereItStands}`),
  refused('"undefined"', "undefined", `is the text of a variable that was not set; pass ${whereItStands}`),
  refused('"alias/a\\n"', "alias/a\n", "has the character U+000A at position 7; remove it"),
  refused('" alias/a"', " alias/a", 'has the character " " at position 0; remove it'),
  refused('"alias/a;b"', "alias/a;b", `has the character ";" at position 7; pass ${whereItStands}`),
  refused(
    '"K2JCJMDEHXQW5F"',
    "K2JCJMDEHXQW5F",
    `is a CloudFront key pair ID; pass it as keyPairId to the signer, and here ${whereItStands}`,
  ),
  refused(
    '"-----BEGIN PUBLIC KEY-----…"',
    publicKeyOf("RSA"),
    `is a PEM; pass a public key as publicKey, and here ${whereItStands}`,
  ),
  refused(
    '"arn:aws:cloudfront::111122223333:public-key/K2JCJMDEHXQW5F"',
    "arn:aws:cloudfront::111122223333:public-key/K2JCJMDEHXQW5F",
    `is an ARN of cloudfront, not of kms; pass ${whereItStands}`,
  ),
  refused(
    '"arn:aws:kms:eu-west-1:111122223333"',
    "arn:aws:kms:eu-west-1:111122223333",
    `is an ARN that names neither a key nor an alias; pass ${whereItStands}`,
  ),
  refused('"alias/"', "alias/", `is alias/ without a name; pass ${whereItStands}`),
  refused(
    "a text of 2,049 characters",
    "a".repeat(2049),
    `has 2049 characters, and AWS KMS takes at most 2048; pass ${whereItStands}`,
  ),
];
