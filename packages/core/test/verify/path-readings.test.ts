import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { expect, it } from "vitest";
import { privateReading } from "../support/path-model.ts";

/**
 * A path is open only if no client, proxy or origin can read a private one in it. The model has its own code
 * for every step.
 */

const verifier = createCloudFrontVerifier({
  publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") },
  restrict: ["/private/*"],
  now: () => moment,
});

const pieces = [
  ...[
    "/",
    "/",
    "/",
    "//",
    ".",
    "..",
    "a",
    "b.jpg",
    "private",
    "private/",
    "/private/",
    ";",
    "..;",
    ";x",
    "%3b",
  ],
  ...[
    "%2e",
    "%2E%2e",
    "%252e",
    "%252e%252E",
    "\\",
    "%5c",
    "%255C",
    "%2f",
    "%2F",
    "%252f",
    "%70rivate",
    "%2570rivate",
    "%c3%a9",
    "%ff",
    "%",
    "%3f",
    "%3F",
    "%23",
    "%253f",
    "%00",
    "%0a",
    "%2509",
    "%c2%85",
    "%85",
    "%259f",
    "%20",
    ":x",
    "%3a",
  ],
];

/** Paths of 2 to 9 pieces, the same for the same seed (mulberry32). */
function* randomPaths(count: number, seed: number): Iterable<string> {
  let state = seed;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  for (let i = 0; i < count; i++)
    yield `/${Array.from({ length: 2 + below(8) }, () => pieces[below(pieces.length)]).join("")}`;
}

it("a path is open if and only if none of its readings is restricted", () => {
  const counts = { open: 0, hidden: 0 };
  for (const path of randomPaths(repeated(3000), 20261122)) {
    const reading = privateReading(path);
    expect(verifier.isRestricted(host + path), `${path} reads ${reading}`).toBe(reading !== undefined);
    if (reading === undefined) counts.open++;
    else if (!path.startsWith("/private/")) counts.hidden++;
  }
  expect(counts.open).toBeGreaterThan(repeated(500));
  expect(counts.hidden).toBeGreaterThan(repeated(300));
});

it.each([
  "/open/%c0%25ae./private/a",
  "/open/%25c0%ae./private/a",
  "/%c1%25b0rivate/a",
  "/%c1%2525b0rivate/a",
  "/%e0%2580%25aeopen/a",
  "/pri%85vate/a",
  "/pri%2585vate/a",
  "/private%85/a",
])("a path is restricted whose bytes are decoded in two goes, or one by one: %s", (path) => {
  expect(verifier.isRestricted(host + path)).toBe(true);
});

it.each(["/open/%e2%80%99.jpg", "/caf%C3%A9.jpg", "/%e6%97%a5%e6%9c%ac/a.jpg"])("%s is open", (path) => {
  expect(verifier.isRestricted(host + path)).toBe(false);
});
