import type { Checks } from "../check.ts";

/**
 * Another URL was signed than the one that is requested: `differences/` finds out what happened to which section.
 *
 * @inline
 */
export type UrlChangeFindingId =
  /**
   * The signature is for a URL without a scheme, or for the path alone.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
   */
  | "url-incomplete"
  /**
   * The signature is for http and the request uses https, or the other way round.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
   */
  | "url-scheme-changed"
  /**
   * The signature is for another host name or port.
   *
   * @see https://github.com/boto/boto3/issues/2048
   */
  | "url-host-changed"
  /**
   * The signature is for the same URL in another encoding; the evidence names the character.
   *
   * @see https://github.com/aws/aws-sdk-js-v3/issues/8033
   */
  | "url-encoding-changed"
  /**
   * The signature is for the URL without the parameters that the evidence names.
   *
   * @see https://github.com/boto/boto3/issues/2836
   */
  | "url-parameter-added"
  /**
   * The signature is for a URL with a parameter, or with a value, that is not sent.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/QueryStringParameters.html
   */
  | "url-parameter-removed"
  /**
   * The signature is for another order of the parameters.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/QueryStringParameters.html
   */
  | "url-parameters-reordered"
  /**
   * The signature is for another path: the paths differ in dot segments, slashes, `index.html`, or an extra or missing folder.
   *
   * @see https://github.com/minio/minio/issues/17867
   */
  | "url-path-changed"
  /**
   * The signature is for a pattern, but the request has a canned policy.
   *
   * @see https://github.com/maxnachlinger/cloudfront-private-url-creator/issues/3
   */
  | "canned-with-wildcard";

export const urlChanges: Checks<UrlChangeFindingId> = {
  "url-incomplete": {
    rank: 550,
    summary: "The signature is for an incomplete URL.",
    fix: "Sign the whole URL that is requested, with https:// and the host name.",
    hasComparison: true,
  },
  "url-scheme-changed": {
    rank: 560,
    summary: "The signature is for http and the request uses https, or the other way round.",
    fix: "Sign the URL with the scheme of the final request, usually https. A redirect from http changes the URL.",
    hasComparison: true,
  },
  "url-host-changed": {
    rank: 570,
    summary: "The signature is for another host name.",
    fix: "Sign the host name that the viewer requests.",
    hasComparison: true,
  },
  "url-encoding-changed": {
    rank: 580,
    summary: "The URL is encoded in another way than the signed one.",
    fix: "Percent-encode the URL once before signing, and send exactly the string that was signed.",
    hasComparison: true,
  },
  "url-parameter-added": {
    rank: 590,
    summary: "The signature does not cover a query parameter of the URL.",
    fix: "Add parameters before signing. Or, if the author of the policy allows any query, sign a custom policy whose Resource ends in ?*.",
  },
  "url-parameter-removed": {
    rank: 600,
    summary: "A query parameter that was signed is not sent.",
    fix: "Send every parameter that was signed, or sign the URL without the missing ones.",
  },
  "url-parameters-reordered": {
    rank: 610,
    summary: "The query parameters are in another order than the signed ones.",
    fix: "Send the parameters in the order in which they were signed.",
  },
  "url-path-changed": {
    rank: 620,
    summary: "The signature is for another path.",
    fix: "Sign the path that is requested, after all rewrites that happen before the request reaches CloudFront.",
    hasComparison: true,
  },
  "canned-with-wildcard": {
    rank: 630,
    summary: "The signature is for a wildcard, which only a custom policy can have.",
    fix: "Send a custom policy (Policy instead of Expires). A canned policy has no wildcards.",
  },
};
