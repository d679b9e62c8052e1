import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import * as sdk from "cloudfront-sign-webcrypto/aws-sdk";

/** Calls of `/aws-sdk` with usual input, and other values for some of it. */

export const url = `${host}/image.jpg`;
const privateKey = keyText("rsa2048.pkcs8.pem");
const input = { url, keyPairId, privateKey, dateLessThan: end * 1000 };

export const sign = (more: object): Promise<string> => sdk.getSignedUrl({ ...input, ...more } as never);
export const cookies = (more: object): Promise<sdk.CloudfrontSignedCookiesOutput> =>
  sdk.getSignedCookies({ ...input, ...more } as never);
export const policyOf = async (more: object): Promise<string> => clientRequest(await sign(more)).policy;
