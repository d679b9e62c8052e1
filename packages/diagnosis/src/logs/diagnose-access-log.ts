import { describeType, fail, readOptions, typeTag } from "cloudfront-sign-webcrypto/internals";
import type { CloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { CauseSearch } from "./cause-search.ts";
import { ClientNames } from "./client-kind.ts";
import { readDenial } from "./denial.ts";
import { type AccessLogChunk, LogLines } from "./log-lines.ts";
import { fieldName, type LoggedRequest, LogReader } from "./log-reader.ts";
import { foreignLog } from "./missing.ts";
import { type AccessLogDiagnosis, describeTraffic } from "./summary.ts";
import { Traffic } from "./traffic.ts";

/** Options of {@link diagnoseAccessLog}. */
export interface AccessLogOptions {
  /** A verifier with the public keys: it proves a cause. */
  readonly verifier?: CloudFrontVerifier | undefined;
  /**
   * Other host names that may have been signed, such as an old domain. The names in the log count without it. Only with
   * a verifier.
   */
  readonly hostnames?: readonly string[] | undefined;
  /**
   * The names of the fields, in their order, for lines without a `#Fields` header: those that you chose for a
   * real-time log. Default: the fields of a standard log.
   */
  readonly fields?: readonly string[] | undefined;
  /** The HTTP status of a denial, from 200 to 599, if an error page of the distribution changes it. Default: 403. */
  readonly status?: number | undefined;
}

/**
 * Says what denies viewers, from CloudFront's access logs: each cause with its requests, its time and its fix, the one
 * that denies most users first.
 *
 * It reads standard logs (version 1, and version 2 as W3C or JSON) and real-time logs. Memory does not grow with the
 * log. A result has no signature, cookie, query value or whole address. A log has no body of an answer and not every
 * header: `certainty` says how sure a cause is, and `missing` what the log leaves out.
 *
 * It never throws because of a line: those that cannot be read are counted.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html | Standard logging reference}
 * @param log the decompressed log in pieces, such as a stream; for several files write a line break between them
 * @param options the public keys, and what the log does not say of itself
 * @returns the causes, the one that denies most users first
 * @throws `ERR_OPTION_INVALID` for a log that is not a stream, text or bytes, and for wrong options, also for
 * `fields` without `cs-uri-stem`, `sc-status` and a time; `ERR_OPTION_UNKNOWN` for unknown options; `ERR_KEY_INVALID` when a key of the verifier turns out to be invalid.
 * @example
 * ```ts
 * import { diagnoseAccessLog } from "cloudfront-sign-diagnosis/logs";
 *
 * const log = `#Version: 1.0
 * #Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent) cs-uri-query x-host-header
 * 2026-03-02\t09:00:00\t192.0.2.7\tGET\t/course/1.ts\t403\tVLC/3.0.20\t-\tcdn.example.com
 * `;
 * const { causes } = await diagnoseAccessLog([log]);
 * console.log(causes[0]?.id, causes[0]?.count); // segment-not-signed 1
 * ```
 */
export async function diagnoseAccessLog(
  log: AsyncIterable<AccessLogChunk> | Iterable<AccessLogChunk> | string | Uint8Array,
  options: AccessLogOptions = {},
): Promise<AccessLogDiagnosis> {
  const { verifier, hostnames = [], fields, status = 403 } = readLogOptions(options);
  const [lines, reader, clients] = [new LogLines(), new LogReader(fields), new ClientNames()];
  const [traffic, search] = [new Traffic(), new CauseSearch(verifier, hostnames)];
  let unreadable = 0;
  let foreign: string | undefined;
  let withoutStatus = 0;

  /** Counts a request; a promise only if its cause has to be looked for. */
  function count(request: LoggedRequest | "unreadable" | undefined): Promise<void> | undefined {
    if (request === undefined) return undefined;
    if (request === "unreadable") {
      unreadable++;
      return undefined;
    }
    traffic.addRequest(request);
    if (request.status !== status && !isHttpStatus(request.status)) withoutStatus++;
    const client = clients.clientOf(request.userAgent);
    const isError = request.status >= 400 || errorResults.test(request.result);
    if (request.status !== status || !isError) {
      if (isError && mayBeDenial(request, verifier)) traffic.deniedElsewhere.add(String(request.status));
      else if (request.status < 300 || request.status === 304) traffic.addAllowed(request, client);
      return undefined;
    }
    const denial = readDenial(request, verifier);
    const known = search.known(request, denial, client);
    if (!known)
      return search
        .search(request, denial, client)
        .then((cause) => traffic.addDenied(request, denial, client, cause));
    traffic.addDenied(request, denial, client, known);
    return undefined;
  }

  async function countLines(found: Iterable<string | undefined>): Promise<void> {
    for (const line of found) {
      const request = line === undefined ? "unreadable" : reader.readLine(line);
      if (request === "unreadable") foreign ??= foreignLog(line ?? "");
      const pending = count(request);
      if (pending) await pending;
    }
  }

  for await (const chunk of piecesOf(log)) {
    if (typeof chunk === "string" || ArrayBuffer.isView(chunk)) await countLines(lines.linesOf(chunk));
    else await count(reader.readRecord(chunk));
  }
  await countLines(lines.end());
  return describeTraffic(traffic, {
    unreadable,
    foreign,
    names: reader.names,
    numFields: fields?.length,
    columns: reader.columns ?? [],
    withoutStatus,
    hasVerifier: verifier !== undefined,
  });
}

/**
 * The results of CloudFront's own errors, whatever status a custom error page gives them.
 *
 * Source: CloudFront Developer Guide, "Standard logging reference", `x-edge-detailed-result-type`.
 */
const errorResults = /^(?:Error|ClientGeoBlocked|InvalidRequest\w*)$/;

/** Whether an error may be a denial with the status of a custom error page: many other errors are a 4xx by themselves. */
function mayBeDenial(request: LoggedRequest, verifier: CloudFrontVerifier | undefined): boolean {
  const { status } = request;
  return status < 400 ? status >= 200 : status < 500 && readDenial(request, verifier).id === "expired";
}

/** Whether HTTP, CloudFront or a load balancer has this status. 0 is a viewer that has closed its connection. */
function isHttpStatus(status: number): boolean {
  return /^(?:0|1\d\d|20\d|226|30\d|4[0-3]\d|451|46[03]|499|5[0-3]\d|561)$/.test(String(status));
}

/** A path, or the name of a log's file: no line of a log is like it. */
const filePath = /^(?:(?:\.{0,2}|~)[\\/]|[a-z]:[\\/]|file:)[^\s,]*$|^[^\s,{]+\.(?:log|gz|json|parquet|txt)$/i;

type Pieces = AsyncIterable<AccessLogChunk> | Iterable<AccessLogChunk>;

/** A text and bytes are one piece, not many of a character or a number. */
function piecesOf(log: unknown): Pieces {
  if (typeof log === "string" && filePath.test(log))
    fail(
      "ERR_OPTION_INVALID",
      "log",
      "looks like a file's path; pass createReadStream(path) of node:fs, or the text of the log",
    );
  if (typeof log === "string" || ArrayBuffer.isView(log)) return [log as Uint8Array];
  const isIterable = [Symbol.asyncIterator, Symbol.iterator].some(
    (name) => typeof (log as Record<symbol, unknown> | null | undefined)?.[name] === "function",
  );
  return isIterable
    ? (log as Pieces)
    : fail(
        "ERR_OPTION_INVALID",
        "log",
        `is ${describeType(log)}; pass a stream of the log, its text, or its bytes`,
      );
}

function readLogOptions(options: AccessLogOptions): AccessLogOptions {
  const read = readOptions("options", options, ["verifier", "hostnames", "fields", "status"]);
  const { fields, status } = read;
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599))
    fail(
      "ERR_OPTION_INVALID",
      "status",
      `is ${typeof status === "number" ? status : describeType(status)}; give a status from 200 to 599, such as 404`,
    );
  checkNames("hostnames", read.hostnames, "host names");
  checkNames("fields", fields, "field names");
  if (fields === undefined) return read;
  const names: readonly string[] = fields.map(fieldName);
  const lacking = [["cs-uri-stem"], ["sc-status"], ["timestamp", "timestamp-ms", "date"]].find(
    (either) => !either.some((name) => names.includes(name)),
  );
  if (lacking !== undefined)
    fail(
      "ERR_OPTION_INVALID",
      "fields",
      `has no ${lacking[0]}; give all fields of the log in their order, and add this one to the log if it is missing there`,
    );
  return read;
}

function checkNames(
  option: keyof AccessLogOptions,
  names: readonly string[] | undefined,
  what: string,
): void {
  if (names !== undefined && (typeTag(names) !== "Array" || !names.every((name) => typeof name === "string")))
    fail("ERR_OPTION_INVALID", option, `is ${describeType(names)}; give an array of ${what}`);
}
