import { existsSync } from "node:fs";
import { isLoopback } from "cloudfront-sign-webcrypto/internals";

/** What Docker and Podman create in a container. */
const markers = ["/.dockerenv", "/run/.containerenv"];

/** Says that a published port of a container does not reach a server on a loopback address. */
export function containerNote(
  host: string,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  return isLoopback(host) && markers.some((path) => exists(path))
    ? `The server listens on ${host}, which only this container reaches. To reach it from outside, pass --host 0.0.0.0.`
    : undefined;
}
