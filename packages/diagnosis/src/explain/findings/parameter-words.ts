import { policyGrammar } from "cloudfront-sign-webcrypto/internals";
import type { Evidence } from "../evidence/evidence.ts";
import type { PolicyProblem } from "../evidence/parameter-evidence.ts";
import { lostVariableFix } from "../values/lost-variable.ts";
import { strayCharacterFix } from "../values/stray-character.ts";
import { truncatedFix } from "../values/truncated-end.ts";
import { quotesWords } from "./cookie-words.ts";
import type { FindingWords } from "./finding-entry.ts";

type LostVariableEvidence = Extract<Evidence, { readonly kind: "lost-variable" }>;

/** Words that fit what was seen in the parameters. */
export function parameterWords(evidence: Evidence): Partial<FindingWords> | undefined {
  if (typeof evidence === "string") return wordsForPlain(evidence);
  switch (evidence.kind) {
    case "lost-variable":
      return lostVariableWords(evidence);
    case "stray-character":
      return { fix: strayCharacterFix(evidence.stray, evidence.name) };
    case "truncated":
      return { fix: truncatedFix(evidence.end, evidence.limit) };
    case "url-percent-encoded":
      return {
        summary: "The whole URL is percent-encoded.",
        fix: "Request the URL itself. Encode it only where it is a value inside another URL, and decode it there.",
      };
    case "separator":
      return { fix: separatorFix(evidence.written, evidence.separator) };
    case "key-pair-id-of-other-kind":
      return {
        fix: "Use the ID of the public key (K…): CloudFront console, Key management, Public keys; or aws cloudfront list-public-keys.",
      };
    case "cookie-value-in-quotes":
      return quotesWords(evidence);
    case "base64":
      return evidence.fault.id === "line-breaks"
        ? { fix: `Encode ${evidence.name} without line breaks: base64 -w 0, or openssl base64 -A.` }
        : undefined;
    case "policy-bytes":
      return { fix: policyBytesFix[evidence.form] };
    case "policy":
      return policyWords(evidence.problem);
    default:
      return undefined;
  }
}

function lostVariableWords({ place, variable }: LostVariableEvidence): Partial<FindingWords> {
  if (!place.includes(" ")) return { fix: lostVariableFix(variable, place) };
  return {
    summary: "A part of the URL comes from a variable without a value.",
    fix: lostVariableFix(variable, "this part of the URL"),
  };
}

function wordsForPlain(evidence: Extract<Evidence, string>): Partial<FindingWords> | undefined {
  if (evidence === "two-question-marks")
    return {
      summary: "The URL has two question marks.",
      fix: "Write & instead of the second ? if the first one starts the query, and %3F instead of the first one if it belongs to the path.",
    };
  return evidence === "equals-was-decoded"
    ? {
        fix: "Let the mail program encode the mail: it sent the URL as quoted-printable without encoding it.",
      }
    : undefined;
}

function separatorFix(written: string, separator: string): string {
  if (written === "?")
    return "Write & instead of the second ?, for example by adding parameters with url.searchParams.";
  if (written === "&") return "Write ? instead of & in front of the first parameter.";
  if (written === ";") return "Write & instead of ; between parameters.";
  if (written.startsWith("\\"))
    return `Write ${separator} instead of ${written}: decode JSON, and the escapes of a shell, before you use the URL.`;
  return `Write ${separator} instead of ${written}: encode the values of parameters, not the separators.`;
}

const policyBytesFix = {
  "utf-16":
    "Encode the JSON text as UTF-8, without a byte order mark, before you sign it and encode it as base64.",
  gzip: "Sign and encode the JSON text itself, without compression.",
  zlib: "Sign and encode the JSON text itself, without compression.",
} as const;

/** The step that mends the policy; text that was encoded too often has the step of its finding. */
function policyWords(problem: PolicyProblem): Partial<FindingWords> | undefined {
  const isEncoded =
    problem.id === "not-json" && (problem.fault.id === "base64" || problem.fault.id === "percent-encoding");
  if (isEncoded || problem.id === "milliseconds") return undefined;
  const { remedy } = policyGrammar.describeProblem(problem);
  const step = `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`;
  return { fix: `${step}${/[.?]$/.test(step) ? "" : "."} Then sign the policy again.` };
}
