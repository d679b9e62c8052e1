import { isLoopback, limits } from "cloudfront-sign-webcrypto/internals";

/** What of a URL decides whether a browser sends a cookie to it. */
export interface RequestTarget {
  readonly scheme: string;
  /** As the URL has it, without a port, because cookies have no ports. */
  readonly host: string;
  readonly path: string;
  /** Whether the path goes on in a way that is not known, as that of a pattern does. */
  readonly isStart?: boolean;
}

/** The target of a URL in the form in which clients send it; `undefined` for text that is no such URL. */
export function readTarget(url: string): RequestTarget | undefined {
  const [, scheme, host, path] =
    /^(https?):\/\/(\[[^\]]*\]|[^/?#:@\\]+)(?::\d*)?(?![^/?#])([^?#]*)/.exec(url) ?? [];
  return scheme && host ? { scheme, host: host.toLowerCase(), path: path || "/" } : undefined;
}

/** The target of an origin; `undefined` for one that is not of http or https. */
export function readPage(origin: string | undefined): RequestTarget | undefined {
  if (origin === undefined || origin.length > limits.longestUrlText) return undefined;
  try {
    return readTarget(new URL(origin).href);
  } catch {
    return undefined;
  }
}

/** Whether a host name is that of a bucket, or of an endpoint of S3. */
export function isBucketHost(host: string): boolean {
  return /(?:^|\.)s3[.-]/i.test(host) && /\.amazonaws\.com(?:\.cn)?(?::\d+)?$/i.test(host);
}

/** Whether a host has a port that CloudFront never listens on, and so is that of a proxy; a local server may stand for CloudFront. */
export function isOfProxy(host: string): boolean {
  const [, name = "", port = "443"] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return !/^(?:80|443)$/.test(port) && !isLoopback(name);
}

export const ofProxy = "CloudFront has the ports 80 and 443 alone.";
