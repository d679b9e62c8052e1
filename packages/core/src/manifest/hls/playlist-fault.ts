import type { PlaylistProblem } from "./playlist-problem.ts";

/** A line that is not signed. The one who knows its number catches it. */
export class PlaylistFault extends Error {
  readonly problem: PlaylistProblem;
  /** The line decides about other lines or hosts: `uncovered: "leave"` cannot leave it. */
  readonly isFatal: boolean;

  constructor(problem: PlaylistProblem, isFatal: boolean) {
    super(problem.id);
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
