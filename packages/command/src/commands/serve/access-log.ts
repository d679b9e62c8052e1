import type { IncomingMessage } from "node:http";
import { tryToRead } from "../../arguments/source-file.ts";
import { fs } from "../../node-modules.ts";
import { shownValue } from "../../output/shown-value.ts";
import { sayNote, warn } from "../../output/terminal.ts";
import type { RequestRecord } from "./request-log.ts";

/** What a log has besides the record of a request. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly headers: Headers;
  /** The viewer's address, or the one that stands for it. */
  readonly address: string;
}

export type AccessLogWriter = (record: RequestRecord, exchange: Exchange) => void;

/**
 * The fields of a line, in CloudFront's order. What a local server does not have is a hyphen.
 *
 * Source: CloudFront Developer Guide, "Standard logging reference".
 */
const fieldNames =
  "date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end";

function valuesOf(record: RequestRecord, { incoming, headers, address }: Exchange) {
  const { time, method, target, status, bytes, isComplete, milliseconds } = record;
  const at = target.indexOf("?");
  const result = status >= 400 ? "Error" : "Miss";
  const sent = incoming.headers;
  return new Map<string, string | number | undefined>([
    ["date", time.toISOString().slice(0, 10)],
    ["time", time.toISOString().slice(11, 19)],
    ["x-edge-location", "LOCAL"],
    ["sc-bytes", bytes],
    ["c-ip", address],
    ["cs-method", method],
    ["cs(Host)", sent.host],
    ["cs-uri-stem", at < 0 ? target : target.slice(0, at)],
    ["sc-status", status],
    ["cs(Referer)", sent.referer],
    ["cs(User-Agent)", sent["user-agent"]],
    ["cs-uri-query", at < 0 ? undefined : target.slice(at + 1)],
    ["cs(Cookie)", sent.cookie],
    ["x-edge-result-type", result],
    ["x-host-header", sent.host],
    ["cs-protocol", "http"],
    ["time-taken", (milliseconds / 1000).toFixed(3)],
    ["x-forwarded-for", sent["x-forwarded-for"]?.toString()],
    ["x-edge-response-result-type", result],
    ["cs-protocol-version", `HTTP/${incoming.httpVersion}`],
    ["c-port", incoming.socket.remotePort],
    ["x-edge-detailed-result-type", result],
    ["sc-content-type", headers.get("content-type") ?? undefined],
    ["sc-content-len", headers.get("content-length") ?? (isComplete ? bytes : undefined)],
  ]);
}

/**
 * Opens a log in the format of CloudFront's standard logs. It holds whole signatures and cookies, as CloudFront's do,
 * so that only its owner may read a new one. `ipAddress` stands for every viewer. Never throws once it is open.
 */
export function openAccessLog(path: string, ipAddress: string | undefined): AccessLogWriter {
  const shown = shownValue(path);
  const file = tryToRead(`--log ${shown}: cannot be written`, () => openedLog(path));
  let numMissing = 0;
  return (record, exchange) => {
    const known = valuesOf(record, { ...exchange, address: ipAddress ?? exchange.address });
    const values = fieldNames.split(" ").map((name) => logged(`${known.get(name) ?? ""}`) || "-");
    try {
      // A line of which a full disk took a part ends here.
      fs.writeFileSync(file, `${numMissing > 0 ? "\n" : ""}${values.join("\t")}\n`);
    } catch (error) {
      // A server that ends would be worse than a log with a gap.
      if (numMissing++ > 0) return;
      const { code } = error as NodeJS.ErrnoException;
      warn(
        `--log ${shown}: cannot be written (${code}); the server goes on, and logs again as soon as it can`,
      );
      return;
    }
    if (numMissing > 0)
      sayNote(`--log ${shown}: can be written again; ${numMissing} requests are not in it.`);
    numMissing = 0;
  };
}

function openedLog(path: string): number {
  const file = fs.openSync(path, "a", 0o600);
  if (fs.fstatSync(file).size === 0) fs.writeFileSync(file, `#Version: 1.0\n#Fields: ${fieldNames}\n`);
  return file;
}

/**
 * Escapes what CloudFront escapes in a log. A `%` stays, since all that the server receives is in escapes already.
 *
 * Source: CloudFront Developer Guide, "Standard log file format".
 */
function logged(value: string): string {
  return value.replace(/[^!-~]|[<>"#{}|\\^~[\]`']/gu, (character) =>
    encodeURIComponent(character)
      .toUpperCase()
      .replace(/^[^%]$/, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`),
  );
}
