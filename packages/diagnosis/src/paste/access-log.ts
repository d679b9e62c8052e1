import type { PastedParts } from "./pasted-parts.ts";
import { fieldsOf } from "./response-fields.ts";
import { readLogTime } from "./times-in-text.ts";

/**
 * The fields of a line of CloudFront's standard log, in its order.
 *
 * Source: CloudFront Developer Guide, "Standard logging reference".
 */
const standardFields: string =
  "date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end";

/** Fields that every line has, whatever was chosen for the log. */
const usualFields = ["cs-uri-stem", "sc-status"];

/** Reads the last denied request of CloudFront's standard log, or else its last one; `undefined` for other text. */
export function readAccessLog(text: string): PastedParts | undefined {
  let names = standardFields.split(" ");
  let isTable = false;
  const requests: PastedParts[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("#Fields:")) names = line.slice("#Fields:".length).trim().split(/\s+/);
    const cells = isTable || /^"?[\w-]+"?,/.test(line) ? cellsOf(line) : [];
    if (cells.some((cell) => /^(?:cs_)?uri(?:_stem)?$/.test(cell))) {
      names = cells.map(nameOfColumn);
      isTable = true;
      continue;
    }
    const isRow = isTable && cells.length === names.length;
    const values = isRow ? cells : line.split("\t");
    const isLine = values.length >= usualFields.length && /^\d{4}-\d\d-\d\d$/.test(values[0] ?? "");
    if (!isRow && !isLine) continue;
    const found = readLogFields(new Map(values.map((value, i) => [names[i] ?? "", value])));
    if (found) requests.push(found);
  }
  const denied = requests.filter(({ status }) => status === 403);
  const request = denied.at(-1) ?? requests.at(-1);
  if (!request) return undefined;
  return requests.length > 1
    ? { ...request, notes: ["one-of-several-denied", ...(request.notes ?? [])] }
    : request;
}

/** The cells of a line of CSV. */
function cellsOf(line: string): string[] {
  return Array.from(line.matchAll(/"((?:[^"]|"")*)"(?:,|$)|([^,]*)(?:,|$)/g), ([, quoted, plain = ""]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  ).slice(0, line.endsWith(",") ? undefined : -1);
}

/** The field that a column of Athena has, in the table of AWS's pages or the one before it. */
function nameOfColumn(column: string): string {
  return olderColumns[column] ?? column.replaceAll("_", "-");
}

const olderColumns: Readonly<Record<string, string>> = {
  method: "cs-method",
  host: "cs-host",
  uri: "cs-uri-stem",
  status: "sc-status",
  query_string: "cs-uri-query",
  request_ip: "c-ip",
  cookie: "cs-cookie",
  host_header: "x-host-header",
};

/** The request of one line by the names of its fields, which JSON logs have, too. */
export function readLogFields(fields: ReadonlyMap<string, string>): PastedParts | undefined {
  const field = (name: string): string | undefined => {
    const value = fields.get(name);
    return value === "-" || value === "" ? undefined : value;
  };
  const path = field("cs-uri-stem");
  const [host, ...hostnames] = [field("x-host-header"), field("cs(Host)"), field("cs-host")].filter(
    (name) => name !== undefined,
  );
  const status = field("sc-status") ?? "";
  if (!path?.startsWith("/") || !host || !/^\d{3}$/.test(status)) return undefined;
  const query = field("cs-uri-query");
  const scheme = field("cs-protocol");
  const isKnownScheme = scheme === "http" || scheme === "https";
  return {
    url: `${isKnownScheme ? scheme : "https"}://${host}${path}${query === undefined ? "" : `?${query}`}`,
    cookies: unescapedField(field("cs(Cookie)") ?? field("cs-cookie")),
    method: field("cs-method"),
    status: Number(status),
    date: readLogTime(`${field("date")}T${field("time")}Z`),
    ipAddress: field("c-ip"),
    hostnames,
    responseHeaders: responseFields(field),
    isSent: true,
    notes: isKnownScheme ? ["access-log"] : ["access-log", "scheme-assumed"],
  };
}

/**
 * A field as the viewer sent it: in a log, a space and some other characters are escaped.
 *
 * Source: CloudFront Developer Guide, "Standard logging reference".
 */
export function unescapedField<Text extends string | undefined>(text: Text): Text | string {
  return text?.replace(/%(?:2[0237]|3[CE]|5[B-E]|60|7[B-E])/gi, decodeURIComponent) ?? text;
}

/** The log has the names of results that CloudFront shows in `x-cache`, and the ID of `x-amz-cf-id`. */
function responseFields(field: (name: string) => string | undefined): Record<string, string> | undefined {
  const result = field("x-edge-response-result-type") ?? field("x-edge-result-type");
  const id = field("x-edge-request-id");
  const type = field("sc-content-type");
  return fieldsOf([
    { name: "x-cache", value: result === undefined ? "" : `${result} from cloudfront` },
    { name: "x-amz-cf-id", value: id ?? "" },
    { name: "content-type", value: type ?? "" },
  ]);
}
