import { readPastedRequest } from "cloudfront-sign-diagnosis";
import type { Arguments } from "./command.ts";
import { fs } from "./node-modules.ts";
import { refuse } from "./refusal.ts";
import { shellWord } from "./shell-word.ts";
import { hiddenValue, shownValue } from "./shown-value.ts";

/** The value of the `Cookie` header that all `--cookie` together make. */
export function readCookieFlags(args: Arguments<"cookie">): string | undefined {
  const cookies = args.values("cookie").map(cookiesOf);
  return cookies.length === 0 ? undefined : cookies.join("; ");
}

/** The cookies of a value; also out of the JSON that `cookies --json` and the AWS CLI print. */
function cookiesOf(value: string): string {
  refuseFile(value);
  const pasted = /^\s*\{/.test(value) ? readPastedRequest(value)?.cookies : undefined;
  return pasted ?? value.replace(/^\s*cookie:/i, "").trim();
}

/** Refuses a file, as `curl -b` takes one, and curl's form of one with an `@`. */
function refuseFile(value: string): void {
  const path = value.replace(/^@/, "");
  const isNamedLikeFile = value.startsWith("@") || /^[\w./~-]+\.(?:txt|json|jar|cookies?|har)$/i.test(value);
  if (!isNamedLikeFile && (path.includes("=") || path.trim() === "" || !fs.existsSync(path))) return;
  const shown = shownValue(path);
  refuse(
    `--cookie: takes cookies, not a file; for a file with a Cookie header write --cookie "$(cat ${shown === hiddenValue ? "FILE" : shellWord(path)})"`,
  );
}
