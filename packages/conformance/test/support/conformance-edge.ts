import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import type { Answer } from "cloudfront-sign-cli/requests/fetch-answer.ts";
import { type CloudFrontVerifier, createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import type { Probe } from "../../src/probe.ts";

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
  /** Answers a request in this process, as the server does. */
  readonly send: (probe: Probe) => Promise<Answer>;
  close(): void;
}

export const keyPairIds = { rsa: "KRSACONFORMANCE", ec: "KECCONFORMANCE1" };

export const privateKeys = { rsa: keyText("rsa2048.pkcs8.pem"), ec: keyText("ecp256.pkcs8.pem") };

export const publicKeys: KeyGroup = {
  [keyPairIds.rsa]: keyText("rsa2048.pub.spki.pem"),
  [keyPairIds.ec]: keyText("ecp256.pub.spki.pem"),
};

/** More than the 20,480 bytes of CloudFront, so that the verifier decides, not Node.js. */
const longestHeaders = 65_536;

const statuses: Readonly<Record<string, number>> = { "request-too-large": 413, "request-invalid": 400 };

/** How Node.js answers a target that is not ASCII, without a call of the server. */
const refusal = { status: 400, headers: {}, body: "" };

/**
 * Answers as CloudFront does in the opinion of the verifier, which gets each URL byte for byte. `group` is read
 * when the first request comes.
 */
export async function startConformanceEdge(
  group: () => KeyGroup = () => publicKeys,
): Promise<ConformanceEdge> {
  const cached = new Set<string>();
  let verifier: CloudFrontVerifier | undefined;

  async function decide(given: EdgeRequest): Promise<EdgeDecision> {
    verifier ??= createCloudFrontVerifier({ publicKeys: group() });
    const request = edge.deviation.rewrite?.(given) ?? given;
    const options = { time: request.now, ipAddress: "127.0.0.1" };
    const verdict =
      request.cookies === undefined
        ? await verifier.verifyUrl(request.url, options)
        : await verifier.verifyCookies(request.url, request.cookies, options);
    const decision: EdgeDecision = verdict.allowed
      ? { isAllowed: true, code: "", reason: "", url: verdict.url }
      : { isAllowed: false, code: verdict.code, reason: verdict.reason, url: "" };
    return edge.deviation.decide?.(request, decision) ?? decision;
  }

  async function answer(host: string, target: string, cookies: string | undefined) {
    edge.requests++;
    const now = new Date();
    const headers = { date: now.toUTCString(), "x-amz-cf-pop": "LHR3-P1" };
    if (edge.failure !== undefined) return { status: edge.failure, headers, body: "" };
    const { isAllowed, code, reason, url } = await decide({ url: `http://${host}${target}`, cookies, now });
    if (isAllowed) {
      const isHit = url.includes("/cached/") && cached.has(url);
      cached.add(url);
      const xCache = { "x-cache": `${isHit ? "Hit" : "Miss"} from cloudfront` };
      return { status: 200, headers: { ...headers, ...xCache }, body: "an object\n" };
    }
    const error = { server: "CloudFront", "content-type": "text/xml", "x-cache": "Error from cloudfront" };
    return {
      status: statuses[reason] ?? 403,
      headers: { ...headers, ...error },
      // Names the host, as an answer might.
      body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${host}</Message></Error>`,
    };
  }

  const server = createServer({ maxHeaderSize: longestHeaders }, async (incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const { status, body, headers: sent } = await answer(headers.host ?? "", url, headers.cookie);
    outgoing.writeHead(status, sent);
    outgoing.end(method === "HEAD" ? undefined : body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const edge: ConformanceEdge = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    deviation: {},
    failure: undefined,
    requests: 0,
    async send({ target, host, cookies }) {
      const { status, headers, body } = /^[!-~]*$/.test(target)
        ? // As Node.js reads a header: each byte of UTF-8 is one character.
          await answer(
            host ?? new URL(edge.origin).host,
            target,
            cookies && Buffer.from(cookies).toString("latin1"),
          )
        : refusal;
      const values: Readonly<Record<string, string>> = headers;
      const header = (name: string) => values[name.toLowerCase()];
      return { status, headers, header, body, receivedAt: new Date(), ipv6Address: undefined };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return edge;
}
