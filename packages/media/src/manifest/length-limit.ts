import { describeType, fail } from "cloudfront-sign-webcrypto/internals";
import type { Problem } from "./fault.ts";

/**
 * The longest signed text in characters, unless the caller sets another `maxLength`: some 90,000 segments. A playlist
 * of one-letter lines becomes several hundred times as long when it is signed.
 */
const usualMaxLength = 67_108_864;

/**
 * The greatest `maxLength` of a text that is returned as one string. Our own limit: engines have theirs, V8 from
 * 2 ** 29 - 24 on, and throw a `RangeError` that says nothing of playlists.
 */
export const longestText = 268_435_456;

/** The option `maxLength`; throws for what is not a number from 1 to `greatest`. */
export function readMaxLength(
  given: number = usualMaxLength,
  greatest: number = Number.POSITIVE_INFINITY,
): number {
  if (typeof given === "number" && given >= 1 && given <= greatest) return given;
  const end = greatest === longestText ? ` and at most ${longestText}: only a stream signs more` : "";
  return fail(
    "ERR_OPTION_INVALID",
    "maxLength",
    `is ${typeof given === "number" ? given : describeType(given)}; pass a number of characters, 1 or more${end}`,
  );
}

/** Counts the characters of a signed text as they come; gives the problem as soon as there are too many. */
export function createLengthLimit(maxLength: number): (characters: number) => Problem | undefined {
  let length = 0;
  return (characters) => {
    length += characters;
    if (length <= maxLength) return undefined;
    const words = `makes the signed text longer than ${maxLength} characters; if this is intended, pass a larger maxLength`;
    return { code: "ERR_MANIFEST_TOO_LONG", words };
  };
}
