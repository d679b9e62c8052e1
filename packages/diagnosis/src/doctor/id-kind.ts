import { keyPairIdProblem } from "cloudfront-sign-webcrypto/internals";

/** What an ID looks like that stands where the ID of another kind of resource belongs. */
export type IdKind = "public-key" | "key-group" | "distribution" | "access-key" | "account" | "arn" | "other";

/** The kind of resource that has IDs of this shape. */
export function idKind(id: string): IdKind {
  if (/^\d{12}$/.test(id)) return "account";
  switch (keyPairIdProblem(id, false)?.id) {
    case undefined:
      return "public-key";
    case "uuid":
      return "key-group";
    case "distribution":
      return "distribution";
    case "access-key":
      return "access-key";
    case "arn":
      return "arn";
    default:
      return "other";
  }
}

/** The same as a part of a sentence: `looks like …`. */
export function describeIdKind(kind: IdKind): string {
  switch (kind) {
    case "public-key":
      return "the ID of a public key";
    case "key-group":
      return "the ID of a key group";
    case "distribution":
      return "the ID of a distribution";
    case "access-key":
      return "the ID of an access key of IAM";
    case "account":
      return "the number of an AWS account";
    case "arn":
      return "an ARN";
    case "other":
      return "no ID of CloudFront";
  }
}
