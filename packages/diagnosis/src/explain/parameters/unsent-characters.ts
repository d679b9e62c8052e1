import { limits, percentDecoded } from "cloudfront-sign-webcrypto/internals";
import type { Finding } from "../findings/finding.ts";
import { rankAfterConditions, rankBeforeSignature } from "../findings/rank-findings.ts";
import type { ReadQuestion } from "../question/question.ts";
import { invisible, type StrayCharacter } from "../values/stray-character.ts";
import { readGivenUrl } from "./given-url.ts";

/**
 * Invisible characters in the URL. They have a meaning in names of files, so that a signature that is valid with
 * them refutes the finding.
 */
export function invisibleCharacterFindings({ givenUrl }: ReadQuestion): Finding[] {
  const { text } = readGivenUrl(givenUrl);
  const [raw] = invisible.exec(text) ?? [];
  if (raw !== undefined) return [strayInUrl("likely", raw, "inside", rankBeforeSignature)];
  const [encoded] = invisible.exec(percentDecoded(text)) ?? [];
  return encoded === undefined ? [] : [strayInUrl("possible", encoded, "inside", rankAfterConditions)];
}

/** White space in the URL that browsers remove, and that other clients encode or refuse. */
export function removedCharacterFindings({ givenUrl, request }: ReadQuestion): Finding[] {
  const text = givenUrl.slice(0, limits.longestUrlText);
  const { length } = text.trimEnd();
  const [inside] = /[\t\n\r]/.exec(text.slice(0, length).trimStart()) ?? [];
  if (inside !== undefined) return [strayInUrl("likely", inside, "inside", rankAfterConditions)];
  const last = text[length];
  if (request.source !== "url" || last === undefined) return [];
  return [strayInUrl("possible", last, "end", rankAfterConditions)];
}

function strayInUrl(
  certainty: Finding["certainty"],
  character: string,
  place: StrayCharacter["place"],
  rank: number,
): Finding {
  const stray = { character, place };
  return {
    id: "stray-characters",
    certainty,
    evidence: { kind: "stray-character", name: "the URL", stray },
    rank,
  };
}
