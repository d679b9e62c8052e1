import { originOf, type UrlSections } from "./url-sections.ts";

/**
 * What people sign before the path, most frequent first: another scheme, another name of the distribution, a
 * port, no scheme, nothing at all.
 */
export function originVariants(
  { scheme = "", host = "" }: UrlSections,
  hostnames: readonly string[],
): string[] {
  const swapped = scheme === "https" ? "http" : "https";
  const names = hostnames.map((name) => name.replace(/^\w+:\/\//, "").replace(/\/+$/, ""));
  const withoutPort = host.replace(/:\d+$/, "");
  const others = [
    withoutPort,
    `${host}:443`,
    `${host}:80`,
    host.toLowerCase(),
    host.toUpperCase(),
    host.startsWith("www.") ? host.slice(4) : `www.${host}`,
    `${host}.`,
  ];
  const origins = [
    originOf({ scheme: swapped, host }),
    ...names.map((name) => originOf({ scheme, host: name })),
    host,
    "",
    ...others.map((name) => originOf({ scheme, host: name })),
    `//${host}`,
    ...names.flatMap((name) => [originOf({ scheme: swapped, host: name }), name]),
    ...others.map((name) => originOf({ scheme: swapped, host: name })),
  ];
  return [...new Set(origins)].filter((origin) => origin !== originOf({ scheme, host }));
}
