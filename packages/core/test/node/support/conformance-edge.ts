import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type CloudFrontVerifier, createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";

/** What an edge decides about: a request, byte for byte. */
export interface EdgeRequest {
  readonly url: string;
  readonly cookies: string | undefined;
  readonly now: Date;
}

/** What an edge decides. */
interface EdgeDecision {
  readonly isAllowed: boolean;
  readonly code: string;
  readonly reason: string;
  /** The URL for the origin and the cache, if it is allowed. */
  readonly url: string;
}

/** How an edge differs from the verifier. */
export interface Deviation {
  /** The request that the edge decides about instead. */
  readonly rewrite?: (request: EdgeRequest) => EdgeRequest;
  /** Its own decision about the request. */
  readonly decide?: (request: EdgeRequest, decision: EdgeDecision) => EdgeDecision;
}

/** Public keys by their key pair IDs. */
type KeyGroup = Readonly<Record<string, string>>;

/** A stand-in for a CloudFront distribution on loopback. */
export interface ConformanceEdge {
  readonly origin: string;
  /** How it differs from now on. */
  deviation: Deviation;
  /** The status with which it answers everything, if it is out of order. */
  failure: number | undefined;
  requests: number;
  close(): void;
}

export const keyPairIds = { rsa: "KRSACONFORMANCE", ec: "KECCONFORMANCE1" };

const pairs = {
  rsa: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ec: generateKeyPairSync("ec", { namedCurve: "P-256" }),
};

export const privateKeys = {
  rsa: pairs.rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  ec: pairs.ec.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
};

export const keyGroup: KeyGroup = {
  [keyPairIds.rsa]: pairs.rsa.publicKey.export({ type: "spki", format: "pem" }).toString(),
  [keyPairIds.ec]: pairs.ec.publicKey.export({ type: "spki", format: "pem" }).toString(),
};

/** More than the 20,480 bytes of CloudFront, so that the verifier decides, not Node.js. */
const longestHeaders = 65_536;

const statuses: Readonly<Record<string, number>> = { "request-too-large": 413, "request-invalid": 400 };

/**
 * Answers as CloudFront does in the opinion of the verifier, which gets each URL byte for byte. `group` is read
 * when the first request comes.
 */
export async function startConformanceEdge(group: () => KeyGroup = () => keyGroup): Promise<ConformanceEdge> {
  const cached = new Set<string>();
  let verifier: CloudFrontVerifier | undefined;

  async function decide(incoming: IncomingMessage, now: Date): Promise<EdgeDecision> {
    verifier ??= createCloudFrontVerifier({ keyGroup: group() });
    const url = `http://${incoming.headers.host}${incoming.url}`;
    const given = { url, cookies: incoming.headers.cookie, now };
    const request = edge.deviation.rewrite?.(given) ?? given;
    const ipAddress = incoming.socket.remoteAddress?.replace("::ffff:", "");
    const options = { now: request.now, ipAddress };
    const verdict =
      request.cookies === undefined
        ? await verifier.verifyUrl(request.url, options)
        : await verifier.verifyCookies(request.url, request.cookies, options);
    const decision: EdgeDecision = verdict.allowed
      ? { isAllowed: true, code: "", reason: "", url: verdict.url }
      : { isAllowed: false, code: verdict.code, reason: verdict.reason, url: "" };
    return edge.deviation.decide?.(request, decision) ?? decision;
  }

  const server = createServer({ maxHeaderSize: longestHeaders }, async (incoming, answer) => {
    edge.requests++;
    const now = new Date();
    answer.setHeader("Date", now.toUTCString());
    answer.setHeader("X-Amz-Cf-Pop", "LHR3-P1");
    if (edge.failure !== undefined) {
      answer.writeHead(edge.failure).end();
      return;
    }
    const { isAllowed, code, reason, url } = await decide(incoming, now);
    if (isAllowed) {
      const isHit = url.includes("/cached/") && cached.has(url);
      cached.add(url);
      answer.setHeader("X-Cache", `${isHit ? "Hit" : "Miss"} from cloudfront`);
      answer.end("an object\n");
      return;
    }
    answer.writeHead(statuses[reason] ?? 403, {
      Server: "CloudFront",
      "Content-Type": "text/xml",
      "X-Cache": "Error from cloudfront",
    });
    // Names the host, as an answer might.
    const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${incoming.headers.host}</Message></Error>`;
    answer.end(incoming.method === "HEAD" ? undefined : body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const edge: ConformanceEdge = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    deviation: {},
    failure: undefined,
    requests: 0,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return edge;
}
