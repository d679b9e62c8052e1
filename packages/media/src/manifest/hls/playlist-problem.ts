import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";
import { codePoint, longestUrl } from "cloudfront-sign-webcrypto/internals";
import { describeReference, type ReferenceProblem, referenceCode } from "../reference-problem.ts";
import { shownName } from "../shown-name.ts";
import { longestPiece, longestText } from "../text-limits.ts";
import { describeOverBudget } from "../work-budget.ts";

/** Why a line of a playlist is not signed. Tags are named without their `#`. */
export type PlaylistProblem =
  /** Of a URI line, or of an attribute of a tag. */
  | {
      readonly id: "uri";
      readonly problem: ReferenceProblem;
      readonly tag?: string;
      readonly attribute?: string;
    }
  | { readonly id: "steering"; readonly problem: PlaylistProblem }
  | { readonly id: "line-break"; readonly character: string }
  | { readonly id: "tag-inside-line"; readonly tag: string }
  | {
      readonly id:
        | "attribute-twice"
        | "no-value"
        | "stray-quote"
        | "text-after-quote"
        | "open-quote"
        | "not-quoted"
        | "unsigned-attribute";
      readonly tag: string;
      readonly attribute: string;
    }
  | { readonly id: "unsigned-tag" | "tag-continued"; readonly tag: string }
  | { readonly id: "object-name"; readonly name: string }
  | { readonly id: "definition-attribute"; readonly attribute: string }
  | { readonly id: "definition-of-nothing" | "definition-of-several" }
  | { readonly id: "definition-name"; readonly character: string | undefined }
  | { readonly id: "definition-of-signature"; readonly parameter: string }
  | {
      readonly id:
        | "defined-twice"
        | "variable-undefined"
        | "variable-not-given"
        | "variable-without-value"
        | "parameter-missing"
        | "parameter-twice"
        | "parameter-escaped-twice";
      readonly name: string;
    }
  | { readonly id: "variable-character"; readonly name: string; readonly character: string }
  | {
      readonly id:
        | "url-in-title"
        | "duration-in-next-line"
        | "variable-escaped"
        | "dot-segment-after-variable"
        | "too-long-with-variables"
        | "readings-differ"
        | "over-budget"
        | "line-too-long"
        | "text-too-long";
    };

/** The `code` of the error for a problem. */
export function playlistCode(problem: PlaylistProblem): CloudFrontSignErrorCode {
  if (problem.id === "uri") return referenceCode(problem.problem);
  return problem.id === "too-long-with-variables" ? "ERR_URL_TOO_LONG" : "ERR_MANIFEST_INVALID";
}

/** The problem in words, and the step that mends it. */
export function describePlaylist(problem: PlaylistProblem): string {
  switch (problem.id) {
    case "uri": {
      const { tag, attribute = "URI" } = problem;
      const subject = tag === undefined ? "the URI" : `${attribute} of ${tag}`;
      return `${subject} ${describeReference(problem.problem)}`;
    }
    case "steering":
      return `${describePlaylist(problem.problem)}; a steering server decides which hosts players ask, so this always throws`;
    case "line-break":
      return `${codePoint(problem.character)} stands inside the line, where some readers start a new one; end lines with LF or CRLF`;
    case "tag-inside-line":
      return `${problem.tag} does not start the line, so only some readers obey it; move it to a line of its own, or remove it`;
    case "attribute-twice":
      return `${problem.tag} has ${attributeName(problem)} twice, and readers take one or the other; remove one`;
    case "no-value":
      return `${problem.tag} has ${attributeName(problem)} without a value; write NAME=value`;
    case "stray-quote":
      return `${problem.tag} has a quote outside of a quoted value, at ${attributeName(problem)}; write NAME="value"`;
    case "text-after-quote":
      return `${problem.tag} has text between the closing quote of ${attributeName(problem)} and the next comma; remove it`;
    case "open-quote":
      return `${problem.tag} has a quote that is not closed, at ${attributeName(problem)}; close it`;
    case "not-quoted":
      return `${problem.tag} has the value of ${attributeName(problem)} without quotes; put it in quotes`;
    case "unsigned-attribute":
      return `${problem.tag} has ${attributeName(problem)}, which some readers take for an address; remove it`;
    case "unsigned-tag":
      return `${shownName(problem.tag)} has a value that some readers take for an address, and is not a tag that is signed; remove it`;
    case "tag-continued":
      return `a tag starts with ${problem.tag} and goes on without a colon, and some readers obey it; rename or remove it`;
    case "object-name":
      return `the name ${problem.name} is one that every JavaScript object has, so players change when they store it; rename it`;
    case "url-in-title":
      return "EXTINF has a URL where some readers find the one of the segment; write a comma after the duration, and no URL at the end of the title";
    case "duration-in-next-line":
      return "EXTINF has no duration, so some readers find it in this line and the URI behind it; write the duration into the EXTINF";
    case "definition-attribute":
      return `EXT-X-DEFINE has ${attributeName(problem)}, in which some readers find a name or a value; remove it`;
    case "definition-of-nothing":
      return "EXT-X-DEFINE has none of NAME, QUERYPARAM and IMPORT; add one";
    case "definition-of-several":
      return "EXT-X-DEFINE has more than one of NAME, QUERYPARAM and IMPORT; write a line for each";
    case "definition-name":
      return problem.character === undefined
        ? "EXT-X-DEFINE has an empty name; use letters, digits, - and _"
        : `EXT-X-DEFINE has ${JSON.stringify(problem.character)} in a name; use letters, digits, - and _`;
    case "definition-of-signature":
      return `EXT-X-DEFINE makes a variable of the signing parameter ${problem.parameter}, which would reach every host in the playlist; remove it`;
    case "defined-twice":
      return `EXT-X-DEFINE defines ${variable(problem)} again, and readers take the first or the last; rename one`;
    case "variable-undefined":
      return `${variable(problem)} is used, and no EXT-X-DEFINE above defines it; define it before its first use`;
    case "variable-not-given":
      return `${variable(problem)} comes from the multivariant playlist; give its value in the option variables`;
    case "variable-without-value":
      return `${variable(problem)} is defined without VALUE; add VALUE="…" to its EXT-X-DEFINE`;
    case "parameter-missing":
      return `${variable(problem)} stands for a query parameter that playlistUrl does not have; give the URL that players ask for`;
    case "parameter-twice":
      return `${variable(problem)} stands for a query parameter that playlistUrl has twice, and readers take one or the other; remove one`;
    case "parameter-escaped-twice":
      return `${variable(problem)} stands for a query parameter with a % in its decoded value, which some readers decode again; take another value`;
    case "variable-character":
      return `the value of ${variable(problem)} has the character ${JSON.stringify(problem.character)}, which readers replace in different ways; take another value`;
    case "variable-escaped":
      return "a variable has escaped braces or an odd name, and only some readers replace it; write {$name}";
    case "dot-segment-after-variable":
      return "a . or .. segment stands behind a variable, which some readers do not replace; write the path without it";
    case "too-long-with-variables":
      return `the URI has over ${longestUrl} characters with its variables replaced; shorten their values`;
    case "readings-differ":
      return "the URI is empty to some readers and not to others, which replace only the first use of a variable; write each variable once";
    case "over-budget":
      return describeOverBudget();
    case "line-too-long":
      return `has over ${longestPiece} characters; break or shorten it`;
    case "text-too-long":
      return `makes the signed playlist longer than ${longestText} characters; sign it as a stream, with createHlsSigningStream`;
  }
}

function attributeName({ attribute }: { readonly attribute: string }): string {
  return attribute === "" ? "an attribute without a name" : `the attribute ${shownName(attribute)}`;
}

/** A token may have come where a variable's name belongs, so only its start is shown. */
function variable({ name }: { readonly name: string }): string {
  return `{$${shownName(name, 15)}}`;
}
