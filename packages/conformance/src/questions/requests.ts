import { limits } from "cloudfront-sign-webcrypto/internals";
import type { Distribution } from "../distribution.ts";
import { objectPath, type Probe, urlOf } from "../probe.ts";
import { question, type RequestQuestion, type Topic } from "../question.ts";
import { canned, custom } from "../signed-probe.ts";

const quotas = "Quotas";

function hostOf({ origin }: Distribution): string {
  return new URL(origin).host;
}

/** The host with the port of the scheme; as it is if it has another port. */
function hostWithPort({ origin }: Distribution): string {
  const { host, port, protocol } = new URL(origin);
  const defaultPort = protocol === "https:" ? 443 : 80;
  return port === "" ? `${host}:${defaultPort}` : host;
}

function hostWithDot({ origin }: Distribution): string {
  const { host, hostname } = new URL(origin);
  return host.replace(hostname, `${hostname}.`);
}

function withHost(to: Distribution, host: string): string {
  return to.origin.replace(hostOf(to), host) + objectPath;
}

const hosts: readonly RequestQuestion[] = [
  question("host-upper-case-sent", "Does the case of Host count?", (to) => ({
    ...canned(to),
    host: hostOf(to).toUpperCase(),
  })),
  question("host-upper-case-signed", "Does the case of the host in Resource count?", (to) =>
    canned(to, { resource: withHost(to, hostOf(to).toUpperCase()) }),
  ),
  question("port-signed", "Is the default port in Resource left out?", (to) =>
    canned(to, { resource: withHost(to, hostWithPort(to)) }),
  ),
  question("port-sent", "Is the default port in Host left out?", (to) => ({
    ...canned(to),
    host: hostWithPort(to),
  })),
  question("port-sent-and-signed", "May the default port be signed and sent?", (to) => ({
    ...canned(to, { resource: withHost(to, hostWithPort(to)) }),
    host: hostWithPort(to),
  })),
  question("host-trailing-dot", "Is a dot after Host left out?", (to) => ({
    ...canned(to),
    host: hostWithDot(to),
  })),
  question("scheme-other", "Is the other scheme in Resource denied?", (to) =>
    canned(to, { resource: `${otherScheme(to)}${objectPath}` }),
  ),
  question("scheme-websocket", "Is wss:// in Resource the same as https://?", (to) =>
    canned(to, { resource: `${to.origin.replace("http", "ws")}${objectPath}` }),
  ),
];

function otherScheme({ origin }: Distribution): string {
  return origin.startsWith("https:") ? origin.replace("https:", "http:") : origin.replace("http:", "https:");
}

/** An empty object, in the only cache behavior of the stack that passes on `PUT`. */
const uploadPath = "/uploads/object.txt";

const methods: readonly RequestQuestion[] = [
  question("method-head", "Is a HEAD request with a signature accepted?", (to) => ({
    ...canned(to),
    method: "HEAD",
  })),
  question("method-head-denied", "Is a HEAD request without a signature denied?", () => ({
    target: objectPath,
    method: "HEAD",
  })),
  question("method-options", "Is an OPTIONS request with a signature accepted?", (to) => ({
    ...canned(to),
    method: "OPTIONS",
  })),
  question("method-options-denied", "Is an OPTIONS request without a signature denied?", () => ({
    target: objectPath,
    method: "OPTIONS",
  })),
  question("method-put", "Does an upload with a signature reach the bucket?", (to) => ({
    ...canned(to, { path: uploadPath }),
    method: "PUT",
  })),
  question("method-put-denied", "Is an upload without a signature denied?", () => ({
    target: uploadPath,
    method: "PUT",
  })),
];

/** A request whose whole URL has this many bytes. */
function ofLength(to: Distribution, length: number): Probe {
  const withQuery = (query: string): Probe =>
    custom(to, { path: `${objectPath}?a=${query}`, resource: `${to.origin}${objectPath}*` });
  const missing = length - urlOf(to, withQuery("")).length;
  return withQuery("x".repeat(Math.max(missing, 0)));
}

/** A signed request whose `Cookie` header has this many bytes. */
function withCookiesOf(to: Distribution, length: number): Probe {
  return { ...canned(to), cookies: `a=${"x".repeat(length - "a=".length)}` };
}

/** Room for the request line and the other headers of a request with signed URL. */
const otherHeaders = 1200;

const sizes: readonly RequestQuestion[] = [
  question(
    "url-longest",
    `Is a URL of ${limits.longestUrl} bytes accepted?`,
    (to) => ofLength(to, limits.longestUrl),
    {
      source: quotas,
    },
  ),
  question(
    "url-too-long",
    `Is a URL of ${limits.longestUrl + 1} bytes denied?`,
    (to) => ofLength(to, limits.longestUrl + 1),
    { source: quotas },
  ),
  question("url-far-too-long", "Is a URL of 9,000 bytes denied?", (to) => ofLength(to, 9000), {
    source: quotas,
  }),
  question(
    "headers-long",
    "Are headers of almost 20,480 bytes accepted?",
    (to) => withCookiesOf(to, limits.longestCookieHeader - otherHeaders),
    { source: quotas },
  ),
  question(
    "headers-too-long",
    "Are cookies of more than 20,480 bytes denied?",
    (to) => withCookiesOf(to, limits.longestCookieHeader + 1),
    { source: quotas },
  ),
];

export const requests: Topic = {
  title: "Hosts, methods and limits",
  questions: [...hosts, ...methods, ...sizes],
};
