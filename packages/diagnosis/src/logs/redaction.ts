import { namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";
import { hostQuote, nameQuote, printableSentence } from "../findings/quote.ts";
import type { Client } from "./client-kind.ts";
import type { LoggedRequest } from "./log-reader.ts";

/** Segments and parameters that are shown of a path and a query. */
const mostSegments = 5;
const mostParameters = 8;

/** Columns that are shown: more than a log of CloudFront has. */
const mostColumns = 100;

/** The characters of a name that is shown. A longer one may be a token. */
const longestWord = 24;

/**
 * The pattern of a path, in which what differs from file to file is a `*`: `/course/week-*.ts`. Names of files
 * and folders stay only if they are words: others may be IDs, or secrets.
 */
export function pathPattern(path: string): string {
  const segments = path.slice(1, 1000).split("/");
  const folders = segments.slice(0, -1).map((folder) => (isWord(folder) ? folder : "*"));
  const file = segments.at(-1) ?? "";
  const [, name = "", ending = ""] = /^(.*?)((?:\.[a-zA-Z][a-zA-Z0-9]{0,5})?)$/.exec(file) ?? [];
  const shown = folders.length > mostSegments ? [...folders.slice(0, mostSegments), "*"] : folders;
  return `/${[...shown, `${isWord(name) ? name : "*"}${ending}`].join("/")}`;
}

function isWord(text: string): boolean {
  // The length first: whoever sends a request chooses it.
  return text.length <= longestWord && /^(?:[a-z]+(?:[._-][a-z]+)*)?$/i.test(text);
}

/** A request as it may be shown: no signature, policy, value of a parameter, cookie or whole address. */
export function redactedLine(request: LoggedRequest, client: Client): string {
  const { time, status, method, scheme, host, path, query, cookies, address, country } = request;
  const parts = [
    new Date(time).toISOString().replace(/\.\d+Z$/, "Z"),
    String(status),
    /^[A-Z]{1,10}$/.test(method) ? method : "?",
    `${scheme}://${hostQuote(host)}${pathPattern(path)}${redactedQuery(query)}`,
    cookies?.includes("CloudFront-") ? "with signed cookies" : undefined,
    `from ${[redactedAddress(address), country, client.name].filter((part) => part !== undefined).join(", ")}`,
  ];
  return printableSentence(parts.filter((part) => part !== undefined).join(" "));
}

/** The columns of a line of unknown fields, numbered: enough to see which field each one is. */
export function columnsWithoutSecrets(columns: readonly string[]): string {
  return columns
    .slice(0, mostColumns)
    .map((column, i) => `${i + 1}: ${columnWithoutSecrets(column)}`)
    .join(", ");
}

function columnWithoutSecrets(column: string): string {
  const address = redactedAddress(column);
  if (address !== undefined) return address;
  if (column.startsWith("/")) return "path";
  if (column.length < 256 && /^(?:[a-z\d-]+\.)+[a-z]{2,}$/i.test(column)) return "host name";
  return column.length <= longestWord && /^(?:-|[\d.:-]+|[a-z]+)$/i.test(column) ? column : "text";
}

/** Of its own parameters only names; of a signature the public part. */
function redactedQuery(query: string): string {
  if (query === "") return "";
  const pairs = query.split("&");
  const shown = namesOfQuery(query)
    .slice(0, mostParameters)
    .map((name, i) => {
      const value = pairs[i]?.slice(name.length + 1) ?? "";
      const isPublic =
        (name === "Expires" && /^\d{1,13}$/.test(value)) ||
        (name === "Key-Pair-Id" && /^[A-Z0-9]{1,30}$/.test(value));
      if (isPublic) return `${name}=${value}`;
      return `${parameterNames.includes(name) ? name : nameQuote(name)}=…`;
    });
  return `?${shown.join("&")}${pairs.length > mostParameters ? "&…" : ""}`;
}

/** A sentence with the networks of addresses in it; the times in it have fewer colons. */
export function withoutAddresses(text: string): string {
  return text
    .replace(/\b(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}\b/g, "$1.x.x")
    .replace(/\b([\da-f]{1,4}:[\da-f]{0,4}):(?:[\da-f]{0,4}:){1,6}[\da-f.]*/gi, "$1:…");
}

/** The network of an address. */
function redactedAddress(address: string | undefined): string | undefined {
  const [, ipv4] = /^(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(address ?? "") ?? [];
  const [, ipv6] = /^([\da-f]{1,4}:[\da-f]{1,4}):[\da-f:.]+$/i.exec(address ?? "") ?? [];
  return ipv4 ? `${ipv4}.x.x` : ipv6 && `${ipv6}:…`;
}
