import type { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { program } from "./program.ts";
import { sentenceOf } from "./refusal.ts";
import { endsBeforeAmpersand, splitStep } from "./split-url.ts";

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
