import { isKeyPairId } from "../key/key-pair-id.ts";
import { termsProblem } from "../verify/conditions.ts";
import { keyProblem } from "../verify/credentials.ts";
import { mostKeys, mostPatternSteps } from "../verify/limits.ts";
import { textsOf } from "../verify/untrusted.ts";
import type { CloudFrontVerifier } from "../verify/verifier.ts";
import { describeTerms } from "./describe-conditions.ts";
import { findingOf } from "./describe-problem.ts";
import type { Told } from "./fixes.ts";
import type { Asked } from "./question.ts";
import { notAboutSigning } from "./response-body.ts";
import { searchCause } from "./search-cause.ts";
import { sizeProblem } from "./signature-size-fault.ts";
import { urlDifference } from "./url-difference.ts";

/** Whether it was a signature at all that was denied. */
export function* aboutTheAnswer({ status, body, code, presented }: Asked): Iterable<Told> {
  const elsewhere = notAboutSigning(body, status);
  if (elsewhere) yield elsewhere;
  else if (code === "MissingKey" && !presented.problem && !keyProblem(presented))
    yield ["parameters-lost", "proven", "the answer says MissingKey, and here is a Key-Pair-Id"];
}

/** In an open cache behavior nothing of what follows counts. */
export function* whereNothingIsRestricted({ status, code }: Asked): Iterable<Told> {
  if (code || status)
    yield ["not-restricted", "likely", "its path is in no cache behavior that the verifier restricts"];
}

/** What is wrong with the parameters, and what the signature was made for. */
export async function aboutTheSignature(asked: Asked): Promise<Told[]> {
  const { presented, credentials, code, verifier } = asked;
  const problem = presented.problem ?? keyProblem(presented, holdsAnyKeyPairId(verifier));
  if (problem) return [findingOf(problem, presented, credentials)];
  const told: Told[] = [];
  const keyPairId = presented.values.get("Key-Pair-Id") ?? "";
  const unknown = verifier && isUnknown(asked);
  // Without its URL a canned policy cannot be rebuilt.
  const isKnown = presented.url !== "" || credentials.kind === "custom";
  // The ID may be wrong while the key is known: that says more than that the ID is unknown.
  const cause =
    sizeProblem(credentials.signature) ??
    (verifier && isKnown && !credentials.problem
      ? await searchCause(verifier, { ...asked, keyPairId })
      : undefined);
  if (cause && !(unknown && cause[0] === "signature-mismatch")) told.push([cause[0], "proven", cause[1]]);
  // It is looked at before the signature; only that the ID is another one's says more.
  if (code === "InvalidKey")
    told[cause?.[0] === "key-id-wrong" ? "push" : "unshift"]([
      "key-not-trusted",
      "proven",
      "the answer says InvalidKey: the ID is in no key group of this behavior",
    ]);
  // With any other code CloudFront says that it knows the key.
  else if (unknown && !code) told.push(["key-not-trusted", "proven", "the ID is not in the key group"]);
  if (credentials.problem) told.push(findingOf(credentials.problem, presented, credentials));
  return told;
}

/** Whether the key group of a verifier holds an ID that is not CloudFront's, so that it allows any. */
function holdsAnyKeyPairId(verifier: CloudFrontVerifier | undefined): boolean {
  return !textsOf(verifier?.keyPairIds, mostKeys).every(isKeyPairId);
}

function isUnknown({ verifier, presented }: Asked): boolean {
  return !verifier?.keyPairIds.includes(presented.values.get("Key-Pair-Id") ?? "");
}

/** What the policy has against the request. */
export function* aboutTheTerms({
  ipAddress,
  verifier,
  time,
  raw,
  presented,
  credentials,
  code,
}: Asked): Iterable<Told> {
  const { source, url } = presented;
  const { policy, kind } = credentials;
  if (!source || presented.problem || !policy || credentials.problem) return;
  // The pattern is nobody's as long as no signature was checked: a long one against a long URL is not worth
  // the time.
  if (policy.resource.length * url.length >= mostPatternSteps) return;
  const terms = termsProblem(kind === "custom", policy, url || undefined, time, ipAddress);
  // A URL as resource, without wildcards, is the one that was signed.
  if (terms === "resource-mismatch" && policy.resource.includes("://") && !policy.resource.includes("*")) {
    const [id, evidence] = urlDifference(policy.resource, url);
    yield [id, "proven", evidence];
  }
  // Nobody has to say the address.
  if (terms && terms !== "ip-unknown") yield [terms, "proven", describeTerms(terms, policy, url, time)];
  if (!verifier && kind === "canned" && raw !== url && !keyProblem(presented)) {
    const [id, evidence] = urlDifference(raw, url);
    yield [id, "likely", `clients rewrite it: ${evidence}`];
  }
  if (terms === "ip-unknown" && code === "AccessDenied")
    yield [terms, "possible", "the policy is for one address only"];
}

/** Denied all the same. */
export function* whenAllIsWell(asked: Asked): Iterable<Told> {
  const { verifier, presented, code } = asked;
  if (!code && !asked.status) return;
  if (verifier && isUnknown(asked))
    yield [
      "key-not-trusted",
      "possible",
      "the ID is not in the key group that was given, and the answer is not InvalidKey",
    ];
  else if (verifier && !presented.url)
    yield [
      "nothing-wrong-here",
      "possible",
      "without the requested URL it cannot be told whether it is what was signed",
    ];
  else if (verifier)
    yield ["nothing-wrong-here", "likely", "signature, resource and times are right for this key group"];
  else
    yield [
      "signature-mismatch",
      "possible",
      "without the public key it cannot be told whether the signature fits",
    ];
}
