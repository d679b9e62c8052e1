import type { Seen } from "../findings/finding.ts";
import { causeOfWord } from "./lost-variable.ts";

/** The base64 of `{"`, `{ `, `{\n` and `{\r`, with which an encoded policy starts. */
const base64Starts = ["eyJ", "eyA", "ewo", "ew0"];

/**
 * The habit or the encoding for which a text is not JSON, where one is known; `position` is that of the first character
 * that no JSON has there.
 */
export function jsonHabit(text: string, position: number): Seen | undefined {
  // Text that was encoded too often has the step of its finding.
  if (base64Starts.some((start) => text.startsWith(start))) return { evidence: "it is base64, not JSON" };
  if (/^%7B/i.test(text)) return { evidence: "it is percent-encoded, not JSON" };
  if (text.startsWith("\ufeff"))
    return signAgain("it starts with a byte order mark", "Remove it: it is not part of the JSON text.");
  const character = text.charAt(position);
  if (character === "'") return signAgain("its names are in single quotes: not JSON", "Write double quotes.");
  if ((character === "}" || character === "]") && text.slice(0, position).trimEnd().endsWith(","))
    return signAgain(
      "it has a comma before a closing bracket, which JSON does not allow",
      "Remove the comma.",
    );
  // What languages write for a value that is missing, where JSON has null.
  const [word] = /^(?:undefined|NaN|None|nil|Infinity)\b/.exec(text.slice(position, position + 10)) ?? [];
  return word === undefined
    ? undefined
    : signAgain(
        `it has the word ${word}, which is not JSON: ${causeOfWord(word)}`,
        "Set the variable before the text is made.",
      );
}

function signAgain(evidence: string, step: string): Seen {
  return { evidence, fix: `${step} Then sign the policy again.` };
}

/** What is seen of the bytes of a policy that are not UTF-8 text, by the first of them. */
export function policyBytesSeen(bytes: Uint8Array): Seen | undefined {
  const [first, second = 0] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // ASCII in UTF-16 has a NUL in every other byte.
  if (isMarked || (first === 0) !== (second === 0))
    return {
      evidence: "the policy is UTF-16",
      fix: "Encode the JSON text as UTF-8, without a byte order mark, before you sign it and encode it as base64.",
    };
  // Compressed with a window of 32 KiB, at the usual levels (RFC 1950, section 2.2).
  const isZlib = first === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(second);
  const format = first === 0x1f && second === 0x8b ? "gzip" : isZlib ? "zlib" : undefined;
  if (format)
    return {
      evidence: `the policy is compressed with ${format}`,
      fix: "Sign and encode the JSON text itself, without compression.",
    };
  return new TextDecoder().decode(bytes.subarray(0, 8)) === "Salted__"
    ? {
        evidence: "the policy was encrypted, by OpenSSL or CryptoJS",
        fix: "Encode the JSON text of the policy itself as base64: viewers may read it.",
      }
    : undefined;
}
