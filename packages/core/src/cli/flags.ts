import { parseArgs } from "node:util";
import { nearestName } from "../options/nearest-name.ts";

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
  for (const token of tokens) {
    if (token.kind === "positional") urls.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    if (!isFlag(name)) return refuse(unknownFlag(name, rawName));
    // Only the last of two would count: a restriction dropped.
    if (values.has(name)) return refuse(`--${name}: is given twice; keep one`);
    if (flags[name].type === "boolean") {
      if (value !== undefined) return refuse(`--${name}: takes no value; remove what follows the =`);
    } else if (value === undefined) return refuse(`--${name}: has no value; write one after it`);
    else if (!inlineValue && value.startsWith("--"))
      return refuse(`--${name}: has no value, only another option after it; write one between them`);
    values.set(name, value ?? "");
  }
  return { values, urls };
}

function isFlag(name: string): name is Flag {
  return Object.hasOwn(flags, name);
}

function unknownFlag(name: string, written: string): string {
  const nearest = nearestName(name, Object.keys(flags));
  return nearest === undefined
    ? `${written}: no such option; known here: ${Object.keys(flags)
        .map((flag) => `--${flag}`)
        .join(", ")}`
    : `${written}: no such option; did you mean --${nearest}?`;
}
