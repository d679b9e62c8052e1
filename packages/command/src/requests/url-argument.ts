import { namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";

/** Why a URL may end early, and what helps. */
export const splitStep = "put the URL in single quotes, because a shell ends a command at &";

export function endsBeforeAmpersand(text: string): boolean {
  return namesOfQuery(onlyParameter(text) ?? "").some((name) => parameterNames.includes(name));
}

export function onlyParameter(text: string): string | undefined {
  return /^\s*https?:[^?#]*\?([^?#&]+)$/i.exec(text)?.[1];
}

/** Another address behind the first, as a list in one text has it. */
const another = /^[^?#]*(?:[\s,;|]["']?|\?[^#]*\s["']?)(?:https?|http\*|\*):\/\//i;

/** Whether a text has several addresses. A URL in the query of another is a part of it, and so is one behind a `/`. */
export function hasSeveralUrls(text: string): boolean {
  return another.test(text);
}
