// The connection to Redis. While Redis is away, commands wait; one line says so, and one says when it is back.
import { Redis } from "ioredis";
import { Fault, refuse } from "./fault.js";

const url = process.env.REDIS_URL || "redis://127.0.0.1:6379";

/** Errors that no new attempt mends. @type {[RegExp, string][]} */
const refusals = [
  [
    /NOAUTH|WRONGPASS|invalid (username-)?password/i,
    "Redis refuses the password; correct it: redis://:PASSWORD@HOST:6379",
  ],
  [/NOPERM/, "this Redis user may not run the commands of BullMQ; give it the permission (ACL SETUSER)"],
  [
    /CERT|self-signed|unable to verify/i,
    "the certificate of Redis is not trusted; give its CA in NODE_EXTRA_CA_CERTS",
  ],
];

/**
 * @param {(fault: Error) => void} onFault gets what no new attempt mends
 */
export function connect(onFault) {
  if (!/^(rediss?:\/\/|\/)/.test(url))
    refuse("REDIS_URL", "is no address of Redis; write redis://HOST:6379, or rediss:// for TLS");
  const redis = new Redis(url, {
    // BullMQ needs it: a command waits for the connection and never fails with it.
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 5), 2000),
    keepAlive: 10_000,
  });
  reportOutages(redis, onFault);
  return redis;
}

/**
 * @param {Redis} redis
 * @param {(fault: Error) => void} onFault
 */
function reportOutages(redis, onFault) {
  const { host, port, path } = redis.options;
  const address = path ?? `${host}:${port}`;
  let reason = "";
  /** @type {number | undefined} */
  let lostAt;
  redis.on("error", (/** @type {Error & { code?: string }} */ error) => {
    const refusal = refusals.find(([pattern]) => pattern.test(`${error.code} ${error.message}`));
    if (refusal) onFault(new Fault(`REDIS_URL: ${refusal[1]}`));
    else reason = error.code ?? error.name;
  });
  redis.on("close", () => {
    if (lostAt !== undefined || redis.status === "end") return;
    lostAt = Date.now();
    // The reason comes with the next attempt.
    setTimeout(() => {
      if (lostAt === undefined || redis.status === "end") return;
      console.error(`Redis at ${address} does not answer${reason && ` (${reason})`}. Waiting for it …`);
    }, 500).unref();
  });
  redis.on("ready", () => {
    if (lostAt !== undefined && Date.now() - lostAt > 500)
      console.error(`Redis answers again after ${Math.round((Date.now() - lostAt) / 1000)} s.`);
    lostAt = undefined;
    reason = "";
  });
}

/** Errors of a lost connection: they have had their line. @param {Error & { code?: string }} error */
export const isConnectionError = (error) =>
  /Connection is closed|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT|EHOSTUNREACH|Stream isn't writeable/.test(
    `${error.code} ${error.message}`,
  );
