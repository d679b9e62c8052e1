import { simpleParts, url } from "@cloudfront-sign-webcrypto/testing/support/arbitrary-urls.ts";
import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import type { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/**
 * What holds for every URL: it is signed in the form that no client rewrites any further, and it comes back
 * in that form.
 */

const seed = 20260101;
const { signer, policies } = recorder();

async function sign(input: string): Promise<{ signed: string; resource: string; wire: string }> {
  const signed = await signer.signUrl(input, { dateLessThan: end });
  const { resource } = clientRequest(signed);
  const policy = JSON.parse(policies.pop() ?? "") as { Statement: [{ Resource: string }] };
  // What was returned, without this package's parameters: nothing is parsed here, so nothing can be repaired.
  const wire = signed
    .replace(/[?&]Expires=\d+&Signature=[^&#]+&Key-Pair-Id=[^&#]+&Hash-Algorithm=SHA256(?=#|$)/, "")
    .replace(/#.*$/s, "");
  expect(policy.Statement[0].Resource).toBe(wire);
  return { signed, resource, wire };
}

/** The path as it is written, read apart from the library. */
const pathOf = (input: string) => /^[^:]*:\/\/[^/?#]*([^?#]*)/.exec(input)?.[1] ?? "";
const hasDotSegment = (path: string) =>
  path
    .replace(/%2e/gi, ".")
    .replace(/%2f|%5c/gi, "/")
    .split("/")
    .some((segment) => segment === "." || segment === "..");

const isRefused = (input: string) => hasDotSegment(pathOf(input));

const holds = (property: (input: string) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(url, async (input) => {
      fc.pre(!isRefused(input));
      await property(input);
    }),
    runs(seed, 200),
  );

it("a URL with a dot segment, plain or escaped, is refused, and no other", () =>
  fc.assert(
    fc.asyncProperty(url, async (input) => {
      const outcome = await sign(input).then(
        () => "signed",
        ({ code }: CloudFrontSignError) => code,
      );
      expect(outcome).toBe(isRefused(input) ? "ERR_URL_INVALID" : "signed");
    }),
    runs(seed, 1000),
  ));

describe("for every URL", () => {
  it("what is signed is what a client sends", () =>
    holds(async (input) => {
      const { resource, wire } = await sign(input);
      expect(wire).toBe(resource);
    }));

  it("what comes back is a fixed point of every WHATWG client", () =>
    holds(async (input) => {
      const { signed, wire } = await sign(input);
      expect(new URL(signed).href).toBe(signed);
      expect(new URL(wire).href).toBe(wire);
      expect(new Request(signed.replace(/#.*$/s, "")).url).toBe(signed.replace(/#.*$/s, ""));
    }));

  it("wire form is idempotent", () =>
    holds(async (input) => {
      const { wire } = await sign(input);
      expect((await sign(wire)).wire).toBe(wire);
    }));

  it("wire form has nothing but the characters of RFC 3986, and each % starts an escape", () =>
    holds(async (input) => {
      const { wire } = await sign(input);
      expect(wire).toMatch(
        /^https?:\/\/[\w.:[\]-]+\/(?:[\w.~!$&'()*+,;=:@/-]|%[\dA-F]{2})*(?:\?(?:[\w.~!$&()*+,;=:@/?-]|%[\dA-F]{2})+)?$/,
      );
      // And what is escaped is not unreserved: some clients would decode it.
      for (const [found] of wire.matchAll(/%[\dA-F]{2}/g)) expect(unescape(found)).not.toMatch(/[\w.~-]/);
    }));

  it("the same object is asked for as without this package", () =>
    holds(async (input) => {
      // A server that decodes sees the same path and query, whatever was escaped in between.
      const tail = (text: string) =>
        decoded(new URL(text).pathname + new URL(text).search.replace(/^\?$/, ""));
      expect(tail((await sign(input)).wire)).toBe(tail(input));
    }));

  it("the fragment comes back at the end, and takes no part", () =>
    holds(async (input) => {
      const { signed, wire } = await sign(input);
      const at = input.indexOf("#");
      const fragment = at < 0 ? "" : input.slice(at);
      const returned = signed.includes("#") ? signed.slice(signed.indexOf("#")) : "";
      expect(decoded(returned)).toBe(decoded(fragment));
      const before = at < 0 ? input : input.slice(0, at);
      if (!before.endsWith(" ")) expect((await sign(before)).wire).toBe(wire);
    }));

  it("a grant and its own policy agree with a signed URL", () =>
    fc.assert(
      fc.asyncProperty(
        url,
        fc.constantFrom({}, { ipAddress: "192.0.2.0/24" }, { dateGreaterThan: end - 60 }),
        async (input, more) => {
          fc.pre(!isRefused(input) && !hasDotSegment(pathOf(input).replace(/%25/g, "%")));
          const resource = new URL(input).origin;
          const terms = { resource: `${resource}/*`, dateLessThan: end, ...more };
          const grant = await signer.grant(terms);
          expect(grant.covers(input)).toBe(true);
          expect(grant.signUrl(input)).toBe(await signer.signUrl(input, terms));
          expect(grant.signUrl(input).split("#")[0]).toMatch(new RegExp(`[?&]${grant.query}$`));
          policies.length = 0;
        },
      ),
      runs(seed, 100),
    ));
});

/** The bytes that a server sees once it has decoded, as text of one character each. */
function decoded(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
  return bytes.replace(/%([\dA-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The rule of wire form for one piece of text, written down apart from the library. */
function encodePiece(piece: string, allowed: RegExp): string {
  if (/^%[\dA-Fa-f]{2}/.test(piece)) {
    const character = String.fromCharCode(Number.parseInt(piece.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : piece.toUpperCase();
  }
  return allowed.test(piece) ? piece : encodeURIComponent(piece);
}

describe("piece by piece", () => {
  const inPath = /^[\w.~!$&'()+,;=:@/-]$/;
  const inQuery = /^[\w.~!$&()+,;=:@/?-]$/;
  it("escapes become capital, unreserved ones are decoded, allowed characters stay, all others become UTF-8 in upper case", () =>
    fc.assert(
      fc.asyncProperty(simpleParts, async ({ path, query }) => {
        fc.pre(!hasDotSegment(path.join("")) && query.at(-1) !== " " && query.join("") !== "");
        const expected = `${host}/${path.map((piece) => encodePiece(piece, inPath)).join("")}?${query
          .map((piece) => (piece === "'" ? "%27" : encodePiece(piece, inQuery)))
          .join("")}`;
        expect((await sign(`${host}/${path.join("")}?${query.join("")}`)).wire).toBe(expected);
      }),
      runs(seed, 200),
    ));
});
