import { limits } from "cloudfront-sign-webcrypto/internals";
import { type Finding, found, proven } from "../../findings/finding.ts";
import { readGivenUrl } from "../../request/given-url.ts";
import type { ReadQuestion } from "../../request/question.ts";
import type { Checks } from "../check.ts";

/**
 * URLs that do not go to CloudFront, or are not signed for it.
 *
 * @inline
 */
export type OtherServiceFindingId =
  /**
   * The host name belongs to an S3 bucket.
   *
   * @see https://github.com/jasonsims/aws-cloudfront-sign/issues/15
   */
  | "s3-host"
  /**
   * The URL has an `X-Amz-Signature` or an `AWSAccessKeyId`.
   *
   * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html
   */
  | "s3-presigned"
  /**
   * The URL has the parameters of Google Cloud, Azure, Akamai, Cloudflare, Fastly or another CDN.
   *
   * @see https://cloud.google.com/cdn/docs/using-signed-urls
   */
  | "signed-for-other-service";

export const otherServices: Checks<OtherServiceFindingId> = {
  "s3-host": {
    rank: 310,
    explains: ["not-restricted", "s3-query-auth", "s3-denied"],
    summary: "The request goes to S3 and not through CloudFront.",
    fix: "Sign and request the distribution's domain name instead of the bucket's.",
    certainty: "proven",
    find: ({ givenUrl }) => {
      const [host = ""] = /^https?:\/\/[^/?#]*/i.exec(givenUrl.slice(0, limits.longestUrlText)) ?? [];
      return /[/.]s3(?:[.-][^@]*)?\.amazonaws\.com(?:\.cn)?(?::\d*)?$/i.test(host)
        ? "the host name belongs to S3"
        : undefined;
    },
  },
  "s3-presigned": {
    rank: 320,
    explains: ["missing", "segment-not-signed", "wrong-value", "parameter-names", "expired"],
    summary: "This URL is presigned for S3 or a storage with its interface, not for CloudFront.",
    fix: "Sign the URL with the key of a CloudFront key group. A presigned URL works only with the storage that it is for.",
  },
  "signed-for-other-service": {
    rank: 325,
    explains: ["missing", "segment-not-signed", "wrong-value", "parameter-names", "expired"],
    summary: "This URL is signed for another service, not for CloudFront.",
    fix: "Sign the URL with the key of a CloudFront key group.",
  },
};

/** What signs URLs, by the parameters that it writes: all of one row, each with a value of its form. */
const systems: readonly (readonly [system: string, parameters: Readonly<Record<string, RegExp>>])[] = [
  ["S3", { "X-Amz-Signature": /./ }],
  // Of a key pair ID, it is another name for Key-Pair-Id.
  ["S3", { AWSAccessKeyId: /^(?!K[A-Z\d]{12,13}$|APKA)./ }],
  ["Google Cloud Storage", { "X-Goog-Signature": /./ }],
  ["Google Cloud Storage", { GoogleAccessId: /./ }],
  ["Google Cloud CDN", { KeyName: /./, Signature: /^[\w-]{27}=?$/ }],
  ["Azure Storage (a shared access signature)", { sv: /^20\d\d-\d\d-\d\d$/, sig: /^[\w+/%-]{40,}/ }],
  ["Akamai", { "__token__|hdnts|hdnea|hdntl": /~(?:hmac|md5)=[\da-f]{16,}$/ }],
  ["Alibaba Cloud OSS", { OSSAccessKeyId: /./ }],
  ["Alibaba Cloud CDN", { auth_key: /^\d{10}-[\w-]+-[\da-f]{32}$/ }],
  ["Cloudflare", { verify: /^\d{10}-[\w+/%-]{40,}=*$/ }],
  ["Fastly", { token: /^\d{10}_(?:0x)?[\da-f]{32,}$/ }],
  ["nginx (secure_link)", { "md5|secure": /^[\w-]{22}$/, "expires|e": /^\d{10}$/ }],
  [
    "another CDN (token and expires)",
    { "token|hash|secure": /^[\w+/-]{22,90}$/, "expires|expire|e": /^\d{10}$/ },
  ],
];

/** A URL that is signed for another service. One that is signed for CloudFront as well may pass parameters on. */
export function otherSignatureFindings({
  givenUrl,
  request,
  cookies,
}: ReadQuestion): Finding<OtherServiceFindingId>[] {
  if (request.parameters.has("Policy") || request.source === "cookies") return [];
  // Somebody may call the parameters of CloudFront so.
  const isForCloudFront = /[?&][^=&]{0,30}key-?pair-?id=/i.test(givenUrl);
  if (isForCloudFront && /[?&](?:CloudFront-?)?signature=[\w~+/%-]{88}/i.test(givenUrl)) return [];
  if (cookies.pairs.some(([name]) => /^CloudFront-/i.test(name))) return [];
  const { pairs } = readGivenUrl(givenUrl);
  const nameOf = (names: string, value: RegExp): string | undefined =>
    pairs.find((pair) => names.split("|").includes(pair.name) && value.test(pair.value ?? ""))?.name;
  for (const [system, row] of systems) {
    const names = Object.entries(row).map(([known, value]) => nameOf(known, value));
    const [name] = names;
    const isNobodyElses = /^(?:X-|AWS|Google|KeyName|OSS)/.test(name ?? "");
    if (name === undefined || names.includes(undefined) || (isForCloudFront && !isNobodyElses)) continue;
    const evidence = `the URL has the parameter ${name}`;
    if (system === "S3") return [proven("s3-presigned", evidence)];
    return [
      found("signed-for-other-service", isNobodyElses ? "proven" : "likely", {
        evidence,
        summary: `This URL is signed for ${system}, not for CloudFront.`,
        fix: "Sign the URL with the key of a CloudFront key group: Expires or Policy, Signature and Key-Pair-Id.",
      }),
    ];
  }
  return [];
}
