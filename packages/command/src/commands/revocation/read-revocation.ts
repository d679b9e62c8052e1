import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import { refuseUnused } from "../../arguments/flag-values.ts";
import { refuse } from "../../arguments/refusal.ts";
import { pathOf } from "../../arguments/source-file.ts";
import { type Arguments, type Flag, inGroup } from "../../command.ts";
import {
  type InfrastructureTool,
  readIds,
  readName,
  readSeconds,
  readTool,
  toolFlag,
} from "../../foreign/infrastructure.ts";

export const revocationFlags = {
  out: {
    value: "FILE",
    does: "write the function to this file, and print how to install it; default: the function goes to standard output",
    group: "Output",
  },
  for: toolFlag,
  json: { does: "print the steps as one line of JSON", group: "Output" },
  ...inGroup("Settings", {
    "longest-lifetime": {
      value: "TIME",
      does: "the longest time from a signature to its expiry in your grants with an ID (seconds, or 90s 15m 6h 7d); default: 7d. A denied ID stays in the store for this long",
    },
    name: {
      value: "NAME",
      does: "the name of the function and of its key value store; default: deny-grants",
    },
    distribution: {
      value: "ID",
      does: "the distribution whose cache behavior gets the function; only for aws-cli",
    },
    "path-pattern": {
      value: "PATTERN",
      does: "the path pattern of this cache behavior; only for aws-cli; default: the default cache behavior",
    },
  }),
} as const satisfies Record<string, Flag>;

export type RevocationFlag = keyof typeof revocationFlags;

/** The settings of the installation, if the function is written to a file. */
export interface Revocation {
  readonly file: string;
  readonly tool: InfrastructureTool;
  readonly name: string;
  /** Seconds from a signature to its expiry, at most. */
  readonly longestLifetime: number;
  readonly distribution: string | undefined;
  /** `undefined` for the default cache behavior. */
  readonly pathPattern: string | undefined;
}

/** Reads the flags. `undefined` without `--out`: then only the function is printed. */
export function readRevocation(args: Arguments<RevocationFlag>): Revocation | undefined {
  if (args.positionals.length > 0)
    refuse("revocation accepts only options; write --out deny-grants.js to name the file of the function");
  const out = args.value("out");
  if (out === undefined) {
    refuseUnused(
      args,
      ["for", "json", "longest-lifetime", "name", "distribution", "path-pattern"],
      "works only with --out FILE, which prints the steps; add --out deny-grants.js",
    );
    return undefined;
  }
  if (out === "") refuse("--out: is empty; is a variable of the shell not set?");
  const tool = readTool(args);
  if (tool !== "aws-cli")
    refuseUnused(
      args,
      ["distribution", "path-pattern"],
      `is only for aws-cli; leave it out, and ${tool === "console" ? "choose it in the console" : `put the lines for ${tool} into the cache behavior that you mean`}`,
    );
  return {
    file: checkFile(pathOf(out), tool),
    tool,
    name: readName(args, "deny-grants"),
    longestLifetime: readSeconds("longest-lifetime", args.value("longest-lifetime") ?? "7d"),
    distribution: readIds(args, "distribution", "distribution")[0],
    pathPattern: checkPathPattern(args.value("path-pattern")),
  };
}

/**
 * Refuses a path that the tool would change, in any quotes: the AWS CLI puts in variables, and Terraform normalizes
 * texts.
 *
 * Source: aws-cli, awscli/paramfile.py; Terraform, "Types and Values", "Strings".
 */
function checkFile(file: string, tool: InfrastructureTool): string {
  if (tool === "aws-cli" && /\$[\w{]/.test(file))
    refuse("--out: contains a $ and a name, which the AWS CLI reads as a variable; pass another file");
  if (tool === "terraform" && file.normalize() !== file)
    refuse("--out: contains a combining accent, which Terraform merges with its letter; pass another file");
  return file;
}

/**
 * A path pattern for the lines of a shell: without the characters `$`, `"` and `'`, which CloudFront allows too. Its
 * other faults are those of `restrict` in the library.
 *
 * Source: CloudFront Developer Guide, "Path pattern".
 */
function checkPathPattern(pattern: string | undefined): string | undefined {
  const problem = patternProblem(pattern);
  return problem === undefined ? pattern : refuse(`--path-pattern: ${problem}`);
}

function patternProblem(pattern: string | undefined): string | undefined {
  if (pattern === undefined) return undefined;
  if (pattern === "") return "is empty; is a variable of the shell not set?";
  const { problem, isOnePath, rooted } = readPathPattern(pattern);
  if (problem !== undefined) return problem;
  if (pattern.includes("**")) return "has **; write *, which matches the / between folders too";
  if (!/^[\w.*/~@:+&?-]+$/.test(pattern))
    return "has a character that is not written into lines for a shell; pass a pattern such as /private/*, or leave it out and attach the function in the console";
  return isOnePath
    ? `covers nothing below it; write "${rooted.replace(/\/$/, "")}/*", or if you mean this one path, leave it out and attach the function in the console`
    : undefined;
}
