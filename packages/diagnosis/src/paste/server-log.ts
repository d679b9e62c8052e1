import type { PastedParts } from "./pasted-parts.ts";
import { hostedRequest } from "./separate-parts.ts";
import { hasSigningParameters } from "./signing-parameters-in-text.ts";
import { readLogTime } from "./times-in-text.ts";

/** A request line in quotes, as logs of nginx, Apache, Rails and load balancers have it. */
const requestLine =
  /(?:"([A-Z]{3,10}) (\/[^\s"]{1,9000}|https?:\/\/[^\s"]{1,9000}) HTTP\/\d(?:\.\d)?"|Started ([A-Z]{3,10}) "(\/[^\s"]{1,9000})")(?: (\d{3})\b)?/;

/** What an Application Load Balancer writes in front of the request. Source: its user guide, "Access log entries". */
const balancerFields =
  /^(?:http|https|h2) (\d{4}-\S{1,30}Z) \S{1,300} \S{1,60} \S{1,60} [\d.-]{1,20} [\d.-]{1,20} [\d.-]{1,20} (\d{3}|-) (\d{3}|-) \d{1,15} \d{1,15} $/;

/** The last signed request of a server's log that failed, or else the last one. */
export function loggedRequest(text: string): PastedParts | undefined {
  const logged = text
    .split(/\r\n|\n|\r/)
    .flatMap((line) => requestInLine(line, text) ?? [])
    .filter(({ url, query }) => hasSigningParameters(url ?? `?${query}`));
  return logged.filter(({ status = 0 }) => status >= 400).at(-1) ?? logged.at(-1);
}

function requestInLine(line: string, text: string): PastedParts | undefined {
  const found = requestLine.exec(line);
  if (!found) return undefined;
  const method = found[1] ?? found[3];
  const target = found[2] ?? found[4] ?? "";
  const before = line.slice(0, found.index);
  const [, time, status, byTarget] = balancerFields.exec(before) ?? [];
  const known = Number(status ?? found[5]) || undefined;
  const parts: PastedParts = { method, status: known, date: readLogTime(time ?? line) };
  if (time !== undefined)
    return {
      ...parts,
      // A load balancer always writes the port.
      url: withoutDefaultPort(target),
      notes: [byTarget === status ? "answer-of-target" : "load-balancer-log"],
    };
  if (!target.startsWith("/")) return { ...parts, url: target };
  // urllib3 writes the origin in front of the request line.
  const [, origin] = /(https?:\/\/[\w.-]{1,253}(?::\d{1,5})?) $/.exec(before.slice(-280)) ?? [];
  if (origin !== undefined) return { ...parts, url: withoutDefaultPort(origin) + target };
  return { ...parts, ...hostedRequest(target, line, text) };
}

function withoutDefaultPort(url: string): string {
  return url.replace(/^(https:\/\/[^/:]*):443(?=\/|$)|^(http:\/\/[^/:]*):80(?=\/|$)/, "$1$2");
}
