import { allowedBy, cases, verifierFor } from "@cloudfront-sign-webcrypto/testing/support/peer-outputs.ts";
import type { PeerOutput } from "@cloudfront-sign-webcrypto/testing/support/peer-signing.ts";
import { outcome as outcomeOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { describe, expect, it } from "vitest";

/** What the verifier calls each fault that peers make. */
type Fault =
  /**
   * What was signed is not what a client requests. A canned policy is rebuilt with the request, a custom one
   * does not cover it.
   */
  | "another-url"
  /** A pattern was signed, and sent as a canned policy. */
  | "pattern-as-canned"
  /** The parameters were put behind the `#`. */
  | "behind-fragment"
  | "expires-invalid"
  | "parameter-repeated"
  | "request-invalid";

/**
 * The notes of peers.json (for want of one, the case) on what is not accepted on the wire, and the fault that
 * they describe.
 */
const faults: Readonly<Record<string, Fault>> = {
  "no path at all: https://host -> wire form gets a /": "another-url",
  "default port: WHATWG drops :443, so the wire Host has no port": "another-url",
  "host case": "another-url",
  "raw space: the wire form is %20": "another-url",
  "raw non-ASCII path": "another-url",
  "canned-raw-cjk": "another-url",
  "WHATWG encodes ' as %27 in a special-scheme query": "another-url",
  // Signers that encode, sort or drop parameters after signing, or sign another form than they send.
  "plus in the query": "another-url",
  "= inside a value (base64 padding)": "another-url",
  "/ inside a query value is legal unescaped": "another-url",
  "canned-query-colon": "another-url",
  "S3 response-* override, common in practice": "another-url",
  "bare ? : next separator must be neither lost nor doubled": "another-url",
  "key without =": "another-url",
  "repeated query keys; order kept": "another-url",
  "canned-apostrophe": "another-url",
  "resource does not cover the URL: never valid": "another-url",
  "UTF-8 in the policy": "another-url",
  "base64 of this policy contains + and /, so - and ~ appear": "another-url",
  "resource pattern, URL inside it": "pattern-as-canned",
  '"*": everything': "pattern-as-canned",
  "custom-res-host-star": "pattern-as-canned",
  "http*:// in the resource": "pattern-as-canned",
  "? = exactly one character": "pattern-as-canned",
  "? is both literal query mark and wildcard": "pattern-as-canned",
  "custom-res-space": "pattern-as-canned",
  "custom-res-nonascii-enc": "pattern-as-canned",
  "string '2030-01-01'": "expires-invalid",
  "canned-exp-str-iso": "expires-invalid",
  "canned-exp-str-iso-offset": "expires-invalid",
  "fragment never reaches CloudFront": "behind-fragment",
  "userinfo never reaches CloudFront": "request-invalid",
  "query already holds a CloudFront parameter": "parameter-repeated",
  "custom-url-reserved": "parameter-repeated",
};

/**
 * The fault as the verifier says it; a signer that takes out what it cannot sign has changed the URL instead.
 */
function reasonOf(fault: Fault, { kind, url = "" }: PeerOutput): string {
  const names =
    (url.split("#")[0] ?? "").match(/[?&](Expires|Policy|Signature)=/g)?.map((found) => found.slice(1)) ?? [];
  if (fault === "parameter-repeated" && new Set(names).size < names.length) return fault;
  if (fault === "behind-fragment" && names.length === 0) return "no-credentials";
  if (fault === "expires-invalid" || fault === "request-invalid") return fault;
  return kind === "custom" ? "resource-mismatch" : "signature-mismatch";
}

/** Accepted by its signature alone, and denied all the same; by case, or by case and signer. */
const forAnotherReason: Readonly<Record<string, string>> = {
  // There is no moment before it.
  "canned-exp-0": "expired",
  // It takes 0 for nothing, and signs its default.
  "canned-exp-0 aws-cloudfront-sign": "allowed",
  "canned-exp-neg": "expires-invalid",
  "canned-exp-raw-ms js-v2": "expires-invalid",
  "canned-exp-raw-ms rust-cloudfront_sign": "expires-invalid",
  "canned-exp-frac-up js-v2": "expires-invalid",
  "canned-long-8k": "request-too-large",
  // The narrower of two documented readings of ? is the start of the query.
  "custom-ip6": "policy-schema",
  "custom-ip-mask33": "policy-schema",
  "custom-ip-octet256": "policy-schema",
  // Signed with SHA-256, which the URL does not say.
  "sha256-canned botocore": "signature-mismatch",
  "sha256-canned-query botocore": "signature-mismatch",
  "sha256-custom botocore": "signature-mismatch",
  "ec-canned-sha256 botocore": "signature-mismatch",
};

describe("URLs of ten other signers", () => {
  it("are allowed or denied as CloudFront does", async () => {
    const outcomes: Record<string, number> = {};
    const wrong: string[] = [];
    const used = new Set<string>();
    for (const { one, name, output } of cases) {
      if (output.url === undefined) continue;
      const verdict = await verifierFor(one).verifyUrl(new URL(output.url), allowedBy(output.policy ?? ""));
      const outcome = outcomeOf(verdict);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      const note = faults[one.note ?? ""] ? (one.note ?? "") : one.id;
      const fault = faults[note];
      let expected = forAnotherReason[name] ?? forAnotherReason[one.id] ?? "allowed";
      if (!output.acceptedOnTheWire) {
        expected = fault ? reasonOf(fault, output) : "a note that the table has";
        used.add(note);
      }
      if (outcome !== expected) wrong.push(`${name}: ${outcome}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
    expect([...used].sort()).toEqual(Object.keys(faults).sort());
    expect(outcomes).toEqual({
      allowed: 745,
      expired: 8,
      "expires-invalid": 14,
      "no-credentials": 6,
      "parameter-repeated": 14,
      "policy-schema": 27,
      "request-invalid": 10,
      "request-too-large": 2,
      "resource-mismatch": 30,
      "signature-mismatch": 80,
    });
  });

  it("have cookies that are allowed or denied as CloudFront does", async () => {
    const outcomes: Record<string, number> = {};
    for (const { one, output } of cases) {
      if (output.cookies === undefined) continue;
      const url = new URL(one.input.url.replace(/^http\*/, "https").replaceAll("*", "x")).href;
      const verdict = await verifierFor(one).verifyCookies(
        url,
        output.cookies,
        allowedBy(output.policy ?? ""),
      );
      const outcome = verdict.allowed ? "allowed" : `${one.id} ${verdict.reason}`;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    expect(outcomes).toEqual({
      allowed: 80,
      // Signed with é where clients send %C3%A9.
      "cookies-nonascii resource-mismatch": 2,
      "cookies-nonascii signature-mismatch": 4,
      // A canned policy has no wildcards.
      "cookies-wild-as-url signature-mismatch": 4,
      "cookies-wild-scheme signature-mismatch": 3,
      // The request is for another host.
      "cookies-wild-scheme-resource resource-mismatch": 6,
    });
  });
});
