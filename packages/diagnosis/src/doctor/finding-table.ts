import type { CloudFrontDistributionFindingId } from "./finding.ts";

/** The same for all findings of one ID. */
interface FindingEntry {
  /** What is wrong, in one sentence. */
  readonly summary: string;
  /** What to do, in the words of the CloudFront console. */
  readonly fix: string;
}

/** The table of findings, in the order of their rank. `docs/doctor.md` shows it. */
export const findingTable: Record<CloudFrontDistributionFindingId, FindingEntry> = {
  "distribution-disabled": {
    summary: "The distribution is disabled and answers no request.",
    fix: "Enable the distribution: Distributions, select it, Enable.",
  },
  "distribution-in-progress": {
    summary: "The last change of the distribution is still being deployed.",
    fix: "Wait until Last modified shows a date instead of Deploying: until then, some edge locations use the old settings.",
  },
  "nothing-restricted": {
    summary: "No cache behavior checks signatures: everyone can read everything.",
    fix: "Edit the cache behavior of the private paths: Restrict viewer access, Yes, Trusted key groups, and add the key group.",
  },
  "key-groups-disabled": {
    summary: "The cache behavior has key groups, but checks no signature.",
    fix: "Edit the cache behavior: Restrict viewer access, Yes, Trusted key groups. In JSON, set Enabled of TrustedKeyGroups to true.",
  },
  "behavior-unreachable": {
    summary: "An earlier cache behavior takes all requests of this one.",
    fix: "On the Behaviors tab, move the cache behavior up, in front of the one with the wider path pattern.",
  },
  "path-pattern-invalid": {
    summary: "No request matches the path pattern of the cache behavior.",
    fix: "Edit the path pattern of the cache behavior: a path such as /private/*, without host, query, dot segments and double slashes.",
  },
  "behavior-open": {
    summary: "The cache behavior is open, while others are restricted.",
    fix: "If its files are private, edit the cache behavior: Restrict viewer access, Yes. Give URLs that you sign to compare them with the cache behaviors.",
  },
  "url-not-restricted": {
    summary: "A URL that you sign goes to a cache behavior that checks no signature.",
    fix: "Edit the cache behavior: Restrict viewer access, Yes, Trusted key groups. Or correct the path pattern of the restricted one.",
  },
  "url-host-unknown": {
    summary: "The host of a URL that you sign belongs to no distribution here.",
    fix: "Sign a domain name of the distribution, or add the host under Settings, Alternate domain names (CNAMEs).",
  },
  "url-not-https": {
    summary: "A URL that you sign is http.",
    fix: "Sign the https URL. Set Viewer protocol policy of the cache behavior to HTTPS only or Redirect HTTP to HTTPS.",
  },
  "key-pair-id-wrong": {
    summary: "The key pair ID is not the ID of a public key.",
    fix: "Sign with the ID shown under Key management, Public keys, such as K2JCJMDEHXQW5F.",
  },
  "key-group-id-wrong": {
    summary: "The cache behavior trusts something that is not a key group.",
    fix: "Put the public key into a key group (Key management, Key groups), and select this key group in the cache behavior.",
  },
  "public-key-id-wrong": {
    summary: "The key group contains something that is not a public key.",
    fix: "Edit the key group (Key management, Key groups), and select public keys by their IDs, such as K2JCJMDEHXQW5F.",
  },
  "key-group-missing": {
    summary: "The cache behavior trusts a key group that does not exist.",
    fix: "Create the key group (Key management, Key groups, Create key group), and select it in the cache behavior.",
  },
  "key-group-empty": {
    summary: "The trusted key group has no public key, so no signature is valid.",
    fix: "Edit the key group (Key management, Key groups), and add the public key.",
  },
  "public-key-missing": {
    summary: "The key group names a public key that does not exist.",
    fix: "Create the public key (Key management, Public keys, Create public key), and add it to the key group.",
  },
  "key-not-in-group": {
    summary: "The cache behavior does not trust the key that signs.",
    fix: "Edit the key group of the cache behavior (Key management, Key groups), and add the public key. Or sign with a key that is in it.",
  },
  "key-pair-mismatch": {
    summary: "The private key and the public key in CloudFront are not a pair.",
    fix: "Sign with the private key of this public key. Or upload your public key (openssl pkey -in private.pem -pubout), add it to the key group and sign with its ID.",
  },
  "public-key-unusable": {
    summary: "CloudFront cannot check signatures with the public key.",
    fix: "Create a key pair of RSA 2048 or ECDSA P-256, upload its public key (Key management, Public keys), and add it to the key group.",
  },
  "public-key-newline": {
    summary: "The public key ends without a newline, which makes Terraform replace it again and again.",
    fix: 'Upload the file with its last line break. In Terraform, write encoded_key = file("public.pem"), or add \\n to the text.',
  },
  "trusted-signers": {
    summary: "The cache behavior trusts AWS accounts, whose key pairs only root users can manage.",
    fix: "Edit the cache behavior: Restrict viewer access, Yes, Trusted key groups instead of Trusted signer.",
  },
  "signing-parameter-listed": {
    summary: "A policy lists signing parameters as if they were the origin's.",
    fix: "Remove these names from the query strings of the policy. If the origin needs a parameter of this name, rename it.",
  },
  "query-not-forwarded": {
    summary: "A query parameter of a URL that you sign does not reach the origin.",
    fix: "Add the parameter to the query strings of the cache policy, or of the origin request policy if the answer does not depend on it.",
  },
  "host-header-to-s3": {
    summary: "The bucket gets the viewer's Host header, by which it is not found, and answers 403.",
    fix: "Choose an origin request policy without Host, such as Managed-AllViewerExceptHostHeader or Managed-CORS-S3Origin.",
  },
  "preflight-refused": {
    summary: "Browsers ask with OPTIONS before they send a CORS request, and get 403.",
    fix: "Edit the cache behavior: Allowed HTTP methods, GET, HEAD, OPTIONS.",
  },
  "error-page-restricted": {
    summary: "The error page for 403 needs a signature itself, so viewers never see it.",
    fix: "Create a cache behavior for the path of the error page, in front of the restricted one: Restrict viewer access, No.",
  },
  "ipv6-with-ip-address": {
    summary: "Viewers who connect over IPv6 never match the IP address of a policy.",
    fix: "Turn IPv6 off (Settings, Edit, IPv6, Off), or sign without an IP address.",
  },
  "ip-address-private": {
    summary: "CloudFront never sees an IP address of a private network.",
    fix: "Sign for the public address of the viewer's network, or without an IP address.",
  },
  "s3-origin-open": {
    summary: "CloudFront reads the bucket like anyone else: its files are public, or each request is a 403.",
    fix: "Edit the origin: Origin access, Origin access control settings. Then copy the policy into the bucket, and block all public access.",
  },
  "s3-website-origin": {
    summary: "The website endpoint of a bucket is public: everyone can go around CloudFront.",
    fix: "Choose the bucket itself as the origin domain, with Origin access control settings.",
  },
  "origin-access-control-wrong": {
    summary: "The origin access control of the bucket does not sign requests to it.",
    fix: "Choose an origin access control of the type S3 with Sign requests (recommended): Security, Origin access.",
  },
  "origin-access-identity": {
    summary: "The bucket is read with an origin access identity, which AWS replaced.",
    fix: "Edit the origin: Origin access, Origin access control settings. An identity cannot read objects that are encrypted with AWS KMS, or buckets in newer Regions.",
  },
};
