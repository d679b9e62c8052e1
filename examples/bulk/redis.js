// The connection to Redis. While Redis is away, commands wait: one line says so, and one says that it is back.
import { Redis } from "ioredis";
import { Fault, refuse } from "./fault.js";
import { printable } from "./terminal.js";

const url = process.env.REDIS_URL || "redis://127.0.0.1:6379";

/** What no new attempt mends. @type {[RegExp, string][]} */
const refusals = [
  [/NOAUTH/, "Redis wants a password; write redis://:PASSWORD@HOST:6379"],
  [/WRONGPASS|invalid password/, "Redis refuses the user or the password; correct them"],
  [
    /NOPERM/,
    "this user of Redis may not run all commands that BullMQ needs; change its rules with ACL SETUSER",
  ],
  [
    /ALTNAME_INVALID/,
    "the certificate of Redis is for another host name; write a name that is in the certificate",
  ],
  [
    /CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
    "the certificate of Redis has expired, or this clock is wrong; renew it",
  ],
  [
    /CERT_|SELF_SIGNED|UNABLE_TO_VERIFY/,
    "the certificate of Redis is not trusted; give its CA's file in NODE_EXTRA_CA_CERTS",
  ],
  [/WRONG_VERSION_NUMBER/, "Redis does not speak TLS on this port; write redis://, or correct the port"],
];

/**
 * What no new attempt mends.
 * @param {Error & { code?: string }} error
 * @returns {Fault | undefined} undefined if a new attempt may do
 */
export function refusalOf({ code, message }) {
  const refusal = refusals.find(([pattern]) => pattern.test(`${code} ${message}`));
  return refusal && new Fault(`REDIS_URL: ${refusal[1]}`);
}

/** An answer of Redis to a command that is not repeated, in words. @param {any} error */
export function redisFault(error) {
  if (error.name !== "ReplyError" && !/^Redis version/.test(error.message)) return error;
  if (/^READONLY/.test(error.message))
    return new Fault("REDIS_URL: this Redis is a read-only replica; give the address of its primary");
  return (
    refusalOf(error) ??
    new Fault(`REDIS_URL: Redis answers "${error.message}"; mend that, and run the command again`)
  );
}

/** @param {(fault: Fault) => void} onFault gets what no new attempt mends */
export function connect(onFault) {
  if (!/^(rediss?:\/\/|\/)/.test(url))
    refuse(
      "REDIS_URL",
      "is not the address of a Redis; write redis://HOST:6379, or rediss://HOST:6379 for TLS",
    );
  checkUrl();
  const redis = new Redis(url, {
    // BullMQ needs null: commands wait for the connection.
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 5), 2000),
    // A Redis that is gone without a word. BullMQ's longest blocking command takes 10 seconds.
    socketTimeout: 30_000,
    keepAlive: 10_000,
    // After a failover, the address leads to the new primary.
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  });
  reportOutages(redis, onFault);
  return redis;
}

/** Node.js's own error would quote it, with the password. */
function checkUrl() {
  if (url.startsWith("/") || URL.canParse(url)) return;
  refuse(
    "REDIS_URL",
    "is not a URL; check the port, and in the password write %2F for /, %23 for #, %3F for ? and %25 for %",
  );
}

/** @param {Redis} redis */
export const addressOf = ({ options: { host, port, path } }) => printable(path ?? `${host}:${port}`);

/** What to do about a Redis that does not answer. @param {Redis} redis */
export const remedyOf = ({ options: { tls, path } }) => {
  if (path) return "start it, or correct the path";
  return tls
    ? "start it, correct the address, or write redis:// if it has no TLS on this port"
    : "start it, correct the address, or write rediss:// if it wants TLS";
};

/**
 * @param {Redis} redis
 * @param {(fault: Fault) => void} onFault
 */
function reportOutages(redis, onFault) {
  let reason = "";
  /** @type {NodeJS.Timeout | undefined} */
  let line;
  let lostAt = 0;
  redis.on("error", (/** @type {Error & { code?: string }} */ error) => {
    const refusal = refusalOf(error);
    if (refusal) onFault(refusal);
    reason = error.code ?? (/^[A-Z]+ /.exec(error.message)?.[0].trim() || "no answer");
  });
  redis.on("close", () => {
    if (line) return;
    lostAt = Date.now();
    // A restart of Redis may take less, and the first error has the reason.
    line = setTimeout(() => {
      console.error(
        `Redis at ${addressOf(redis)} does not answer${reason && ` (${reason})`}. Waiting for it …`,
      );
    }, 1000).unref();
  });
  redis.on("ready", () => {
    const seconds = Math.round((Date.now() - lostAt) / 1000);
    if (line && seconds >= 1) console.error(`Redis answers again after ${seconds} s.`);
    clearTimeout(line);
    line = undefined;
    reason = "";
  });
  redis.on("end", () => clearTimeout(line));
}

/** Errors of a lost connection: they have had their line. @param {Error & { code?: string }} error */
export const isConnectionError = ({ code, message }) =>
  /Connection is closed|Socket timeout|Stream isn't writeable/.test(message) || /^E[A-Z_]+$/.test(code ?? "");

/** Redis takes no writes, or none yet. @param {{ message: string }} error */
export const isBusy = ({ message }) =>
  /^(OOM|MISCONF|READONLY|LOADING|MASTERDOWN|BUSY|TRYAGAIN|NOREPLICAS)\b/.test(message);
