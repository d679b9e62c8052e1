import { parseArgs } from "node:util";
import { nearestName } from "../options/nearest-name.ts";
import { splitDuration, valueProblem } from "./flag-values.ts";

/** The flags of the command, for `parseArgs` of Node.js. */
const flags = {
  "key-pair-id": { type: "string" },
  "allow-any-key-pair-id": { type: "boolean" },
  "private-key": { type: "string" },
  "hash-algorithm": { type: "string" },
  "expires-in": { type: "string" },
  "date-less-than": { type: "string" },
  "date-greater-than": { type: "string" },
  "cache-window": { type: "string" },
  "ip-address": { type: "string" },
  resource: { type: "string" },
  policy: { type: "string" },
  cookies: { type: "boolean" },
  help: { type: "boolean" },
  version: { type: "boolean" },
} as const;

type Flag = keyof typeof flags;

/** Names that are no flags, with what to do instead. */
const stepsWithoutFlag: Readonly<Record<string, string>> = {
  passphrase: "set the variable CLOUDFRONT_PRIVATE_KEY_PASSPHRASE",
  url: "give the URL alone, without an option in front",
};

/** What the arguments of the command ask for. */
export interface Arguments {
  readonly values: ReadonlyMap<Flag, string>;
  readonly urls: readonly string[];
}

/** Reads arguments; `refuse` ends the command with the message for the first that is wrong. */
export function readArguments(args: readonly string[], refuse: (message: string) => never): Arguments {
  // Not strict: the messages of parseArgs have no suggestion for a misspelt flag.
  const { tokens } = parseArgs({
    args: [...args],
    options: flags,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values = new Map<Flag, string>();
  const urls: string[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "positional") urls.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    if (!isFlag(name)) return refuse(unknownFlag(name, rawName));
    // Only the last of two would count: a restriction dropped.
    if (values.has(name)) return refuse(`--${name}: is given twice; keep one`);
    if (flags[name].type === "boolean") {
      if (value !== undefined) return refuse(`--${name}: takes no value; remove what follows the =`);
    } else if (value === undefined) return refuse(`--${name}: has no value; write one after it`);
    else {
      const next = tokens[i + 1];
      const problem =
        valueProblem(name, value, inlineValue) ??
        (next?.kind === "positional" ? splitDuration(name, value, next.value) : undefined);
      if (problem !== undefined) return refuse(`--${name}: ${problem}`);
    }
    values.set(name, value ?? "");
  }
  return { values, urls };
}

function isFlag(name: string): name is Flag {
  return Object.hasOwn(flags, name);
}

function unknownFlag(name: string, written: string): string {
  const nearest =
    nearestName(name, [...Object.keys(flags), ...Object.keys(stepsWithoutFlag)]) ?? synonym(name);
  if (nearest === undefined) {
    const known = Object.keys(flags).map((flag) => `--${flag}`);
    return `${written}: no such option; known here: ${known.join(", ")}`;
  }
  return `${written}: no such option; ${stepsWithoutFlag[nearest] ?? `did you mean --${nearest}?`}`;
}

/** The flag for a name that other libraries have for an option, which stands for the option's own name. */
function synonym(name: string): string | undefined {
  const flagOf = new Map(
    Object.keys(flags).map((flag) => [
      flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      flag,
    ]),
  );
  return flagOf.get(nearestName(name, [...flagOf.keys()]) ?? "");
}
