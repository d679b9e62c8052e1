import { readPastedRequest } from "cloudfront-sign-diagnosis";
import { refuse } from "../arguments/refusal.ts";
import type { Arguments } from "../command.ts";
import { fs } from "../node-modules.ts";
import { shellWord } from "../output/shell-word.ts";
import { hiddenValue, shownValue } from "../output/shown-value.ts";

/** The value of the `Cookie` header that all `--cookie` together make: of a jar, the cookies that go to the URL. */
export function readCookieFlags(args: Arguments<"cookie">, url?: string): string | undefined {
  return joinCookies(args.values("cookie").map((value) => cookiesOf(value, url)));
}

export function joinCookies(all: readonly (string | undefined)[]): string | undefined {
  const known = all.filter((text) => text !== undefined);
  return known.length > 0 ? known.join("; ") : undefined;
}

/** The cookies of a value; also out of a jar of curl, and of the JSON that `cookies --json` and the AWS CLI print. */
function cookiesOf(value: string, url: string | undefined): string {
  refuseFile(value);
  const isJar = /\s(?:TRUE|FALSE)\s/.test(value);
  const pasted = isJar || /^\s*\{/.test(value) ? readPastedRequest(value, { requestedUrl: url }) : undefined;
  if (isJar && pasted !== undefined && pasted.cookies === undefined)
    refuse(
      "--cookie: is a cookie jar without a cookie for this URL; compare its domains and paths with the URL",
    );
  return pasted?.cookies ?? value.replace(/^\s*cookie:/i, "").trim();
}

/** Refuses a file, as `curl -b` takes one, and curl's form of one with an `@`. */
function refuseFile(value: string): void {
  const path = value.replace(/^@/, "");
  const isNamedLikeFile = value.startsWith("@") || /^[\w./~-]+\.(?:txt|json|jar|cookies?|har)$/i.test(value);
  if (!isNamedLikeFile && (path.includes("=") || path.trim() === "" || !fs.existsSync(path))) return;
  const shown = shownValue(path);
  refuse(
    `--cookie: accepts cookies, not a file; for a file with a Cookie header write --cookie "$(cat ${shown === hiddenValue ? "FILE" : shellWord(path)})"`,
  );
}
