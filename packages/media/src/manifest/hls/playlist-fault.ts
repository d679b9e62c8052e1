import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";
import type { Problem, ReferenceFault } from "../fault.ts";
import { shownName } from "../shown-name.ts";

/**
 * A line that is not signed. The one who knows its number catches it. It is not an `Error`: each line may have
 * one, and a stack takes longer than to read the line.
 */
export class PlaylistFault {
  readonly problem: () => Problem;
  /** The line decides about other lines or hosts: `uncovered: "leave"` cannot leave it. */
  readonly isFatal: boolean;

  constructor(problem: () => Problem, isFatal: boolean) {
    this.problem = problem;
    this.isFatal = isFatal;
  }
}

/** Throws for a line that `uncovered: "leave"` leaves unsigned. */
export function refuseLine(words: string, code: CloudFrontSignErrorCode = "ERR_MANIFEST_INVALID"): never {
  throw new PlaylistFault(() => ({ code, words }), false);
}

/** Throws for a line that decides about others. */
export function refusePlaylist(words: string): never {
  throw new PlaylistFault(() => ({ code: "ERR_MANIFEST_INVALID", words }), true);
}

/** The problem of a reference, with what messages call it. */
export function withSubject(subject: string, fault: ReferenceFault): Problem {
  const { code, words } = fault.problem();
  return { code, words: `${subject} ${words}` };
}

/** An attribute of a tag as messages show it. */
export function attributeOf(tag: string, attribute: string): string {
  return `${tag} has ${attribute === "" ? "an attribute without a name" : `the attribute ${shownName(attribute)}`}`;
}

/** Throws for a tag or an attribute that is not signed, and that some reader takes for an address. */
export function refuseAddress(subject: string): never {
  return refuseLine(`${subject}, which some readers take for an address; remove it`);
}
