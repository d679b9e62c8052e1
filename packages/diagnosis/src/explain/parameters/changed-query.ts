import { parameterNames } from "cloudfront-sign-webcrypto/internals";
import { possible } from "../../findings/finding.ts";
import { quote } from "../../findings/quote.ts";
import type { ReadQuestion } from "../question/question.ts";
import { rankAfterConditions } from "../ranks.ts";
import { readGivenUrl } from "../values/given-url.ts";
import type { ParameterFinding } from "./parameter-finding-table.ts";

/**
 * What the order of the parameters shows where no public key can: signers append theirs to a finished URL. With
 * the key, the search of the signature finds out.
 */
export function changedQueryFindings(question: ReadQuestion): ParameterFinding[] {
  const { request, credentials, verifier, keyPairId, givenUrl } = question;
  const isCanned = request.source === "url" && credentials.kind === "canned" && !credentials.problem;
  if (!isCanned || request.problem || verifier?.keyPairIds.includes(keyPairId)) return [];
  const names = readGivenUrl(givenUrl).pairs.map(({ name }) => name);
  const first = names.findIndex((name) => parameterNames.includes(name));
  const behind = names.slice(first).filter((name) => name !== "" && !parameterNames.includes(name));
  if (behind.length > 0)
    return [
      possible("url-parameter-added", `after the signing parameters: ${quote(behind.join(", "))}`, {
        rank: rankAfterConditions,
      }),
    ];
  if (first < 2 || isOrderOfSigners(names.slice(first))) return [];
  return [
    possible("url-parameters-reordered", "the signing parameters are in an order that no signer writes", {
      rank: rankAfterConditions,
    }),
  ];
}

/** The orders in which signers write their parameters: that of AWS's pages, and that of the SDK for JavaScript. */
function isOrderOfSigners(names: readonly string[]): boolean {
  const order = names.filter((name) => name !== "Hash-Algorithm").join("&");
  return order === "Expires&Signature&Key-Pair-Id" || order === "Expires&Key-Pair-Id&Signature";
}
