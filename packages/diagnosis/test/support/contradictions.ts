import type { CloudFrontFinding, CloudFrontFindingId } from "cloudfront-sign-diagnosis";

/** Which findings exclude which: two of these cannot both be true of one request and its answer. */

type Ids = readonly CloudFrontFindingId[];

/** Who denied the request: one of them, if the list is sure of it. */
const denied: Ids = [
  "waf-blocked",
  "country-blocked",
  "alternate-domain-missing",
  "method-not-allowed",
  "https-required",
  "edge-function-answered",
  "blocked-before-signing",
  "s3-query-auth",
  "s3-denied",
  "origin-kms",
  "origin-denied",
  "not-from-cloudfront",
];

/** What needs a signature, or a policy, to be there. */
const ofSignature: Ids = [
  "signature-undecodable",
  "signature-truncated",
  "signature-wrong-format",
  "signature-mismatch",
  "key-id-wrong",
  "hash-mismatch",
  "expires-changed",
  "policy-json-differs",
];
const ofPolicy: Ids = [
  "expired",
  "not-yet-valid",
  "ip-mismatch",
  "ipv6-viewer",
  "policy-undecodable",
  "policy-not-json",
];

const exclusive: readonly (readonly [Ids, Ids])[] = [
  [
    ["no-credentials"],
    [...ofSignature, ...ofPolicy, "key-not-trusted", "key-id-missing", "parameter-repeated"],
  ],
  [["signature-missing"], ofSignature],
  [["key-id-wrong"], ["key-not-trusted"]],
  [["policy-missing"], ofPolicy],
  [["key-id-missing"], ["key-not-trusted", "key-id-not-a-key-id", "key-id-wrong"]],
  [["not-yet-valid"], ["expired"]],
  [["ip-mismatch"], ["ipv6-viewer"]],
  [["policy-not-json"], ["policy-schema", "expired", "not-yet-valid", "ip-mismatch", "resource-mismatch"]],
  [["signature-mismatch"], ["signature-undecodable", "signature-truncated", "signature-wrong-format"]],
];

/** What a list says twice in two ways; nothing if it is of one mind. */
export function contradictionsOf(findings: readonly CloudFrontFinding[]): string[] {
  // What is said of cookies that were set, that the URL hides, or of a signature is true once they count and it is mended.
  const sure = findings.filter(
    ({ certainty, evidence }) =>
      certainty !== "possible" && !/\(with (?:the sending of the cookies|the query|Signature)/.test(evidence),
  );
  const has = (ids: Ids): CloudFrontFindingId[] => ids.filter((id) => sure.some((one) => one.id === id));
  const pairs = exclusive.flatMap(([one, others]) =>
    has(one).flatMap((first) => has(others).map((second) => `${first} and ${second}`)),
  );
  const senders = has(denied);
  const isProven = sure.some(({ certainty }) => certainty === "proven");
  return [
    ...pairs,
    ...(senders.length > 1 ? [`${senders.join(" and ")} denied the request`] : []),
    ...(has(["nothing-wrong-here"]).length > 0 && isProven
      ? ["nothing is wrong, and something is proven"]
      : []),
    ...sure
      .filter(({ summary, fix }) => isProven && /accepted the signature/.test(`${summary} ${fix}`))
      .map(({ id }) => `${id} says that the signature was accepted`),
  ];
}
