import { limits, percentDecoded } from "cloudfront-sign-webcrypto/internals";
import { type Certainty, found } from "../../findings/finding.ts";
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
