import { limits, percentDecoded } from "cloudfront-sign-webcrypto/internals";
import { type Certainty, type Finding, found } from "../../findings/finding.ts";
import { readGivenUrl } from "../../request/given-url.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { invisible, type StrayCharacter, strayCharacterSeen } from "../../request/stray-character.ts";
import { type Checks, rankAfterConditions, rankBeforeSignature } from "../check.ts";

/**
 * Characters that came from the text around a URL or a value.
 *
 * @inline
 */
export type StrayCharacterFindingId =
  /**
   * A value in the URL or in a cookie contains quotes, brackets, punctuation, white space or an invisible character, or has them around it.
   *
   * @see https://url.spec.whatwg.org/#concept-basic-url-parser
   */
  "stray-characters";

export const strayCharacters: Checks<StrayCharacterFindingId> = {
  "stray-characters": {
    rank: 800,
    kind: "wrong-value",
    summary: "A value contains a character from the text around it.",
    fix: "Remove the quotes, brackets, punctuation and white space around the value.",
  },
};

/**
 * Invisible characters in the URL. They have a meaning in names of files, so that a signature that is valid with
 * them refutes the finding.
 */
export function invisibleCharacterFindings({ givenUrl }: ReadQuestion): Finding<StrayCharacterFindingId>[] {
  const { text } = readGivenUrl(givenUrl);
  const [raw] = invisible.exec(text) ?? [];
  if (raw !== undefined) return [strayInUrl("likely", raw, "inside", rankBeforeSignature)];
  const [encoded] = invisible.exec(percentDecoded(text)) ?? [];
  return encoded === undefined ? [] : [strayInUrl("possible", encoded, "inside", rankAfterConditions)];
}

/** White space in the URL that browsers remove, and that other clients encode or refuse. */
export function removedCharacterFindings({
  givenUrl,
  request,
}: ReadQuestion): Finding<StrayCharacterFindingId>[] {
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
): Finding<StrayCharacterFindingId> {
  return found("stray-characters", certainty, strayCharacterSeen({ character, place }, "the URL"), { rank });
}
