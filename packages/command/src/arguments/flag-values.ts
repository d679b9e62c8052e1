import type { Arguments } from "../command.ts";
import { fs } from "../node-modules.ts";
import { shownValue } from "../output/shown-value.ts";
import { refuse } from "./refusal.ts";

/** What is wrong with the value of a flag before the library reads it. */
export function valueProblem(flag: string, value: string, isInline: boolean): string | undefined {
  if (!isInline && value.startsWith("--") && !value.startsWith("-----BEGIN"))
    return "has no value, only another option after it; write one between them";
  if (flag === "date-less-than" || flag === "date-greater-than") return dateProblem(value);
  return flag === "policy" ? policyFileProblem(value) : undefined;
}

/** As epoch seconds such a date is in 1970. */
function dateProblem(value: string): string | undefined {
  const [, year, month, day] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(value) ?? [];
  return (
    year && `reads ${value} as epoch seconds, in 1970; for the date write ${year}-${month}-${day}T00:00:00Z`
  );
}

function policyFileProblem(value: string): string | undefined {
  if (value.startsWith("file://")) return undefined;
  // As curl takes a file.
  const path = value.replace(/^@/, "");
  if (/^\s*[{["]/.test(path) || !(path.endsWith(".json") || fs.existsSync(path))) return undefined;
  const needsNoQuotes = /^[\w./][\w./-]*$/.test(path);
  return `accepts JSON text; for a file write --policy file://${needsNoQuotes ? path : "FILE"}`;
}

const durationFlags: readonly string[] = [
  "expires-in",
  "cache-window",
  "longest-lifetime",
  "reload-after",
  "deploy-time",
  "clock-margin",
];

const units: readonly (readonly [unit: string, seconds: number, words: RegExp])[] = [
  ["w", 604_800, /^w(?:eeks?)?$/i],
  ["d", 86_400, /^d(?:ays?)?$/i],
  ["h", 3600, /^h(?:rs?|ours?)?$/i],
  ["m", 60, /^m(?:ins?|inutes?)?$/i],
  ["s", 1, /^s(?:ecs?|econds?)?$/i],
];

/** What is wrong with a length of time whose unit became the next argument: `--expires-in 1 hour`. */
export function splitDuration(flag: string, value: string, next: string): string | undefined {
  const [, size] = units.find(([, , words]) => words.test(next)) ?? [];
  if (!durationFlags.includes(flag) || size === undefined || !/^[1-9]\d*(?:\.\d+)?$/.test(value))
    return undefined;
  const seconds = Number(value) * size;
  // The library reads no weeks, and no fractions.
  const [unit, unitSize = 1] = units.slice(1).find((each) => seconds % each[1] === 0) ?? [];
  return unit && `write the number and the unit together: ${seconds / unitSize}${unit}`;
}

/** The viewer's address. Any other text would be denied as the wrong address, not as none. */
export function readIpAddress(args: Arguments<"ip-address">): string | undefined {
  const text = args.value("ip-address");
  if (text === undefined || process.getBuiltinModule("node:net").isIP(text) > 0) return text;
  return refuse(`--ip-address: "${shownValue(text)}" is not an IP address; write one such as 203.0.113.7`);
}

/** The status of a response. */
export function readStatus(args: Arguments<"status">): number | undefined {
  const text = args.value("status");
  if (text === undefined) return undefined;
  if (/^[1-5]\d\d$/.test(text)) return Number(text);
  return refuse(`--status: "${shownValue(text)}" is not an HTTP status; write its three digits, such as 403`);
}
