import type { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";
import { sentenceOf } from "../arguments/refusal.ts";
import { program } from "../program.ts";

/** Why a URL may end early, and what helps. */
export const splitStep = "put the URL in single quotes, because a shell ends a command at &";

/** Whether a URL looks like one that a shell split. */
export function endsBeforeAmpersand(text: string): boolean {
  return namesOfQuery(onlyParameter(text) ?? "").some((name) => parameterNames.includes(name));
}

/** The query of a URL that has one parameter. */
export function onlyParameter(text: string): string | undefined {
  return /^\s*https?:[^?#]*\?([^?#&]+)$/i.exec(text)?.[1];
}

/** Another address behind the first, as a list in one text has it. */
const another = /^[^?#]*(?:[\s,;|]["']?|\?[^#]*\s["']?)(?:https?|http\*|\*):\/\//i;

/** Whether a text has several addresses. A URL in the query of another is a part of it, and so is one behind a `/`. */
export function hasSeveralUrls(text: string): boolean {
  return another.test(text);
}

/** The sentence of an error about a URL. A shell has a flag for the resource, and no `cloudFrontUrl`. */
export function urlSentence(error: CloudFrontSignError, url: string): string {
  if (error.code === "ERR_RESOURCE_INVALID" && url.includes("*")) return wildcardSentence();
  if (error.code === "ERR_URL_ALREADY_SIGNED" && endsBeforeAmpersand(url))
    return `${sentenceOf(error)}; if the URL goes on after it, ${splitStep}`;
  if (error.code !== "ERR_URL_INVALID") return sentenceOf(error);
  if (url === "") return "is empty; is a variable of the shell not set?";
  return /^s3:/i.test(url)
    ? "s3: is not http or https; write https://HOST/KEY with the distribution's host name"
    : sentenceOf(error);
}

/** No file has a pattern as its address. */
export function wildcardSentence(): string {
  return `has a wildcard; pass the URL of a file, and the pattern as --resource, or sign cookies for the pattern: ${program()} cookies 'https://…/*'; for a real * write %2A`;
}
