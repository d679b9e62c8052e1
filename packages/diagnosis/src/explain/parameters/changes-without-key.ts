import { limits, parameterNames, percentDecoded } from "cloudfront-sign-webcrypto/internals";
import { type Certainty, found, possible } from "../../findings/finding.ts";
import { quote } from "../../findings/quote.ts";
import type { ReadQuestion } from "../question/question.ts";
import { rankAfterConditions, rankBeforeSignature } from "../ranks.ts";
import { readGivenUrl } from "../values/given-url.ts";
import { invisible, type StrayCharacter, strayCharacterSeen } from "../values/stray-character.ts";
import type { ParameterFinding } from "./parameter-finding-table.ts";

/**
 * Invisible characters in the URL. They have a meaning in names of files, so that a signature that is valid with
 * them refutes the finding.
 */
export function invisibleCharacterFindings({ givenUrl }: ReadQuestion): ParameterFinding[] {
  const { text } = readGivenUrl(givenUrl);
  const [raw] = invisible.exec(text) ?? [];
  if (raw !== undefined) return [strayInUrl("likely", raw, "inside", rankBeforeSignature)];
  const [encoded] = invisible.exec(percentDecoded(text)) ?? [];
  return encoded === undefined ? [] : [strayInUrl("possible", encoded, "inside", rankAfterConditions)];
}

/** White space in the URL that browsers remove, and that other clients encode or refuse. */
export function removedCharacterFindings({ givenUrl, request }: ReadQuestion): ParameterFinding[] {
  const text = givenUrl.slice(0, limits.longestUrlText);
  // White space of a text in which there is no URL is nobody's.
  if (!/^\s*https?:/i.test(text)) return [];
  const { length } = text.trimEnd();
  const [inside] = /[\t\n\r]/.exec(text.slice(0, length).trimStart()) ?? [];
  if (inside !== undefined) return [strayInUrl("likely", inside, "inside", rankAfterConditions)];
  const last = text[length];
  if (request.source !== "url" || last === undefined) return [];
  return [strayInUrl("possible", last, "end", rankAfterConditions)];
}

function strayInUrl(
  certainty: Certainty,
  character: string,
  place: StrayCharacter["place"],
  rank: number,
): ParameterFinding {
  return found("stray-characters", certainty, strayCharacterSeen({ character, place }, "the URL"), { rank });
}

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
