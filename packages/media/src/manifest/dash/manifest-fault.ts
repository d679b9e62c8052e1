import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";
import { type Problem, ReferenceFault } from "../fault.ts";

/** A manifest that is not signed. The one who knows the line catches it; as the other faults, it is not an `Error`. */
export class ManifestFault {
  readonly problem: Problem;
  /** `Element` or `Element@attribute`; the option of the error. */
  readonly place: string;

  constructor(problem: Problem, place: string) {
    this.problem = problem;
    this.place = place;
  }
}

/** Throws a {@link ManifestFault}. */
export function refuseManifest(
  words: string,
  place = "manifest",
  code: CloudFrontSignErrorCode = "ERR_MANIFEST_INVALID",
): never {
  throw new ManifestFault({ code, words }, place);
}

/** Throws for a reference that is not signed, with its place; other errors as they are. */
export function refuseAt(error: unknown, place: string, wayOut: string): never {
  if (!(error instanceof ReferenceFault)) throw error;
  const { code, words } = error.problem();
  return refuseManifest(words + wayOut, place, code);
}

/** The way out for what `uncovered: "leave"` can leave. */
export const leavable = ', or pass uncovered: "leave" to leave it unsigned';

/** Why there is none for what decides which hosts players ask, or tells others what they ask. */
export const decisive = "; it gives other hosts what is signed, so this always throws";
