import { limits, parameterNames, percentDecoded } from "cloudfront-sign-webcrypto/internals";
import { type Certainty, found, likely, possible } from "../../findings/finding.ts";
import { quote } from "../../findings/quote.ts";
import { entityIn } from "../../differences/changed-letters.ts";
import { entitySeen } from "../../differences/url-differences.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { rankAfterConditions, rankBeforeSignature } from "../../request/ranks.ts";
import { readGivenUrl } from "../../request/given-url.ts";
import { invisible, type StrayCharacter, strayCharacterSeen } from "../../request/stray-character.ts";
import { streamFile, streamFix } from "../../request/stream-file.ts";
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

/** A character that HTML may have read out of the name of a parameter. One who signs with it shows that it is meant. */
export function htmlCharacterFindings({ request, givenUrl }: ReadQuestion): ParameterFinding[] {
  const entity = request.source === "url" ? entityIn(readGivenUrl(givenUrl).query ?? "") : undefined;
  return entity === undefined ? [] : [likely("html-escaped", { ...entitySeen(entity), rank: rankOfEntity })];
}

/** Before what clients do with the character. */
const rankOfEntity = 1109;

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

/**
 * A file that a player requests by itself, with a signature for one file alone: most often that of the playlist. No
 * public key shows whether it is its own.
 */
export function otherFileFindings({
  request,
  credentials,
  verifier,
  keyPairId,
  answer: { body, isThroughCloudFront },
  status,
  code,
  time,
}: ReadQuestion): ParameterFinding[] {
  const isCanned = request.source !== undefined && credentials.kind === "canned" && !credentials.problem;
  if (!isCanned || request.problem || verifier?.keyPairIds.includes(keyPairId)) return [];
  const file = streamFile(request.url);
  if (file === undefined || file === "a playlist" || credentials.policy.dateLessThan <= time / 1000)
    return [];
  // Where CloudFront itself denied it, and not for its key, its form or its signature's.
  const isOther = body.trim() !== "" || isThroughCloudFront === false;
  if (code !== "AccessDenied" && (status !== 403 || isOther)) return [];
  return [
    likely("url-path-changed", {
      evidence: `the URL is ${file} of a stream, and has Expires: such a signature is for one file`,
      summary: "The signature may be that of another file of the stream, such as its playlist.",
      fix: streamFix(request.url),
      rank: rankAfterConditions,
    }),
  ];
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
