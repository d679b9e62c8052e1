import { limits } from "cloudfront-sign-webcrypto/internals";

/** A URL as it was given, split as clients split it, with nothing removed, encoded or decoded. */
export interface GivenUrl {
  /** All of it up to the fragment. */
  readonly text: string;
  /** What stands before the first `?`. */
  readonly address: string;
  /** What stands after it; `undefined` without one. */
  readonly query: string | undefined;
  readonly pairs: readonly GivenPair[];
}

export interface GivenPair {
  readonly name: string;
  /** `undefined` without an equals sign. */
  readonly value: string | undefined;
}

export function readGivenUrl(given: string): GivenUrl {
  const whole = given.slice(0, limits.longestUrlText);
  const hash = whole.indexOf("#");
  const text = hash < 0 ? whole : whole.slice(0, hash);
  const start = text.indexOf("?");
  const query = start < 0 ? undefined : text.slice(start + 1);
  return {
    text,
    address: start < 0 ? text : text.slice(0, start),
    query,
    pairs: query === undefined ? [] : query.split("&").map(readPair),
  };
}

/**
 * Whether a path follows where the host belongs: clients that follow the URL Standard skip the slashes before it. A name
 * or an address has a dot or a colon.
 */
export function lacksHost(url: string): boolean {
  return /^https?:\/{3,}(?![^/?#]*[.:]|localhost\b)/i.test(url);
}

function readPair(pair: string): GivenPair {
  const at = pair.indexOf("=");
  return at < 0 ? { name: pair, value: undefined } : { name: pair.slice(0, at), value: pair.slice(at + 1) };
}
