import { signedCookies } from "../cookie/signed-cookies.ts";
import { wireResource } from "../url/resource-pattern.ts";
import { signResource } from "./sign-resource.ts";
import { readSignatureOptions, type SignatureOptions } from "./signature-options.ts";

/** Signed cookies, with the options of `getSignedCookies` of `aws-cloudfront-sign`, and the same values. */
export async function getSignedCookies(
  url: string,
  options: SignatureOptions,
): Promise<Record<string, string>> {
  const read = readSignatureOptions(options);
  const { values } = signedCookies(await signResource(wireResource(url, "url"), read));
  return { ...values };
}
