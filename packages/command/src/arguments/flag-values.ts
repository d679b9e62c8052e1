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

const unit = /^(?:w(?:eeks?)?|d(?:ays?)?|h(?:rs?|ours?)?|m(?:ins?|inutes?)?|s(?:ecs?|econds?)?)$/i;

/** What is wrong with a length of time whose unit became the next argument: `--expires-in 1 hour`. */
export function splitDuration(flag: string, value: string, next: string): string | undefined {
  return durationFlags.includes(flag) && unit.test(next) && /^[1-9]\d*(?:\.\d+)?$/.test(value)
    ? "write the number and the unit together, such as 90s, 15m, 6h or 7d"
    : undefined;
}

/** The value of a flag as `read` has it. One that it does not know is refused: it is not what is `expected`. */
export function readFlag<Name extends string, Value>(
  args: Arguments<Name>,
  flag: Name,
  expected: string,
  read: (text: string) => Value | undefined,
): Value | undefined {
  const [value] = readFlags(args, flag, expected, read);
  return value;
}

/** The same for all values of a flag. */
export function readFlags<Name extends string, Value>(
  args: Arguments<Name>,
  flag: Name,
  expected: string,
  read: (text: string) => Value | undefined,
): Value[] {
  return args
    .values(flag)
    .map((text) => read(text) ?? refuse(`--${flag}: "${shownValue(text)}" is not ${expected}`));
}

/** The viewer's address. Any other text would be denied as the wrong address, not as none. */
export function readIpAddress(args: Arguments<"ip-address">): string | undefined {
  return readFlag(args, "ip-address", "an IP address; write one such as 203.0.113.7", (text) =>
    process.getBuiltinModule("node:net").isIP(text) > 0 ? text : undefined,
  );
}

export function readStatus(args: Arguments<"status">): number | undefined {
  return readFlag(args, "status", "an HTTP status; write its three digits, such as 403", (text) =>
    /^[1-5]\d\d$/.test(text) ? Number(text) : undefined,
  );
}

/** Refuses the first of these flags that is given: it would be ignored. */
export function refuseUnused<Name extends string>(
  args: Arguments<Name>,
  flags: readonly Name[],
  problem: string,
): void {
  const flag = flags.find((name) => args.has(name));
  if (flag !== undefined) refuse(`--${flag}: ${problem}`);
}
