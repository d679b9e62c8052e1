import { limits } from "cloudfront-sign-webcrypto/internals";
import type { Finding, FindingTable } from "../../findings/finding.ts";
import { folderPattern, isInRoot } from "../../findings/quote.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { streamFile } from "../../request/stream-file.ts";

/** What is wrong with the URL and its signing parameters, before any signature is checked. */
export type ParameterFindingId =
  /** The host name belongs to an S3 bucket. */
  | "s3-host"
  /** The URL has an `X-Amz-Signature` or an `AWSAccessKeyId`. */
  | "s3-presigned"
  /** The URL has the parameters of Google Cloud, Azure, Akamai, Cloudflare, Fastly or another CDN. */
  | "signed-for-other-service"
  /** The signing parameters come after a `#`. */
  | "parameters-in-fragment"
  /** The URL contains HTML entities, such as `&amp;`, or was signed with them. */
  | "html-escaped"
  /** The name of a parameter differs from the correct one only in letter case, hyphens or the prefix `CloudFront-`, or the values of two parameters are swapped. */
  | "parameter-names"
  /** The URL of a playlist, a media segment (`.ts`, `.m4s` and others), an initialization segment or a preview image of a player has no signing parameters. */
  | "segment-not-signed"
  /** Parameters contain `=3D`, lines end with `=`, or a mail program read `=` and the first digits of a time as an escape, and decoded them. */
  | "quoted-printable"
  /** The URL has `\u0026`, `%26`, `;`, `%3F`, a second `?` or `%3D` where `&`, `?` or `=` belongs, or the whole URL is percent-encoded. */
  | "parameters-escaped"
  /** The URL ends inside a signing parameter, or the parameters that signers write after it are missing. */
  | "url-truncated"
  /** A value in the URL or in a cookie contains quotes, brackets, punctuation, white space or an invisible character, or has them around it. */
  | "stray-characters"
  /** The URL is relative, or has another scheme, a user name, or a byte that no client sends. */
  | "request-invalid"
  /** The request has neither a signing parameter nor a `CloudFront-` cookie. */
  | "no-credentials"
  /** The request has signed cookies, and its URL has a parameter with a reserved name. */
  | "cookies-shadowed-by-query"
  /** `Key-Pair-Id`, or the cookie `CloudFront-Key-Pair-Id`, is missing or empty. */
  | "key-id-missing"
  /** `Key-Pair-Id` is a UUID, a name or `undefined`; `likely` for the ID of a distribution, an access key or an account. */
  | "key-id-not-a-key-id"
  /** A signing parameter occurs twice. */
  | "parameter-repeated"
  /** The request has no `Signature`, or no cookie `CloudFront-Signature`. */
  | "signature-missing"
  /** The signature is not in CloudFront's variant of base64: it is plain base64 or base64url, or its padding was cut off. */
  | "signature-undecodable"
  /** The URL has neither `Expires` nor `Policy`, or the cookies include neither `CloudFront-Expires` nor `CloudFront-Policy`. */
  | "policy-missing"
  /** The policy is not in CloudFront's variant of base64. */
  | "policy-undecodable"
  /** The decoded policy is not JSON: it was encoded twice or cut off, or has single quotes. */
  | "policy-not-json"
  /** The policy breaks a rule of the policy grammar; the evidence names the rule. */
  | "policy-schema"
  /** A time has twelve digits or more. */
  | "milliseconds"
  /** `Expires` is not a plain whole number. */
  | "expires-invalid"
  /** `Hash-Algorithm` is neither `SHA1` nor `SHA256`. */
  | "hash-unknown";

/** What is found in URLs and signing parameters: besides the findings of this table, some that other rooms prove. */
export type ParameterFinding = Finding<
  | ParameterFindingId
  | "request-too-large"
  | "url-parameter-added"
  | "url-parameters-reordered"
  | "url-path-changed"
>;

export const parameterFindingTable: FindingTable<ParameterFindingId, ReadQuestion> = {
  "s3-host": {
    rank: 310,
    summary: "The request goes to S3 and not through CloudFront.",
    fix: "Sign and request the distribution's domain name instead of the bucket's.",
    certainty: "proven",
    find: ({ givenUrl }) => {
      const [host = ""] = /^https?:\/\/[^/?#]*/i.exec(givenUrl.slice(0, limits.longestUrlText)) ?? [];
      return /[/.]s3[.-]/i.test(host) && /\.amazonaws\.com/i.test(host)
        ? "the host name belongs to S3"
        : undefined;
    },
  },
  "s3-presigned": {
    rank: 320,
    summary: "This URL is signed for S3, not for CloudFront.",
    fix: "Sign the URL with the key of a CloudFront key group. An S3 presigned URL works only with S3.",
  },
  "signed-for-other-service": {
    rank: 325,
    summary: "This URL is signed for another service, not for CloudFront.",
    fix: "Sign the URL with the key of a CloudFront key group.",
  },
  "parameters-in-fragment": {
    rank: 330,
    summary: "The signing parameters come after a #, so clients never send them.",
    fix: "Put the parameters before the #. Clients never send what comes after it.",
  },
  "html-escaped": {
    rank: 340,
    summary: "The URL has &amp; instead of &, so the parameters are lost.",
    fix: "Write & instead of &amp; where the URL is used. Only HTML source needs &amp;.",
  },
  "parameter-names": {
    rank: 350,
    summary: "The name of a signing parameter is misspelt.",
    fix: "Spell the names exactly: Expires, Policy, Signature, Key-Pair-Id, Hash-Algorithm; in cookies, with the prefix CloudFront-.",
  },
  "segment-not-signed": {
    rank: 360,
    summary: "This file of a stream is requested without a signature.",
    fix: "Sign the whole folder (…/*) once, as a grant or as cookies, and use the result for every segment.",
    certainty: "likely",
    find: ({ request: { source, url } }) => {
      const file = source ? undefined : streamFile(url);
      if (file === undefined) return undefined;
      const evidence = `the URL is ${file} of a stream, and has no signing parameters`;
      if (isInRoot(url)) return evidence;
      return {
        evidence,
        ...(file === "a segment" && { summary: "This media segment is requested without a signature." }),
        fix: `Sign ${folderPattern(url)} once, as a grant or as cookies, and use the result for every segment. With a grant, each variant playlist has to be signed, too, when it is requested: use signManifests of cloudfront-sign-media/server.`,
      };
    },
  },
  "quoted-printable": {
    rank: 370,
    summary: "A mail program changed the URL: it is quoted-printable, or was decoded as such.",
    fix: "Decode the email before you copy the URL from it: its source shows =3D instead of =.",
  },
  "parameters-escaped": {
    rank: 380,
    summary: "A separator between parameters is escaped or wrong.",
    fix: "Write & between parameters, ? before the first one, and = between name and value.",
  },
  "url-truncated": {
    rank: 390,
    summary: "The URL was cut off.",
    fix: "Copy the whole URL from its source, and store it in a field that can hold 8,192 characters.",
  },
  "stray-characters": {
    rank: 800,
    summary: "A value contains a character from the text around it.",
    fix: "Remove the quotes, brackets, punctuation and white space around the value.",
  },
  "request-invalid": {
    rank: 810,
    summary: "This is not a URL that clients can request.",
    fix: "Request an absolute http or https URL, and percent-encode every character that needs it.",
  },
  "no-credentials": {
    rank: 820,
    summary: "Nothing in this request is signed.",
    fix: "Send a signed URL, or check that the cookies reach the host: Domain, Path, Secure, SameSite, and the credentials option of fetch.",
  },
  "cookies-shadowed-by-query": {
    rank: 830,
    summary: "A parameter in the URL makes CloudFront ignore the cookies.",
    fix: "Rename the query parameter. CloudFront ignores the cookies if the URL has a parameter with a reserved name.",
  },
  "key-id-missing": {
    rank: 840,
    summary: "The key pair ID is missing.",
    fix: "Add Key-Pair-Id, or find out what drops it on the way.",
  },
  "key-id-not-a-key-id": {
    rank: 850,
    summary: "The key pair ID is not the ID of a public key.",
    fix: "Use the ID of the public key (K…), not the key group's ID or a name.",
  },
  "parameter-repeated": {
    rank: 860,
    summary: "A signing parameter occurs twice.",
    fix: "Send each parameter once. Do not sign a URL that is already signed.",
  },
  "signature-missing": {
    rank: 870,
    summary: "The signature is missing.",
    fix: "Add Signature, or find out what drops it on the way.",
  },
  "signature-undecodable": {
    rank: 880,
    summary: "The signature cannot be decoded.",
    fix: "Encode the signature as base64 with padding, replace + = / with - _ ~, and send the whole signature.",
  },
  "policy-missing": {
    rank: 890,
    summary: "The request has neither Expires nor Policy.",
    fix: "Send Expires for a canned policy, or Policy for a custom policy.",
  },
  "policy-undecodable": {
    rank: 900,
    summary: "The policy cannot be decoded.",
    fix: "Encode the policy as base64 with padding, replace + = / with - _ ~, and send the whole policy.",
  },
  "policy-not-json": {
    rank: 910,
    summary: "The policy is not JSON.",
    fix: "Sign the JSON text of the policy, and encode it as base64 once.",
  },
  "policy-schema": {
    rank: 920,
    summary: "The policy breaks a rule of CloudFront's grammar.",
    fix: "Write a list of one statement with Resource and Condition, spelled as in the developer guide.",
  },
  milliseconds: {
    rank: 930,
    summary: "A time is in milliseconds instead of seconds.",
    fix: "Divide the time by 1000 and round down: CloudFront counts seconds.",
  },
  "expires-invalid": {
    rank: 940,
    summary: "Expires is not a number of seconds.",
    fix: "Sign and send whole epoch seconds as plain digits.",
  },
  "hash-unknown": {
    rank: 950,
    summary: "CloudFront does not know the hash algorithm.",
    fix: "Send Hash-Algorithm=SHA1 or Hash-Algorithm=SHA256, in capital letters.",
  },
};
