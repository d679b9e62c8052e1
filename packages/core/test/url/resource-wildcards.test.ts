import { policyUntil } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { repeated, runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  recorder,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { resourceReadings } from "cloudfront-sign-webcrypto/internals";
import { inspectCloudFrontUrl, restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Whether any reading of a resource covers a URL. */
function resourceMatcher(resource: string): (href: string) => boolean {
  const readings = resourceReadings(resource);
  return (href) => readings.some((covers) => covers(href));
}

/**
 * What a resource covers by each reading of `?` that AWS documents, written from its pages and apart from the
 * library: a search that follows every way through a pattern at once.
 */

interface Sections {
  readonly protocol: string;
  readonly domain: string;
  readonly path: string;
  readonly query: string | undefined;
}

/** `text` with its query from `at` on. */
function sectionsOf(text: string, at: number): Sections {
  const query = at < 0 ? undefined : text.slice(text[at] === "\\" ? at + 2 : at + 1);
  const [protocol = "", address = ""] = (at < 0 ? text : text.slice(0, at)).split("://");
  const slash = address.indexOf("/");
  return {
    protocol,
    domain: slash < 0 ? address : address.slice(0, slash),
    path: slash < 0 ? "" : address.slice(slash),
    query,
  };
}

function fits(glob: string, text: string): boolean {
  let reached = new Set([0]);
  for (const character of glob) {
    const next = new Set<number>();
    for (const at of reached) {
      if (character === "*") for (let to = at; to <= text.length; to++) next.add(to);
      else if (at < text.length && (character === "?" || character === text[at])) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(text.length);
}

function covers(pattern: Sections, url: Sections): boolean {
  if (!fits(pattern.protocol, url.protocol) || !fits(pattern.domain, url.domain)) return false;
  const isOpen = (pattern.path || pattern.domain).endsWith("*");
  if (pattern.path === "" && pattern.query === undefined) return isOpen;
  const path = pattern.path || (isOpen ? "*" : "/");
  if (!fits(path, url.path)) return false;
  return pattern.query === undefined
    ? url.query === undefined || isOpen
    : url.query !== undefined && fits(pattern.query, url.query);
}

/** Whether each reading covers a URL: the first `?` starts the query; and each `?` is one character. */
function documentedReadings(
  resource: string,
  url: string,
): { readonly asQuery: boolean; readonly asCharacter: boolean } {
  const from = resource.indexOf("://") + 3;
  const places = [...resource.matchAll(/\\\?|\?/g)].map(({ index }) => index).filter((at) => at >= from);
  const isStart = (at: number): boolean => resource[at] === "\\" || resource[at + 1] === "*";
  const slash = resource.indexOf("/", from);
  // A domain with a path behind it has no query.
  const isBehindDomain = (at: number): boolean => at > slash || isStart(at);
  const start = places.find(isStart) ?? -1;
  const isEscaped = start >= 0 && resource[start] === "\\";
  const requested = sectionsOf(url, url.indexOf("?"));
  return {
    asQuery: covers(sectionsOf(resource, isEscaped ? start : (places.find(isBehindDomain) ?? -1)), requested),
    asCharacter: covers(sectionsOf(resource, start), requested),
  };
}

/**
 * AWS documents a `?` as the start of the query and as one character. Whatever either reading covers is covered, by
 * everything that decides; but a `?` directly before a `*` always starts the query.
 */

const signer = createCloudFrontSigner({
  keyPairId,
  privateKey: keyText("rsa2048.pkcs8.pem"),
  now: () => moment,
});
const verifier = verifierOf();
const atEdge = restrictViewerAccess({
  publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") },
  origin: () => new Response("private"),
  now: () => moment,
});

describe("what AWS shows is covered", () => {
  it.each([
    ["horizon.jpg\\?size=large", "horizon.jpg?size=large"],
    ["hello*\\?*", "hello-world?x=1"],
    ["hello*\\?*", "hello?"],
    ["img-?.jpg", "img-1.jpg"],
    ["img-?.jpg", "img-?.jpg"],
    ["a?size=*", "a?size=10"],
    ["a?size=*", "a-size=10"],
    ["*?v=*", "a/b?v=1"],
    ["img-?.jpg?*", "img-1.jpg?size=2"],
    ["img-?.jpg\\?*", "img-1.jpg?size=2"],
    ["a?b=?", "a?b=1"],
    ["a.jpg?*", "a.jpg?size=1"],
  ])("%s covers %s", (pattern, path) => {
    expect(resourceMatcher(`${host}/${pattern}`)(`${host}/${path}`)).toBe(true);
  });
});

it("a URL in the query of a pattern without a scheme is no scheme", () => {
  const covers = resourceMatcher("*/a?from=https://example.com/*");
  expect(covers(`${host}/a?from=https://example.com/b`)).toBe(true);
  expect(covers(`${host}/b?from=https://example.com/b`)).toBe(false);
});

describe("what neither reading covers stays shut", () => {
  it.each([
    ["?*", "b"],
    ["?*", "b/c"],
    ["?*", ""],
    ["a.jpg?*", "a.jpg.bak/x"],
    ["a.jpg?*", "a.jpgx"],
    ["a.jpg?*", "a.jpg"],
    ["*?*", "a/b"],
    ["a?b?*", "axb"],
    ["hello*\\?*", "hello-world"],
    ["img-?.jpg\\?*", "img-12.jpg?x"],
    ["img-?.jpg\\?*", "img-?.jpg?x"],
    ["img-?.jpg", "img-12.jpg"],
    ["img-?.jpg", "img-.jpg"],
    ["img-?.jpg", "img-1.jpg?x=1"],
    ["horizon.jpg\\?size=large", "horizon.jpgxsize=large"],
    ["course/*?*grant-id=7", "course/grant-id=7"],
    ["course/*?*grant-id=7", "course/a?grant-id=71"],
    ["a.jpg?grant-id=7", "a.jpgxgrant-id=7"],
    ["a?/../secret", "ab/../secret"],
  ])("%s does not cover %s", (pattern, path) => {
    expect(resourceMatcher(`${host}/${pattern}`)(`${host}/${path}`)).toBe(false);
  });

  it.each(["https://cdn.example.com?*", "https://cdn.example.com?v=*", "https://cdn.example.com\\?*"])(
    "%s covers no file, and no other host",
    (pattern) => {
      const covers = resourceMatcher(pattern);
      expect(covers("https://cdn.example.com/?v=1")).toBe(true);
      expect(covers("https://cdn.example.com/a?v=1")).toBe(false);
      expect(covers("https://cdn.example.community/")).toBe(false);
      expect(covers("https://cdn.example.com/v=1")).toBe(false);
    },
  );

  it("a wildcard in the domain starts no query of other hosts", () => {
    const covers = resourceMatcher("https://*?.example.com/*");
    expect(covers("https://cdn1.example.com/a")).toBe(true);
    expect(covers("https://other.example/secret?.example.com/a")).toBe(false);
  });

  it("a grant with an ID has no ? but one directly before a *", async () => {
    const grant = (resource: string) =>
      recorder().signer.grant({ resource, dateLessThan: end, grantId: "7" });
    for (const path of ["a?v=1", "a?v=*", "a?", "img-?.jpg?*", "*?v=*"])
      expect((await refusal(() => grant(`${host}/${path}`))).code).toBe("ERR_RESOURCE_INVALID");
    const { covers } = await grant(`${host}/a?*`);
    expect([covers(`${host}/a?v=1`), covers(`${host}/a`), covers(`${host}/ab`)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

const part = fc.constantFrom("a", "b", "/", "*", "?", "a*", "?*", "=", "\\?");
const rest = fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join("")}`);
const domain = fc.constantFrom(
  "h.example",
  "*.example",
  "h*",
  "*",
  "?.example",
  "h?example",
  "h.example:8443",
);
const protocol = fc.constantFrom("https", "http", "*", "http*", "http?");
const target = fc
  .array(fc.constantFrom("a", "b", "/", "?", "ab", "="), { maxLength: 7 })
  .map((parts) => `/${parts.join("")}`);
const hosts = fc.constantFrom("h.example", "x.example", "h.example:8443", "other");
const patterns = fc.tuple(protocol, domain, rest).map(([scheme, name, path]) => `${scheme}://${name}${path}`);
const urls = fc
  .tuple(fc.constantFrom("https", "http"), hosts, target)
  .map(([scheme, name, path]) => `${scheme}://${name}${path}`);

describe("any pattern and any URL", () => {
  it("are compared as an independent implementation of both readings does", () => {
    const seen = { neither: 0, one: 0, both: 0 };
    fc.assert(
      fc.property(patterns, urls, (pattern, url) => {
        const { asQuery, asCharacter } = documentedReadings(pattern, url);
        seen[asQuery && asCharacter ? "both" : asQuery || asCharacter ? "one" : "neither"]++;
        expect([pattern, url, resourceMatcher(pattern)(url)]).toEqual([
          pattern,
          url,
          pattern === url || asQuery || asCharacter,
        ]);
      }),
      runs(20260101, 20_000),
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(repeated(20));
  });

  it("what the signer signs for a URL, everything that decides allows for it", async () => {
    let signed = 0;
    await fc.assert(
      fc.asyncProperty(patterns, urls, fc.boolean(), async (pattern, given, isReady) => {
        // Clients leave out a lone ?.
        const url = given.replace(/^([^?]*)\?$/, "$1");
        fc.pre(isReady || !pattern.includes("\\"));
        const terms = isReady
          ? { policy: policyUntil(end, pattern) }
          : { resource: pattern, dateLessThan: end };
        const result = await signer.signUrl(url, terms).catch((error) => error.code);
        const isCovered = resourceMatcher(pattern)(url);
        if (/^ERR/.test(result)) {
          expect([pattern, url, result, isCovered]).toEqual([pattern, url, "ERR_RESOURCE_MISMATCH", false]);
          return;
        }
        signed++;
        expect([pattern, url, outcome(await verifier.verifyUrl(result))]).toEqual([pattern, url, "allowed"]);
        expect((await atEdge(new Request(result))).status).toBe(200);
        expect(inspectCloudFrontUrl(result).problem).toBeUndefined();
        const { values } = await signer.signCookies(terms);
        expect(outcome(await verifier.verifyCookies(url, values as Record<string, string>))).toBe("allowed");
        const grant = await signer.grant(terms);
        expect(grant.covers(url)).toBe(true);
        expect(outcome(await verifier.verifyUrl(grant.signUrl(url)))).toBe("allowed");
      }),
      runs(20260102, 1500),
    );
    expect(signed).toBeGreaterThan(repeated(20));
  });
});
