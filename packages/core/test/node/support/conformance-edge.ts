import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";

/** What an edge decides about a request. */
export interface EdgeDecision {
  readonly allowed: boolean;
  readonly code?: string;
  /** The URL for the origin and the cache, if it is allowed. */
  readonly url?: string;
}

/** An incoming request as the edge sees it. */
export interface EdgeRequest {
  readonly url: string;
  readonly method: string;
  readonly cookies: string | undefined;
  readonly now: Date;
}

/** Another decision than that of the verifier; `undefined` leaves it as it is. */
export type Deviation = (request: EdgeRequest, decision: EdgeDecision) => EdgeDecision | undefined;

/** A stand-in for a CloudFront distribution on loopback. */
export interface ConformanceEdge {
  readonly origin: string;
  readonly keyPairIds: { readonly rsa: string; readonly ec: string };
  readonly privateKeys: { readonly rsa: string; readonly ec: string };
  /** The number of requests so far. */
  requests(): number;
  deviate(deviation: Deviation | undefined): void;
  /** Answers everything with this status, as a stack that is not ready. */
  fail(status: number | undefined): void;
  close(): void;
}

const pem = { type: "pkcs8", format: "pem" } as const;
const keyPairIds = { rsa: "KRSACONFORMANCE", ec: "KECCONFORMANCE1" };

export const conformanceKeys = {
  rsa: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ec: generateKeyPairSync("ec", { namedCurve: "P-256" }),
};

const privateKeys = {
  rsa: conformanceKeys.rsa.privateKey.export(pem).toString(),
  ec: conformanceKeys.ec.privateKey.export(pem).toString(),
};

const statuses: Readonly<Record<string, number>> = { "request-too-large": 413, "request-invalid": 400 };

/** Answers as CloudFront does in the opinion of the verifier, which gets each URL byte for byte. */
export async function startConformanceEdge(): Promise<ConformanceEdge> {
  const verifier = createCloudFrontVerifier({
    keyGroup: {
      [keyPairIds.rsa]: conformanceKeys.rsa.publicKey.export({ type: "spki", format: "pem" }).toString(),
      [keyPairIds.ec]: conformanceKeys.ec.publicKey.export({ type: "spki", format: "pem" }).toString(),
    },
  });
  const cached = new Set<string>();
  let [count, deviation, failure]: [number, Deviation | undefined, number | undefined] = [0, undefined, undefined];
  const decide = async (incoming: IncomingMessage, now: Date) => {
    const url = `http://${incoming.headers.host}${incoming.url}`;
    const { cookie: cookies } = incoming.headers;
    const request = { url, headers: new Headers(cookies === undefined ? {} : { cookie: cookies }) };
    const ipAddress = incoming.socket.remoteAddress?.replace("::ffff:", "");
    const verdict = await verifier.verifyRequest(request, { now, ipAddress });
    const decision: EdgeDecision = verdict.allowed
      ? { allowed: true, url: verdict.url }
      : { allowed: false, code: verdict.code };
    const other = deviation?.({ url, method: incoming.method ?? "", cookies, now }, decision);
    const reason = verdict.allowed ? "" : verdict.reason;
    return { ...(other ?? decision), status: other ? 403 : (statuses[reason] ?? 403) };
  };
  const server = createServer({ maxHeaderSize: 65_536 }, async (incoming, answer) => {
    count++;
    const now = new Date();
    answer.setHeader("Date", now.toUTCString());
    answer.setHeader("X-Amz-Cf-Pop", "LHR3-P1");
    if (failure !== undefined) {
      answer.writeHead(failure).end();
      return;
    }
    const { allowed, code, url = "", status } = await decide(incoming, now);
    if (allowed) {
      const isHit = url.includes("/cached/") && cached.has(url);
      cached.add(url);
      answer.setHeader("X-Cache", `${isHit ? "Hit" : "Miss"} from cloudfront`);
      answer.end("an object\n");
      return;
    }
    answer.writeHead(status, { Server: "CloudFront", "Content-Type": "text/xml", "X-Cache": "Error from cloudfront" });
    const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>of ${incoming.headers.host}</Message></Error>`;
    answer.end(incoming.method === "HEAD" ? undefined : body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    keyPairIds,
    privateKeys,
    requests: () => count,
    deviate: (other) => {
      deviation = other;
    },
    fail: (status) => {
      failure = status;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
