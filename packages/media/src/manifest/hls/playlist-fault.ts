import type { PlaylistProblem } from "./playlist-problem.ts";

/**
 * A line that is not signed. The one who knows its number catches it. It is not an `Error`: each line may have
 * one, and a stack takes longer than to read the line.
 */
export class PlaylistFault {
  readonly problem: PlaylistProblem;
  /** The line decides about other lines or hosts: `uncovered: "leave"` cannot leave it. */
  readonly isFatal: boolean;

  constructor(problem: PlaylistProblem, isFatal: boolean) {
    this.problem = problem;
    this.isFatal = isFatal;
  }
}

/** Throws for a line that `uncovered: "leave"` leaves unsigned. */
export function refuseLine(problem: PlaylistProblem): never {
  throw new PlaylistFault(problem, false);
}

/** Throws for a line that decides about others. */
export function refusePlaylist(problem: PlaylistProblem): never {
  throw new PlaylistFault(problem, true);
}
