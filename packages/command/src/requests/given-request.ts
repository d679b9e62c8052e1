import {
  type CloudFrontInspection,
  inspectCloudFrontCookies,
  inspectCloudFrontUrl,
} from "cloudfront-sign-webcrypto/verify";

/** A request as the command got it. */
export interface GivenRequest {
  readonly url: string | undefined;
  /** The value of the `Cookie` header. */
  readonly cookies: string | undefined;
}

export function inspectRequest({ url, cookies }: GivenRequest): CloudFrontInspection {
  return cookies === undefined ? inspectCloudFrontUrl(url ?? "") : inspectCloudFrontCookies(cookies, url);
}
