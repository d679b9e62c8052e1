import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";
import { Fault, type Problem } from "../fault.ts";
import { shownName } from "../shown-name.ts";

/** Throws for a line that `uncovered: "leave"` leaves unsigned. */
export function refuseLine(words: string, code: CloudFrontSignErrorCode = "ERR_MANIFEST_INVALID"): never {
  throw new Fault(() => ({ code, words }), "line");
}

/** Throws for a line that decides about others. */
export function refusePlaylist(words: string): never {
  throw new Fault(() => ({ code: "ERR_MANIFEST_INVALID", words }), "text");
}

/** The way out for a line that `uncovered: "leave"` leaves. */
export const leavable = ', or pass uncovered: "leave" to leave the line unsigned';

/** Why there is none for a steering server. */
export const decisive =
  "; a steering server decides which hosts players contact, so it always throws unless its host is trusted";

/** The problem of a reference, with what messages call it. */
export function withSubject(subject: string, fault: Fault): Problem {
  const { code, words } = fault.problem();
  return { code, words: `${subject} ${words}` };
}

/** An attribute of a tag as messages show it. */
export function attributeOf(tag: string, attribute: string): string {
  return `${tag} has ${attribute === "" ? "an attribute without a name" : `the attribute ${shownName(attribute)}`}`;
}

/** The problem of a tag or an attribute that is not signed, and that some reader takes for an address. */
export function addressProblem(subject: string): Problem {
  return {
    code: "ERR_MANIFEST_INVALID",
    words: `${subject}, which some players read as an address; remove it`,
  };
}

/** Throws for one. */
export function refuseAddress(subject: string): never {
  return refuseLine(addressProblem(subject).words);
}
