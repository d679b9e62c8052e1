import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";
import { Fault, isOfReference } from "../fault.ts";

/** Throws for the whole manifest. */
export function refuseManifest(
  words: string,
  place?: string,
  code: CloudFrontSignErrorCode = "ERR_MANIFEST_INVALID",
): never {
  throw new Fault(() => ({ code, words, place }), "text");
}

/** A fault of what reads a manifest once, from its start to its end. */
export class OrderFault extends Fault {}

/** Throws for a reference that stands where what decides about it is not known yet. */
export function refuseOrder(
  words: string,
  place?: string,
  code: CloudFrontSignErrorCode = "ERR_MANIFEST_INVALID",
): never {
  const wayOut = ", or sign the whole text with signDashManifest";
  throw new OrderFault(() => ({ code, words: words + wayOut, place }), "text");
}

/** Throws for a reference that is not signed, with its place; other errors as they are. */
export function refuseAt(error: unknown, place: string, wayOut: string): never {
  if (!isOfReference(error)) throw error;
  const { code, words } = error.problem();
  return refuseManifest(words + wayOut, place, code);
}

/** The way out for what `uncovered: "leave"` can leave. */
export const leavable = ', or pass uncovered: "leave" to leave it unsigned';

/** Why there is none for what decides which hosts players ask, or tells others what they ask. */
export const decisive =
  "; it can send signatures to other hosts, so it always throws unless its host is trusted";
