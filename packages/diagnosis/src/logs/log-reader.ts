/** One request of a log, with the fields that say something about its denial. */
export interface LoggedRequest {
  /** In epoch milliseconds. */
  readonly time: number;
  readonly status: number;
  readonly method: string;
  readonly scheme: "http" | "https";
  /** The name that the viewer used. */
  readonly host: string;
  /** The other one that the log has, such as that of the distribution: it may have been signed. */
  readonly otherHost: string | undefined;
  readonly path: string;
  /** Without the `?`; empty without one. */
  readonly query: string;
  readonly cookies: string | undefined;
  /** Still with its escapes. */
  readonly userAgent: string;
  readonly address: string | undefined;
  readonly country: string | undefined;
  /** What CloudFront says of the answer: `Error`, or more precisely `ClientGeoBlocked`. */
  readonly result: string;
  readonly contentType: string;
  readonly contentLength: number | undefined;
}

/** The fields that are read. */
const readFields = [
  "date",
  "time",
  "timestamp",
  "timestamp-ms",
  "c-ip",
  "cs-method",
  "cs-host",
  "cs-uri-stem",
  "sc-status",
  "cs-user-agent",
  "cs-uri-query",
  "cs-cookie",
  "x-host-header",
  "cs-protocol",
  "x-edge-result-type",
  "x-edge-detailed-result-type",
  "sc-content-type",
  "sc-content-len",
  "c-country",
] as const;

type Field = (typeof readFields)[number];
type Fields = ReadonlyMap<string, string>;

/**
 * Where a standard log has these fields, for lines without their header.
 *
 * Source: CloudFront Developer Guide, "Standard logging reference".
 */
const standardPlaces: Readonly<Record<string, number>> = {
  date: 0,
  time: 1,
  "c-ip": 4,
  "cs-method": 5,
  "cs-host": 6,
  "cs-uri-stem": 7,
  "sc-status": 8,
  "cs-user-agent": 10,
  "cs-uri-query": 11,
  "cs-cookie": 12,
  "x-edge-result-type": 13,
  "x-host-header": 15,
  "cs-protocol": 16,
  "x-edge-detailed-result-type": 28,
  "sc-content-type": 29,
  "sc-content-len": 30,
};

/** A log names its fields in several ways: `cs(User-Agent)`, `cs-user-agent`, and `cs_user_agent` in Parquet. */
export function fieldName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[()_]+/g, "-")
    .replace(/-$/, "");
}

/** Reads the lines of a log, whatever its format is. */
export class LogReader {
  /** The fields that the lines have. */
  readonly names: Set<string> = new Set();
  /** The columns of the first request without a header; of the first line, if none can be read. */
  columns: readonly string[] | undefined;
  #places: readonly (readonly [name: string, place: number])[];
  /** The places whose names are in {@link names}. */
  #namedPlaces: unknown;
  #separator = "\t";
  #hasHeader = false;
  #hasRequest = false;
  readonly #nameOf = new Map<string, string>();

  /** `fields` are the names of the fields for lines without a header. */
  constructor(fields: readonly string[] | undefined) {
    this.#places = Object.entries(standardPlaces);
    if (fields) this.#usePlaces(fields);
  }

  #usePlaces(names: readonly string[]): void {
    const known: readonly string[] = readFields;
    this.#places = names
      .map((name, i) => [fieldName(name), i] as const)
      .filter(([name]) => known.includes(name));
  }

  /** The request of a line; `undefined` for one without a request, `"unreadable"` for one that cannot be read. */
  readLine(line: string): LoggedRequest | "unreadable" | undefined {
    if (line === "") return undefined;
    if (line.startsWith("#")) {
      if (line.startsWith("#Fields:")) {
        this.#hasHeader = true;
        this.#usePlaces(
          line
            .slice("#Fields:".length)
            .trim()
            .split(/[\s,]+/),
        );
      }
      return undefined;
    }
    if (line.startsWith("{")) return this.readRecord(jsonOf(line));
    if (!line.includes(this.#separator))
      this.#separator = ["\t", ",", " "].find((one) => line.includes(one)) ?? "\t";
    const values = line.split(this.#separator);
    const fields = new Map<string, string>();
    if (this.#namedPlaces !== this.#places) for (const [name] of this.#places) this.names.add(name);
    this.#namedPlaces = this.#places;
    for (const [name, place] of this.#places) {
      const value = values[place];
      if (value !== undefined && value !== "-" && value !== "") fields.set(name, value);
    }
    const request = this.#request(fields);
    if (!this.#hasHeader && !this.#hasRequest && (request !== "unreadable" || this.columns === undefined))
      this.columns = values;
    this.#hasRequest ||= request !== "unreadable";
    return request;
  }

  /** The request of a record: a line of JSON, or a row of Parquet. */
  readRecord(record: unknown): LoggedRequest | "unreadable" {
    const fields = new Map<string, string>();
    try {
      for (const [name, value] of Object.entries(record as object)) {
        const text = textOf(value);
        const known = this.#fieldName(name);
        if (this.names.size < 200) this.names.add(known);
        if (text !== undefined && text !== "-" && text !== "") fields.set(known, text);
      }
    } catch {
      // Nothing, or an object that throws when it is read.
      return "unreadable";
    }
    return this.#request(fields);
  }

  #fieldName(name: string): string {
    const known = this.#nameOf.get(name) ?? fieldName(name);
    // Whoever writes JSON chooses its names.
    if (this.#nameOf.size < 200) this.#nameOf.set(name, known);
    return known;
  }

  #request(fields: Fields): LoggedRequest | "unreadable" {
    const get = (name: Field): string | undefined => fields.get(name);
    const status = get("sc-status") ?? "";
    const stem = get("cs-uri-stem") ?? "";
    const time = timeOf(fields);
    if (!/^\d{3}$/.test(status) || !stem.startsWith("/") || time === undefined) return "unreadable";
    // In a real-time log, the field has the query, too.
    const at = stem.indexOf("?");
    if (at >= 0) this.names.add("cs-uri-query");
    const length = get("sc-content-len") ?? "";
    const result = get("x-edge-detailed-result-type") ?? get("x-edge-result-type") ?? "";
    const country = get("c-country") ?? "";
    return {
      time,
      status: Number(status),
      method: get("cs-method") ?? "GET",
      scheme: /^(http|ws)$/.test(get("cs-protocol") ?? "") ? "http" : "https",
      ...hostsOf(fields),
      path: at < 0 ? stem : stem.slice(0, at),
      query: get("cs-uri-query") ?? (at < 0 ? "" : stem.slice(at + 1)),
      cookies: get("cs-cookie"),
      userAgent: get("cs-user-agent") ?? "",
      address: get("c-ip"),
      country: /^[A-Z]{2}$/.test(country) ? country : undefined,
      result,
      contentType: get("sc-content-type")?.toLowerCase() ?? "",
      contentLength: /^\d{1,9}$/.test(length) ? Number(length) : undefined,
    };
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined;
}

/**
 * The name that the viewer sent. A standard log has it in `x-host-header` and the name of the distribution in
 * `cs(Host)`; a real-time log the other way round.
 */
function hostsOf(fields: Fields): Pick<LoggedRequest, "host" | "otherHost"> {
  const [host, header] = [fields.get("cs-host"), fields.get("x-host-header")];
  const [used = "", otherHost] = (
    header?.endsWith(".cloudfront.net") ? [host, header] : [header, host]
  ).filter((name) => name !== undefined);
  return { host: used, otherHost };
}

/** The time of a request in milliseconds; logs have it in UTC, real-time logs in seconds since 1970. */
function timeOf(fields: Fields): number | undefined {
  const [date, time] = [fields.get("date"), fields.get("time")];
  const stamp = fields.get("timestamp-ms") ?? fields.get("timestamp") ?? "";
  const text = date === undefined ? stamp : `${date}T${time ?? ""}Z`;
  const number = Number(text);
  const found =
    text !== "" && number >= 0
      ? number * (number < 1e11 ? 1000 : 1)
      : /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?$/.test(text)
        ? Date.parse(`${text.replace(" ", "T").replace("Z", "")}Z`)
        : Number.NaN;
  return found >= 0 && found < 8.64e15 ? found : undefined;
}
