import { appendQuery, signableUrl } from "../url/signed-url.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { signResource } from "./sign-resource.ts";
import { readSignatureOptions, type SignatureOptions } from "./signature-options.ts";

/** A signed URL, with the options of `getSignedUrl` of `aws-cloudfront-sign`, and the same text. */
export async function getSignedUrl(url: UrlInput, options: SignatureOptions): Promise<string> {
  const read = readSignatureOptions(options);
  const target = signableUrl(url);
  const { dateLessThan, query } = await signResource(target.href, read);
  // URLSearchParams, with which aws-cloudfront-sign writes the parameters, escapes ~.
  return appendQuery(target, `Expires=${dateLessThan}&${query}`.replaceAll("~", "%7E"));
}
