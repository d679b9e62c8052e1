import { originOf, type UrlSections } from "../differences/url-sections.ts";

/** What most often was signed before the path: another scheme, or another name of the distribution. */
export function commonOrigins(
  { scheme = "", host = "" }: UrlSections,
  hostnames: readonly string[],
): string[] {
  return [
    originOf({ scheme: otherScheme(scheme), host }),
    ...namesOf(hostnames).map((name) => originOf({ scheme, host: name })),
  ];
}

/** What else was signed there: no scheme, nothing at all, a port, or two of these. */
export function rareOrigins({ scheme = "", host = "" }: UrlSections, hostnames: readonly string[]): string[] {
  const swapped = otherScheme(scheme);
  const names = namesOf(hostnames);
  const others = [
    host.replace(/:\d+$/, ""),
    `${host}:443`,
    `${host}:80`,
    host.toLowerCase(),
    host.toUpperCase(),
    host.startsWith("www.") ? host.slice(4) : `www.${host}`,
    `${host}.`,
  ];
  const origins = [
    host,
    "",
    `//${host}`,
    ...names.flatMap((name) => [originOf({ scheme: swapped, host: name }), name]),
    ...others.map((name) => originOf({ scheme, host: name })),
    ...others.map((name) => originOf({ scheme: swapped, host: name })),
    // Joined with the slashes of a path.
    `${scheme}:/${host}`,
  ];
  return [...new Set(origins)];
}

function otherScheme(scheme: string): "http" | "https" {
  return scheme === "https" ? "http" : "https";
}

/** Host names, also with a base path behind them. */
function namesOf(hostnames: readonly string[]): string[] {
  return hostnames.map((name) => name.replace(/^\w+:\/\//, "").replace(/\/+$/, ""));
}
