import { readPastedRequest } from "cloudfront-sign-diagnosis";
import type { Arguments } from "./command.ts";

/** The value of the `Cookie` header that all `--cookie` together make. */
export function readCookieFlags(args: Arguments<"cookie">): string | undefined {
  const cookies = args.values("cookie").map(cookiesOf);
  return cookies.length === 0 ? undefined : cookies.join("; ");
}

/** The cookies of a value; also out of the JSON that `cookies --json` and the AWS CLI print. */
function cookiesOf(value: string): string {
  const pasted = /^\s*\{/.test(value) ? readPastedRequest(value)?.cookies : undefined;
  return pasted ?? value.replace(/^\s*cookie:/i, "").trim();
}
