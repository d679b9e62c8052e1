import { keyPairIdProblem } from "cloudfront-sign-webcrypto/internals";

/** The kinds of resources by the shape of their IDs, as a part of a sentence: `looks like …`. */
const words = {
  "public-key": "the ID of a public key",
  "key-group": "the ID of a key group",
  distribution: "the ID of a distribution",
  "access-key": "the ID of an access key of IAM",
  account: "the number of an AWS account",
  arn: "an ARN",
  other: "no ID of CloudFront",
};

export type IdKind = keyof typeof words;

/** What an ID looks like that may stand where the ID of another kind of resource belongs. */
export function idKind(id: string): { readonly kind: IdKind; readonly words: string } {
  const kind = kindOf(id);
  return { kind, words: words[kind] };
}

function kindOf(id: string): IdKind {
  if (/^\d{12}$/.test(id)) return "account";
  const problem = keyPairIdProblem(id, false)?.id;
  switch (problem) {
    case undefined:
      return "public-key";
    case "uuid":
      return "key-group";
    case "distribution":
    case "access-key":
    case "arn":
      return problem;
    default:
      return "other";
  }
}
