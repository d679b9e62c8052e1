import {
  type CloudFrontSigner,
  type CloudFrontSignerOptions,
  createCloudFrontSigner,
  type RemoteSigner,
} from "cloudfront-sign-webcrypto";
import { keyText } from "./keys.ts";

export const keyPairId = "K2JCJMDEHXQW5F";
export const host = "https://d111111abcdef8.cloudfront.net";

/** The moment at which the suite happens, and an end that is after it. */
export const moment = new Date("2026-01-01T00:00:00Z");
export const momentSeconds = moment.getTime() / 1000;
export const end = 1900000000;

export function signerOf(
  privateKey: unknown,
  options: Partial<CloudFrontSignerOptions> = {},
): CloudFrontSigner {
  return createCloudFrontSigner({
    keyPairId,
    privateKey: privateKey as string,
    now: () => moment,
    ...options,
  });
}

/** The RSA key of most vectors. */
export function rsaSigner(options: Partial<CloudFrontSignerOptions> = {}): CloudFrontSigner {
  return signerOf(keyText("rsa2048.pkcs8.pem"), options);
}

export interface Recorder {
  signer: CloudFrontSigner;
  /** Every policy that was handed over to be signed, in order. */
  policies: string[];
}

/** A signer that signs nothing, costs nothing, and remembers the exact bytes that it was asked to sign. */
export function recorder(
  options: Partial<CloudFrontSignerOptions> & {
    signature?: Uint8Array;
    keyType?: RemoteSigner["keyType"];
  } = {},
): Recorder {
  const { signature = new Uint8Array(256).fill(1), keyType = "RSA", ...rest } = options;
  const policies: string[] = [];
  const remote: RemoteSigner = {
    keyType,
    hashAlgorithm: "SHA256",
    sign: async (bytes) => {
      policies.push(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
      return signature;
    },
  };
  return { signer: signerOf(remote, rest), policies };
}
