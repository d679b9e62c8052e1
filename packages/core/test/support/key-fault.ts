import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";

/** A key that is refused. */
export interface KeyFault extends Fault {
  /** The key itself: `packages/core/test/node/key-commands.test.ts` runs the command of the message on it. */
  readonly key: unknown;
  /** Other keys with the same fault. */
  readonly also?: Readonly<Record<string, unknown>>;
}

type Also = KeyFault["also"];

/** Gives a private key to a signer. */
export const readPrivate = (key: unknown) => signerOf(key, { passphrase });
/** Gives a public key to be imported. */
export const readPublic = (content: unknown) => importCloudFrontPublicKey({ content: content as string });

export function refusedPrivateKey(
  given: string,
  key: unknown,
  code: Fault["code"],
  message: string,
  also: Also = {},
): KeyFault {
  const run = () => readPrivate(key);
  return { given: `privateKey: ${given}`, key, also, run, code, message: `privateKey: ${message}` };
}

export function refusedPublicKey(
  given: string,
  key: unknown,
  code: Fault["code"],
  message: string,
  also: Also = {},
): KeyFault {
  const run = () => readPublic(key);
  return { given: `content: ${given}`, key, also, run, code, message: `content: ${message}` };
}

export const newKey =
  "CloudFront accepts RSA 2048 and EC P-256, so create a new key and upload its public key: openssl genrsa -out key.pem 2048";
export const convert = "convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in key.pem -out new.pem";
export const convertLegacy =
  "convert it elsewhere (older than OpenSSL 3: without -provider): openssl pkcs8 -topk8 -v2 aes-256-cbc -v2prf hmacWithSHA256 -provider legacy -provider default -in key.pem -out new.pem";
