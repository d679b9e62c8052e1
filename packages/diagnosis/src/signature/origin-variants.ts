import { originOf, type UrlSections } from "../differences/url-sections.ts";
import { unicodeHost } from "../request/punycode.ts";

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
    host.replace(/\.$/, ""),
    host.replace(/^[^.]+/, (label) => label.toUpperCase()).replace(/cloudfront/i, "CloudFront"),
    host.replace(/cloudfront/i, "CloudFront"),
    // In the letters that people write: with a capital at the start of each label, or of one.
    host.replace(/(?:^|[.-])[a-z]/g, (start) => start.toUpperCase()),
    ...Array.from(
      host.matchAll(/(?:^|\.)[a-z]/g),
      ({ 0: start, index }) => host.slice(0, index) + start.toUpperCase() + host.slice(index + start.length),
    ).slice(0, mostLabels),
    host.replace(/(?<=\.)[a-z]/g, (start) => start.toUpperCase()),
    unicodeHost(host),
  ];
  const origins = [
    host,
    "",
    `//${host}`,
    ...names.flatMap((name) => [originOf({ scheme: swapped, host: name }), name]),
    ...others.map((name) => originOf({ scheme, host: name })),
    ...others.map((name) => originOf({ scheme: swapped, host: name })),
    ...["", ":3000", ":8080"].map((port) => `http://localhost${port}`),
    // Joined with the slashes of a path.
    `${scheme}:/${host}`,
  ];
  return [...new Set(origins)];
}

/** Labels of a host that are varied. Our own limit. */
const mostLabels = 5;

/** Servers of developers, and their usual ports. */
const localNames: readonly string[] = ["localhost", "127.0.0.1", "0.0.0.0", "[::1]"];
const localPorts = ":3000 :8080 :8000 :5000 :4200 :5173 :4566 :9000";

/** What else a site calls its hosts. */
const siblings =
  "www cdn media static assets images img video videos files download api app staging stage dev test beta origin private secure";

/** Regions of S3 with the most buckets. */
const regions =
  "us-east-1 us-east-2 us-west-1 us-west-2 eu-west-1 eu-west-2 eu-west-3 eu-central-1 eu-north-1 ap-south-1 ap-northeast-1 ap-northeast-2 ap-southeast-1 ap-southeast-2 ca-central-1 sa-east-1";

/** Hosts that may have been signed instead of this one: of developers, of the same site, and buckets of its name. */
export function* seldomOrigins({ host = "" }: UrlSections): Iterable<string> {
  const [first = "", ...others] = host.replace(/:\d+$/, "").split(".");
  const parent = others.join(".");
  const names = localNames.flatMap((name) => ["", ...localPorts.split(" ")].map((port) => name + port));
  names.push("undefined", "null", "None", host.toUpperCase(), `${first.toUpperCase()}.${parent}`);
  names.push(parent, ...siblings.split(" ").flatMap((name) => [`${name}.${parent}`, `${name}.${host}`]));
  for (const name of siblings.split(" ")) names.push(`${first}-${name}.${parent}`, `${name}-${host}`);
  for (const bucket of [host, first, ...others.slice(0, 1)]) {
    names.push(`${bucket}.s3.amazonaws.com`, `s3.amazonaws.com/${bucket}`);
    for (const region of regions.split(" "))
      names.push(
        `${bucket}.s3.${region}.amazonaws.com`,
        `${bucket}.s3-${region}.amazonaws.com`,
        `s3.${region}.amazonaws.com/${bucket}`,
        `${bucket}.s3-website-${region}.amazonaws.com`,
        `${bucket}.s3-website.${region}.amazonaws.com`,
      );
    yield* [`s3://${bucket}`, `arn:aws:s3:::${bucket}`];
  }
  for (const name of names) for (const scheme of ["https", "http"]) yield originOf({ scheme, host: name });
}

function otherScheme(scheme: string): "http" | "https" {
  return scheme === "https" ? "http" : "https";
}

/** Host names, also with a base path behind them. */
function namesOf(hostnames: readonly string[]): string[] {
  return hostnames.map((name) => name.replace(/^\w+:\/\//, "").replace(/\/+$/, ""));
}
