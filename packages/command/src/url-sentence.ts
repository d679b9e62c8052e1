import type { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { objectKeyCharacter, wireForm } from "cloudfront-sign-webcrypto/internals";
import { sentenceOf } from "./refusal.ts";

/** The sentence of an error about a URL. A shell has a flag for the resource, and no `cloudFrontUrl`. */
export function urlSentence(error: CloudFrontSignError, url: string): string {
  if (error.code === "ERR_RESOURCE_INVALID" && url.includes("*"))
    return "has a wildcard; write %2A for a real *, or give --resource";
  if (error.code !== "ERR_URL_INVALID") return sentenceOf(error);
  if (url === "") return "is empty; is a variable of the shell not set?";
  if (/^s3:/i.test(url))
    return "s3: is not http or https; write https://HOST/KEY with the distribution's host name";
  const character = characterOfObjectKey(url);
  return character === undefined
    ? sentenceOf(error)
    : `has a # with "${character}" after it, so that it may be part of an object key; # starts a fragment, which is never sent: if it belongs to the object key, write %23; if it is a fragment, append it to the signed URL`;
}

/** What may make a fragment a part of an object key, in a URL that has no other fault. */
function characterOfObjectKey(url: string): string | undefined {
  try {
    return objectKeyCharacter(wireForm(url, "url").fragment.slice(1));
  } catch {
    return undefined;
  }
}
