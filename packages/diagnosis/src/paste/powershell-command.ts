import { joinedCookies, type PastedParts } from "./pasted-parts.ts";
import { oneMethod, readMethod } from "./response-fields.ts";

/**
 * Reads a request as browsers copy it for PowerShell: `Invoke-WebRequest -Uri "…"`, with its cookies in
 * `New-Object System.Net.Cookie("name", "value", …)`. `undefined` without such a command.
 */
export function readPowerShellCommand(text: string): PastedParts | undefined {
  const command = /\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\s/i.exec(text);
  if (!command) return undefined;
  const tokens = readTokens(text);
  const isUrl = (token: string | undefined): boolean => /^https?:\/\//i.test(token ?? "");
  const start = tokens.findIndex((token) => token.toLowerCase() === command[0].trim().toLowerCase());
  const named = tokens[tokens.findIndex((token) => token.toLowerCase() === "-uri") + 1];
  const url = isUrl(named) ? named : tokens.slice(start).find(isUrl);
  const cookies = tokens.flatMap((token, i) => {
    const [name = "", value = ""] = [tokens[i + 1], tokens[i + 2]];
    if (token.toLowerCase() === "system.net.cookie") return [`${name}=${value}`];
    return token.toLowerCase() === "cookie" ? [name] : [];
  });
  const method = oneMethod(
    tokens.map((_, i) =>
      /^-(?:custom)?method$/i.test(tokens[i - 1] ?? "") ? readMethod(tokens[i]) : undefined,
    ),
  );
  const requestFields = tokens.flatMap((name, i) =>
    /^(?:x-)?cloudfront-|^(?:x-cookie|authorization)$/i.test(name) &&
    !/^system\.net\.cookie$/i.test(tokens[i - 1] ?? "")
      ? [{ name: name.toLowerCase(), value: tokens[i + 1] ?? "" }]
      : [],
  );
  return url ? { url, cookies: joinedCookies(cookies), requestFields, method } : undefined;
}

/** A string, in which a doubled quote is one and ` escapes the next character between double quotes, or a word. */
const token =
  /"((?:[^"`]|`[\s\S]|"")*)(?:"|$)|'((?:[^']|'')*)(?:'|$)|https?:\/\/[^\s(),;{}`"']+|[^\s(),;=@{}`"']+/gi;

/** The words and strings of a script, without quotes and punctuation. */
function readTokens(text: string): string[] {
  return Array.from(
    text.matchAll(token),
    ([word, double, single]) =>
      double?.replace(/`([\s\S])|""/g, (_, escaped = '"') => escaped) ??
      single?.replaceAll("''", "'") ??
      word,
  );
}
