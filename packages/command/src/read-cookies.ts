import type { Arguments } from "./command.ts";

/** The value of the `Cookie` header that all `--cookie` together make. */
export function readCookieFlags(args: Arguments<"cookie">): string | undefined {
  const cookies = args.values("cookie").map((value) => value.replace(/^\s*cookie:/i, "").trim());
  return cookies.length === 0 ? undefined : cookies.join("; ");
}
