export interface Flag {
  /** What stands for its value in the help, such as `FILE`. A flag without one takes no value. */
  readonly value?: string;
  /** What it does, for the help. */
  readonly does: string;
  /** The title under which the help lists it. */
  readonly group: string;
  /** Its letter, for `-h`. */
  readonly short?: string;
  /** Other names for it, such as those of the AWS CLI. */
  readonly aliases?: readonly string[];
  readonly isRepeatable?: boolean;
  /** All values that it takes. */
  readonly choices?: readonly string[];
}

export type Flags<Name extends string = string> = Readonly<Record<Name, Flag>>;

/** What a shell can complete: paths of files and folders, or words. */
export type Values = "paths" | readonly string[];

/** A command line that works when its file names and IDs are replaced. */
interface Example {
  readonly does: string;
  /** Everything after `cloudfront-sign`. */
  readonly line: string;
}

/** 0: yes, done. 1: no (denied, findings, some lines failed). 2: wrong arguments or a wrong key. 130: interrupted. 143: ended by SIGTERM. */
export type ExitStatus = 0 | 1 | 2 | 130 | 143;

export interface Command<Name extends string = string> {
  /** What follows `cloudfront-sign` and the command's name, one for each way to call it. */
  readonly forms: readonly string[];
  readonly flags: Flags<Name>;
  /** What a shell completes where no flag is: paths, or these words. Nothing if not given, as for URLs. */
  readonly operands?: Values;
  readonly examples: readonly Example[];
  /** What to know beside the flags, a paragraph each. */
  readonly notes?: readonly string[];
  /** Errors of the library that it throws are told in the words of the flags, and of `args.sources`. */
  run(args: Arguments<Name>, call: Call): Promise<ExitStatus>;
}

/** How a command was called. */
export interface Call {
  /** Its name, or the alias that stood for it. */
  readonly name: string;
  /** All commands. A command cannot import them, as they import it. */
  readonly commands: Readonly<Record<string, CommandEntry>>;
}

/** One command, as others know it before it is loaded. */
export interface CommandEntry {
  /** What it does. */
  readonly summary: string;
  /** Its names in the AWS CLI. */
  readonly aliases?: readonly string[];
  load(): Promise<Command>;
}

/** What the arguments of a command ask for. */
export interface Arguments<Name extends string = string> {
  /** The value of a flag, the first one of a flag that can be repeated; empty for a flag without values. */
  value(flag: Name): string | undefined;
  values(flag: Name): readonly string[];
  has(flag: Name): boolean;
  /** Everything that is not a flag. */
  readonly positionals: readonly string[];
  /**
   * Where the value of an option of the library came from, if not from its flag: `privateKey` from `--private-key key.pem`.
   * An error about the option is told with these words.
   */
  readonly sources: Map<string, string>;
  /** The last argument, as it was given. */
  readonly last?: string | undefined;
}

/** Flags that the help lists under the same title. */
export function inGroup<const Given extends Readonly<Record<string, Omit<Flag, "group">>>>(
  group: string,
  flags: Given,
): { readonly [Name in keyof Given]: Given[Name] & Pick<Flag, "group"> } {
  return Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, { ...flag, group }])) as {
    [Name in keyof Given]: Given[Name] & Pick<Flag, "group">;
  };
}
