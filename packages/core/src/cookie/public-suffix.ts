/**
 * The part of CloudFront's host names that is on the Public Suffix List. A distribution's own host is not: it can
 * set cookies for itself.
 *
 * Source: https://publicsuffix.org/list/
 */
const cloudFrontSuffix = "cloudfront.net";

/** Whether browsers refuse cookies for a domain, since it is above all distributions. */
export function isCloudFrontSuffix(domain: string): boolean {
  return domain === cloudFrontSuffix;
}

/** Whether a domain is the host of a distribution, for which no other host can set cookies. */
export function isDistributionHost(domain: string): boolean {
  return domain.endsWith(`.${cloudFrontSuffix}`);
}
