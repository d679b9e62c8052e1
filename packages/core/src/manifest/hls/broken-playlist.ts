import { fail } from "../../errors.ts";

/**
 * The playlist itself is at fault, not one reference in it: `uncovered: "leave"` cannot leave it. The message
 * has no line yet.
 */
export class BrokenPlaylist extends Error {}

/** Throws a {@link BrokenPlaylist}, for the caller that knows the line. */
export function brokenPlaylist(problem: string): never {
  throw new BrokenPlaylist(problem);
}

/** Throws `ERR_MANIFEST_INVALID` for a line. */
export function failOnLine(line: number, problem: string): never {
  return fail("ERR_MANIFEST_INVALID", "playlist", `line ${line}: ${problem}`);
}
