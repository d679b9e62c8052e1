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
const fields: Readonly<Record<string, (record: RequestRecord, exchange: Exchange) => string | undefined>> = {
  date: ({ time }) => time.toISOString().slice(0, 10),
  time: ({ time }) => time.toISOString().slice(11, 19),
  "x-edge-location": () => "LOCAL",
  "sc-bytes": ({ bytes }) => String(bytes),
  "c-ip": (_, { address }) => address,
  "cs-method": ({ method }) => method,
  "cs(Host)": (_, { incoming }) => incoming.headers.host,
  "cs-uri-stem": ({ target }) => target.replace(/\?.*$/s, ""),
  "sc-status": ({ status }) => String(status),
  "cs(Referer)": (_, { incoming }) => incoming.headers.referer,
  "cs(User-Agent)": (_, { incoming }) => incoming.headers["user-agent"],
  "cs-uri-query": ({ target }) => (target.includes("?") ? target.slice(target.indexOf("?") + 1) : undefined),
  "cs(Cookie)": (_, { incoming }) => incoming.headers.cookie,
  "x-edge-result-type": resultOf,
  "x-edge-request-id": () => undefined,
  "x-host-header": (_, { incoming }) => incoming.headers.host,
  "cs-protocol": () => "http",
  "cs-bytes": () => undefined,
  "time-taken": ({ milliseconds }) => (milliseconds / 1000).toFixed(3),
  "x-forwarded-for": (_, { incoming }) => incoming.headers["x-forwarded-for"]?.toString(),
  "ssl-protocol": () => undefined,
  "ssl-cipher": () => undefined,
  "x-edge-response-result-type": resultOf,
  "cs-protocol-version": (_, { incoming }) => `HTTP/${incoming.httpVersion}`,
  "fle-status": () => undefined,
  "fle-encrypted-fields": () => undefined,
  "c-port": (_, { incoming }) => incoming.socket.remotePort?.toString(),
  "time-to-first-byte": () => undefined,
  "x-edge-detailed-result-type": resultOf,
  "sc-content-type": (_, { headers }) => headers.get("content-type") ?? undefined,
  "sc-content-len": ({ isComplete, bytes }, { headers }) =>
    headers.get("content-length") ?? (isComplete ? String(bytes) : undefined),
  "sc-range-start": () => undefined,
  "sc-range-end": () => undefined,
};

function resultOf({ status }: RequestRecord): string {
  return status >= 400 ? "Error" : "Miss";
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
    const values = Object.values(fields).map(
      (read) => logged(read(record, { ...exchange, address: ipAddress ?? exchange.address }) ?? "") || "-",
    );
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
  if (fs.fstatSync(file).size === 0)
    fs.writeFileSync(file, `#Version: 1.0\n#Fields: ${Object.keys(fields).join(" ")}\n`);
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
