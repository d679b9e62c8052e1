import { printableLines } from "../terminal.ts";
import type { CookieFormat, CookieSet, PrintedCookies } from "./cookie-set.ts";
import { curlCommand } from "./curl-command.ts";
import { curlCookieFile } from "./curl-cookie-file.ts";

/** What is printed in each format. */
export const printed: Readonly<Record<CookieFormat, (cookies: PrintedCookies) => string>> = {
  header: ({ sets }) => lines(sets.map(({ cookies }) => cookies.toCookieHeader())),
  "set-cookie": ({ sets, attributes }) =>
    lines(sets.flatMap(({ cookies }) => cookies.toSetCookie(attributes))),
  json: ({ sets }) => `${printableLines(JSON.stringify(jsonOf(sets), null, 2))}\n`,
  "curl-jar": ({ sets, attributes }) => curlCookieFile(sets, attributes),
  curl: ({ sets, url }) => lines(sets.map((set) => curlCommand(set, url))),
};

/** One set as the AWS CLI prints it: each name with its value. Of several, each with its path. */
function jsonOf(sets: readonly CookieSet[]): unknown {
  const [first, second] = sets;
  return second === undefined
    ? first?.cookies.values
    : sets.map(({ resource, cookies: { path, values } }) => ({ resource, path, cookies: values }));
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join("");
}
