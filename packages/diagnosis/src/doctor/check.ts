import type { Certainty, FindingWords, Seen } from "../findings/finding.ts";
import type { Setup } from "./setup.ts";

/** What a check saw, with a certainty if it differs from that of its entry. */
export interface SeenInSetup extends Seen {
  readonly certainty?: Certainty;
}

/** All of one finding. The comment of its entry is the text of `docs/doctor.md`; its source shows the rule or the problem. */
export interface Check extends FindingWords {
  /** Findings come in the order of their rank. */
  readonly rank: number;
  readonly certainty: Certainty;
  readonly find: (setup: Setup) => readonly SeenInSetup[];
}

/** The findings of a topic. The compiler refuses a table that lacks an ID of its union or has another one. */
export type Checks<Id extends string> = Readonly<Record<Id, Check>>;
