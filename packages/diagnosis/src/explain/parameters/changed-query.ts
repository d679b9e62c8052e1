import { parameterNames } from "cloudfront-sign-webcrypto/internals";
import { type Finding, possible } from "../findings/finding.ts";
import { rankAfterConditions } from "../findings/rank-findings.ts";
import type { ReadQuestion } from "../question/question.ts";
import { readGivenUrl } from "./given-url.ts";

/**
 * What the order of the parameters shows where no public key can: signers append theirs to a finished URL. With
 * the key, the search of the signature finds out.
 */
export function changedQueryFindings(question: ReadQuestion): Finding[] {
  const { request, credentials, verifier, keyPairId, givenUrl } = question;
  const isCanned = request.source === "url" && credentials.kind === "canned" && !credentials.problem;
  if (!isCanned || request.problem || verifier?.keyPairIds.includes(keyPairId)) return [];
  const names = readGivenUrl(givenUrl).pairs.map(({ name }) => name);
  const first = names.findIndex((name) => parameterNames.includes(name));
  const behind = names.slice(first).filter((name) => name !== "" && !parameterNames.includes(name));
  if (behind.length > 0)
    return [afterConditions(possible("url-parameter-added", { kind: "parameters-behind", names: behind }))];
  if (first < 2 || isOrderOfSigners(names.slice(first))) return [];
  return [afterConditions(possible("url-parameters-reordered", "unusual-order"))];
}

function afterConditions(finding: Finding): Finding {
  return { ...finding, rank: rankAfterConditions };
}

/** The orders in which signers write their parameters: that of AWS's pages, and that of the SDK for JavaScript. */
function isOrderOfSigners(names: readonly string[]): boolean {
  const order = names.filter((name) => name !== "Hash-Algorithm").join("&");
  return order === "Expires&Signature&Key-Pair-Id" || order === "Expires&Key-Pair-Id&Signature";
}
