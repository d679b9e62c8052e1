import type { LocalCdn } from "./local-cdn.ts";
import type { Program } from "./program.ts";
import type { Viewer } from "./viewer.ts";

export interface RunningProgram {
  readonly program: Program;
  /** Without a slash at the end. */
  readonly origin: string;
}

/** What tests may use once the example runs. */
export interface RunningExample {
  readonly app: () => string;
  readonly cdn: () => LocalCdn;
  readonly folder: () => string;
  readonly signIn: () => Promise<Viewer>;
  /** Starts the app once more, with these variables. Rejects with what the program has printed, if it ends. */
  readonly startWith: (variables: Readonly<Record<string, string>>) => Promise<RunningProgram>;
}
