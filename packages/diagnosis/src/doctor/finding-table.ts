import type { Finding, FindingTable } from "../findings/finding.ts";
import { listed } from "../findings/quote.ts";
import { featuresOutsidePlans, isOf } from "./flat-rate-plans.ts";
import { preflightPolicyName } from "./managed-policies.ts";
import { policyName, quote, quoteList } from "./quote.ts";
import { placeOf, policiesOf, type Setup } from "./setup.ts";

/**
 * The names of all findings about distributions, in the order of their rank; `docs/doctor.md` shows what each
 * one is about.
 */
export type CloudFrontDistributionFindingId =
  /** `Enabled` is false; `possible` if another distribution in the documents is enabled. */
  | "distribution-disabled"
  /** A flat-rate plan covers the distribution, and does not include what it has: tenants, a staging distribution, real-time logs, Lambda@Edge or `ForwardedValues`. */
  | "flat-rate-plan-excludes"
  /** `Status` is `InProgress`. */
  | "distribution-in-progress"
  /** No cache behavior restricts viewer access; `possible` if another distribution in the documents does. */
  | "nothing-restricted"
  /** `ViewerMtlsConfig` has the mode `passthrough`, in which CloudFront verifies no client certificate. */
  | "viewer-certificates-unverified"
  /** A cache behavior lists key groups, but `Enabled` in its `TrustedKeyGroups` is false. */
  | "key-groups-disabled"
  /** An earlier path pattern matches every path of a later one, and only one of the two is restricted. */
  | "behavior-unreachable"
  /** CloudFront does not accept this path pattern, or no path can match it. */
  | "path-pattern-invalid"
  /**
   * A cache behavior is open, and others in the distribution are restricted. With `urls` only if it comes before a restricted
   * one that matches some of the same paths.
   */
  | "behavior-open"
  /**
   * The bucket policy lets everyone read files of a restricted cache behavior; `possible` if it also has a statement that may
   * deny it.
   */
  | "everyone-reads"
  /** An open cache behavior forwards `PUT` or `DELETE`, and the bucket policy lets CloudFront write. */
  | "everyone-writes"
  /**
   * A restricted cache behavior forwards `PUT` or `DELETE`, so a URL that is signed for reading can also write; `possible`
   * if the bucket policy or `urls` are missing, or if uploads share a key group with other cache behaviors.
   */
  | "read-url-writes"
  /** The `Resource` in the signed policy of one of `urls` covers the domain of another distribution tenant. */
  | "resource-covers-tenants"
  /** The restricted origin of a multi-tenant distribution has no parameter in its domain name or path. */
  | "tenants-share-files"
  /** A distribution tenant, its connection group or its domain is turned off; `possible` without `urls`. */
  | "tenant-disabled"
  /** An origin needs a parameter that a distribution tenant does not set, and that has no default value. */
  | "tenant-parameter-missing"
  /** One of `urls` or `uploadUrls` matches an open cache behavior, which checks no signature. */
  | "url-not-restricted"
  /** The host of one of `urls` or `uploadUrls` is not a domain name of any distribution in the documents. */
  | "url-host-unknown"
  /** One of `urls` or `uploadUrls` is `http`; `possible` if its cache behavior accepts http. */
  | "url-not-https"
  /** `keyPairId` is the ID or name of something that is not a public key. */
  | "key-pair-id-wrong"
  /** A cache behavior trusts the ID of something that is not a key group. */
  | "key-group-id-wrong"
  /** A key group lists the ID of something that is not a public key. */
  | "public-key-id-wrong"
  /** A trusted key group is not in the complete list of key groups. */
  | "key-group-missing"
  /** A trusted key group has no public key. */
  | "key-group-empty"
  /** A public key of a trusted key group is not in the complete list of public keys. */
  | "public-key-missing"
  /** No key group of a restricted cache behavior contains the signing key. */
  | "key-not-in-group"
  /** The private key does not belong to the public key of `keyPairId`, or to any public key in the documents. */
  | "key-pair-mismatch"
  /** CloudFront cannot check signatures with one of the public keys. */
  | "public-key-unusable"
  /** The text of a public key ends without a newline. */
  | "public-key-newline"
  /** A cache behavior trusts AWS accounts (the older method) instead of key groups. */
  | "trusted-signers"
  /** A cache policy or origin request policy lists the name of a signing parameter as a query string for the origin. */
  | "signing-parameter-listed"
  /** One of `urls` has a query parameter that does not reach the origin. */
  | "query-not-forwarded"
  /** A parameter of one of `urls` changes the response of S3, but is not in the cache key. */
  | "query-not-in-cache-key"
  /** The cache behavior of one of `uploadUrls` does not allow `PUT`. */
  | "upload-method-refused"
  /** The bucket policy does not let CloudFront upload the object of one of `uploadUrls`. */
  | "upload-not-permitted"
  /** The CORS configuration of the bucket does not allow `PUT` from any page. */
  | "upload-cors-refused"
  /** A cache policy or origin request policy sends the viewer's `Host` to an S3 origin. */
  | "host-header-to-s3"
  /** A cache policy or origin request policy sends the viewer's `Authorization` to an S3 origin; `possible` if origin access control replaces it. */
  | "authorization-header-to-s3"
  /** A response headers policy responds to CORS preflight requests, but the cache behavior does not allow `OPTIONS`. */
  | "preflight-refused"
  /** The page that is shown instead of a 403 is in a restricted cache behavior. */
  | "error-page-restricted"
  /** An error page turns a 403 into a success, and the distribution has a restricted cache behavior. */
  | "error-page-hides-denial"
  /** Your signed policies name an IP address, and the distribution or the connection group has IPv6 turned on. */
  | "ipv6-with-ip-address"
  /** `ipAddress` is an address of a private network. */
  | "ip-address-private"
  /** A restricted cache behavior reads a bucket without origin access control. */
  | "s3-origin-open"
  /** A restricted cache behavior reads a bucket through its website endpoint. */
  | "s3-website-origin"
  /** The origin access control of a bucket signs nothing, is for other origins, or does not exist; `possible` if it leaves some uploads unsigned. */
  | "origin-access-control-wrong"
  /** A bucket uses an origin access identity, the older form of origin access control. */
  | "origin-access-identity";

export type DistributionFinding = Finding<CloudFrontDistributionFindingId>;

/** The findings about distributions. `docs/doctor.md` shows them. */
export const distributionFindingTable: FindingTable<CloudFrontDistributionFindingId, Setup> = {
  "distribution-disabled": {
    rank: 10,
    summary: "The distribution is disabled and responds to no request.",
    fix: "Select the distribution in the list of distributions, and choose Enable.",
  },
  "flat-rate-plan-excludes": {
    rank: 15,
    summary: "The flat-rate plan of the distribution does not include a feature that it uses.",
    fix: "Remove the feature from the distribution, or choose pay-as-you-go pricing for it: CloudFront refuses the combination.",
    certainty: "likely",
    find: ({ distributions, inventory: { plans } }) =>
      distributions.flatMap((distribution) => {
        const plan = plans.find(({ resources }) => resources.some((arn) => isOf(arn, distribution)));
        const excluded = plan === undefined ? [] : featuresOutsidePlans(distribution);
        if (excluded.length === 0) return [];
        const evidence = `the plan ${quote(plan?.tier ?? "")} covers the distribution, which has ${listed(excluded)}`;
        return [{ evidence, place: placeOf(distribution) }];
      }),
  },
  "distribution-in-progress": {
    rank: 20,
    summary: "The last change of the distribution is still being deployed.",
    fix: "Wait until Last modified shows a date instead of Deploying: until then, some edge locations use the old settings.",
    certainty: "possible",
    find: ({ distributions }) =>
      distributions
        .filter(({ status }) => status === "InProgress")
        .map((distribution) => ({ evidence: "Status is InProgress", place: placeOf(distribution) })),
  },
  "nothing-restricted": {
    rank: 30,
    summary: "No cache behavior checks signatures: everyone can read everything.",
    fix: "Edit the cache behavior of the private paths: set Restrict viewer access to Yes, choose Trusted key groups, and add the key group.",
  },
  "viewer-certificates-unverified": {
    rank: 35,
    summary: "CloudFront passes client certificates on to the origin, and verifies none of them.",
    fix: "Verify the certificates at the origin. If CloudFront should refuse viewers without a valid one, set the mode to required, with a trust store.",
    certainty: "possible",
    find: ({ distributions }) =>
      distributions
        .filter(({ mtlsMode }) => mtlsMode === "passthrough")
        .map((distribution) => ({
          evidence: "Mode in ViewerMtlsConfig is passthrough",
          place: placeOf(distribution),
        })),
  },
  "key-groups-disabled": {
    rank: 40,
    summary: "The cache behavior has key groups, but checks no signature.",
    fix: "Edit the cache behavior: set Restrict viewer access to Yes, and choose Trusted key groups. In JSON, set Enabled of TrustedKeyGroups to true.",
  },
  "behavior-unreachable": {
    rank: 50,
    summary: "An earlier cache behavior matches all requests of this one.",
    fix: "On the Behaviors tab, move the cache behavior up, above the one with the broader path pattern.",
  },
  "path-pattern-invalid": {
    rank: 60,
    summary: "No request matches the path pattern of the cache behavior.",
    fix: "Edit the path pattern of the cache behavior: write a path such as /private/*, without a host, query, dot segments or double slashes.",
  },
  "behavior-open": {
    rank: 70,
    summary: "The cache behavior is open, while others are restricted.",
    fix: "If its files are private, edit the cache behavior: set Restrict viewer access to Yes. To compare the URLs that you sign with the cache behaviors, pass these URLs, too.",
  },
  "everyone-reads": {
    rank: 71,
    summary: "Everyone can read files of the bucket directly from S3, unless S3 blocks public access.",
    fix: "Remove this statement from the bucket policy: only cloudfront.amazonaws.com needs s3:GetObject, with the distribution as AWS:SourceArn. In S3, turn on Block all public access.",
  },
  "everyone-writes": {
    rank: 72,
    summary: "Everyone can replace or delete files of the bucket, without a signature.",
    fix: "Edit the cache behavior: set Allowed HTTP methods to GET, HEAD. Or set Restrict viewer access to Yes, and limit s3:PutObject in the bucket policy to the prefix of uploads.",
  },
  "read-url-writes": {
    rank: 73,
    summary: "Everyone who gets a signed URL for a file can also replace or delete it.",
    fix: "Where files are read, allow only GET and HEAD. Give uploads their own cache behavior and key group, and limit s3:PutObject to their prefix.",
  },
  "resource-covers-tenants": {
    rank: 74,
    summary: "A policy that you sign for one tenant also opens files of another.",
    fix: "Write the whole host name of the tenant in the resource: https://tenant.example.com/course/42/*, without * before the path.",
  },
  "tenants-share-files": {
    rank: 75,
    summary: "All tenants of the distribution read the same files.",
    fix: "If each tenant has its own files, put a parameter in the origin path, such as /{{tenantName}}. CloudFront then reads from each tenant's own folder.",
  },
  "tenant-disabled": {
    rank: 76,
    summary: "The tenant responds to no request.",
    fix: "Enable the distribution tenant and its connection group, and complete the domain setup: certificate and DNS.",
  },
  "tenant-parameter-missing": {
    rank: 77,
    summary: "The origin of the tenant is unknown, because a parameter has no value.",
    fix: "Set the parameter in the distribution tenant, or give it a default value in the multi-tenant distribution.",
  },
  "url-not-restricted": {
    rank: 80,
    summary: "A URL that you sign goes to a cache behavior that checks no signature.",
    fix: "Edit the cache behavior: set Restrict viewer access to Yes, and choose Trusted key groups. Or correct the path pattern of the restricted cache behavior.",
  },
  "url-host-unknown": {
    rank: 90,
    summary: "The host of a URL that you sign belongs to no distribution here.",
    fix: "Sign URLs with a domain name of the distribution or of its tenant. Or add the host under Settings, Alternate domain names (CNAMEs).",
  },
  "url-not-https": {
    rank: 100,
    summary: "A URL that you sign is http.",
    fix: "Sign the https URL. Set Viewer protocol policy of the cache behavior to HTTPS only or Redirect HTTP to HTTPS.",
  },
  "key-pair-id-wrong": {
    rank: 110,
    summary: "The key pair ID is not the ID of a public key.",
    fix: "Sign with the ID shown under Key management, Public keys, such as K2JCJMDEHXQW5F.",
  },
  "key-group-id-wrong": {
    rank: 120,
    summary: "The cache behavior trusts something that is not a key group.",
    fix: "Add the public key to a key group (Key management, Key groups), and select this key group in the cache behavior.",
  },
  "public-key-id-wrong": {
    rank: 130,
    summary: "The key group contains something that is not a public key.",
    fix: "Edit the key group (Key management, Key groups), and select public keys by their IDs, such as K2JCJMDEHXQW5F.",
  },
  "key-group-missing": {
    rank: 140,
    summary: "The cache behavior trusts a key group that does not exist.",
    fix: "First check that the list is from the AWS account of the distribution (the same --profile). If it is, create the key group (Key management, Key groups, Create key group), and select it in the cache behavior.",
  },
  "key-group-empty": {
    rank: 150,
    summary: "The trusted key group has no public key, so no signature is valid.",
    fix: "Edit the key group (Key management, Key groups), and add the public key.",
  },
  "public-key-missing": {
    rank: 160,
    summary: "The key group names a public key that does not exist.",
    fix: "First check that both lists are from the same AWS account (the same --profile). If they are, create the public key (Key management, Public keys, Create public key), and add it to the key group.",
  },
  "key-not-in-group": {
    rank: 170,
    summary: "The cache behavior does not trust the key that signs.",
    fix: "Edit the key group of the cache behavior (Key management, Key groups), and add the public key. Or sign with a key that is in this key group.",
  },
  "key-pair-mismatch": {
    rank: 180,
    summary: "The private key and the public key in CloudFront are not a pair.",
    fix: "Sign with the private key of this public key. Or upload your public key (openssl pkey -in private.pem -pubout), add it to the key group and sign with its ID.",
  },
  "public-key-unusable": {
    rank: 190,
    summary: "CloudFront cannot check signatures with the public key.",
    fix: "Create an RSA 2048 or ECDSA P-256 key pair, upload its public key (Key management, Public keys), and add it to the key group.",
  },
  "public-key-newline": {
    rank: 200,
    summary: "The public key ends without a newline, which makes Terraform replace it again and again.",
    fix: 'Upload the file with its last line break. In Terraform, write encoded_key = file("public.pem"), or add \\n to the text.',
  },
  "trusted-signers": {
    rank: 210,
    summary: "The cache behavior trusts AWS accounts, whose key pairs only root users can manage.",
    fix: "Edit the cache behavior: under Restrict viewer access, choose Trusted key groups instead of Trusted signer.",
    certainty: "proven",
    find: ({ restricted }) =>
      restricted
        .filter(({ behavior }) => behavior.trustedSigners.enabled)
        .map(({ distribution, behavior }) => ({
          evidence: `TrustedSigners is turned on for ${quoteList(behavior.trustedSigners.items)}`,
          place: placeOf(distribution, behavior),
        })),
  },
  "signing-parameter-listed": {
    rank: 220,
    summary: "A cache policy or origin request policy lists signing parameters as the origin's.",
    fix: "Remove these names from the query strings of the cache policy or origin request policy. If the origin needs a parameter with this name, rename the parameter.",
    certainty: "proven",
    find: (setup) =>
      setup.restricted.flatMap(({ distribution, behavior }) =>
        policiesOf(setup, behavior)
          .policies.filter(({ signingParameters }) => signingParameters.length > 0)
          .map((policy) => ({
            evidence: `the ${policyName(policy)} lists ${quoteList(policy.signingParameters)}`,
            place: placeOf(distribution, behavior),
          })),
      ),
  },
  "query-not-forwarded": {
    rank: 230,
    summary: "A query parameter of a URL that you sign does not reach the origin.",
    fix: "Add the parameter to the query strings of the cache policy, or of the origin request policy if the response does not depend on it.",
  },
  "query-not-in-cache-key": {
    rank: 231,
    summary:
      "Viewers may get each other's responses: a parameter that changes the response is not in the cache key.",
    fix: "Add the parameter to the query strings of the cache policy, which also forwards it.",
  },
  "upload-method-refused": {
    rank: 232,
    summary: "CloudFront responds to uploads with 403: the cache behavior does not allow PUT.",
    fix: "Edit the cache behavior of the uploads: set Allowed HTTP methods to GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE.",
  },
  "upload-not-permitted": {
    rank: 234,
    summary: "The bucket responds to uploads with 403: the bucket policy does not permit them.",
    fix: "Add s3:PutObject for cloudfront.amazonaws.com to the bucket policy, with the ARN of the distribution as AWS:SourceArn, only for the prefix of uploads.",
  },
  "upload-cors-refused": {
    rank: 236,
    summary: "Browsers do not send uploads from a page of another origin.",
    fix: "Add PUT and the origin of the page to the CORS configuration of the bucket, and choose the origin request policy Managed-CORS-S3Origin. This is not needed if the page and the uploads share a host name.",
  },
  "host-header-to-s3": {
    rank: 240,
    summary: "S3 gets the viewer's Host header, finds no bucket with this name, and responds with 403.",
    fix: "Choose an origin request policy without Host, such as Managed-AllViewerExceptHostHeader or Managed-CORS-S3Origin.",
  },
  "authorization-header-to-s3": {
    rank: 245,
    summary: "S3 gets the viewer's Authorization header, and refuses the request.",
    fix: "Remove Authorization from the headers of the cache policy and the origin request policy, and choose an origin access control with Sign requests (recommended).",
  },
  "preflight-refused": {
    rank: 250,
    summary: "Browsers send OPTIONS before a CORS request, and get 403.",
    fix: "Edit the cache behavior: set Allowed HTTP methods to GET, HEAD, OPTIONS.",
    certainty: "proven",
    find: ({ restricted }) =>
      restricted.flatMap(({ distribution, behavior }) => {
        const name = preflightPolicyName(behavior.responseHeadersPolicyId ?? "");
        if (name === undefined || behavior.allowedMethods.includes("OPTIONS")) return [];
        const evidence = `the response headers policy is ${name}, and OPTIONS is not among the allowed methods`;
        return [{ evidence, place: placeOf(distribution, behavior) }];
      }),
  },
  "error-page-restricted": {
    rank: 260,
    summary: "The error page for 403 needs a signature itself, so viewers never see it.",
    fix: "Create a cache behavior for the path of the error page, above the restricted one, with Restrict viewer access set to No.",
  },
  "error-page-hides-denial": {
    rank: 265,
    summary: "Viewers whose signature is denied get a success and the error page instead.",
    fix: "On the Error pages tab, edit the one for 403, and set HTTP response code to 403: players, alarms and renewingGrant see a denial by its status. For the paths of a single-page application, let a CloudFront Function rewrite the URL instead.",
    certainty: "proven",
    find: ({ distributions, restricted }) =>
      distributions
        .filter((distribution) => restricted.some((one) => one.distribution === distribution))
        .flatMap((distribution) => {
          const page = distribution.errorPages.find(
            ({ errorCode, responseCode = 403 }) => errorCode === 403 && responseCode < 400,
          );
          if (page === undefined) return [];
          const evidence = `403 becomes ${page.responseCode} with the page ${quote(page.path)}`;
          return [{ evidence, place: placeOf(distribution) }];
        }),
  },
  "ipv6-with-ip-address": {
    rank: 270,
    summary: "Viewers who connect over IPv6 never match the IP address of a signed policy.",
    fix: "Under Settings, choose Edit and set IPv6 to Off. Or sign without an IP address.",
    certainty: "proven",
    find: ({ ipAddress, restricted }) => {
      if (ipAddress === undefined) return undefined;
      return [...new Set(restricted.map(({ distribution }) => distribution))]
        .filter(({ ipv6Enabled }) => ipv6Enabled)
        .map((distribution) => ({ evidence: "IsIPV6Enabled is true", place: placeOf(distribution) }));
    },
  },
  "ip-address-private": {
    rank: 280,
    summary: "CloudFront never sees an IP address of a private network.",
    fix: "Sign for the public address of the viewer's network, or without an IP address.",
  },
  "s3-origin-open": {
    rank: 290,
    summary: "CloudFront reads the bucket like anyone else: its files are public, or each request is a 403.",
    fix: "Edit the origin: set Origin access to Origin access control settings. Then copy the policy that the console shows into the bucket policy, and block all public access.",
  },
  "s3-website-origin": {
    rank: 300,
    summary: "The website endpoint of a bucket is public: everyone can go around CloudFront.",
    fix: "Choose the bucket itself as the origin domain, and set Origin access to Origin access control settings.",
  },
  "origin-access-control-wrong": {
    rank: 310,
    summary: "The origin access control of the bucket does not sign requests to it.",
    fix: "Under Security, Origin access, choose an origin access control of the type S3, with Sign requests (recommended).",
  },
  "origin-access-identity": {
    rank: 320,
    summary: "The bucket is read with an origin access identity, which AWS replaced.",
    fix: "Edit the origin: set Origin access to Origin access control settings. An origin access identity cannot read objects encrypted with AWS KMS, or buckets in newer Regions.",
  },
};
