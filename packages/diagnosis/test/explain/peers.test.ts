import { allowedBy, cases, verifierFor } from "@cloudfront-sign-webcrypto/testing/support/peer-outputs.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/**
 * The notes of peers.json (for want of one, the case) on what is not accepted on the wire, and the cause that
 * comes first.
 */
const causes: Readonly<Record<string, string>> = {
  "no path at all: https://host -> wire form gets a /": "url-path-changed",
  "default port: WHATWG drops :443, so the wire Host has no port": "url-host-changed",
  "host case": "url-host-changed",
  "raw space: the wire form is %20": "url-encoding-changed",
  "raw non-ASCII path": "url-encoding-changed",
  "canned-raw-cjk": "url-encoding-changed",
  "WHATWG encodes ' as %27 in a special-scheme query": "url-encoding-changed",
  "plus in the query": "url-encoding-changed",
  "= inside a value (base64 padding)": "url-encoding-changed",
  "/ inside a query value is legal unescaped": "url-encoding-changed",
  "canned-query-colon": "url-encoding-changed",
  "S3 response-* override, common in practice": "url-encoding-changed",
  "bare ? : next separator must be neither lost nor doubled": "url-parameter-removed",
  "key without =": "url-encoding-changed",
  "repeated query keys; order kept": "url-parameters-reordered",
  "canned-apostrophe": "url-encoding-changed",
  "resource does not cover the URL: never valid": "url-path-changed",
  "UTF-8 in the policy": "resource-mismatch",
  "base64 of this policy contains + and /, so - and ~ appear": "resource-mismatch",
  "resource pattern, URL inside it": "canned-with-wildcard",
  '"*": everything': "canned-with-wildcard",
  "custom-res-host-star": "canned-with-wildcard",
  "http*:// in the resource": "canned-with-wildcard",
  "? is both literal query mark and wildcard": "canned-with-wildcard",
  "custom-res-space": "canned-with-wildcard",
  "custom-res-nonascii-enc": "canned-with-wildcard",
  "string '2030-01-01'": "expires-invalid",
  "canned-exp-str-iso": "expires-invalid",
  "canned-exp-str-iso-offset": "expires-invalid",
  "fragment never reaches CloudFront": "parameters-in-fragment",
  "userinfo never reaches CloudFront": "request-invalid",
  "query already holds a CloudFront parameter": "parameter-repeated",
  "custom-url-reserved": "parameter-repeated",
};

/** What was signed cannot be known from what was sent, or shows in another way; by case and signer. */
const others: Readonly<Record<string, string>> = {
  // These take the fragment out of the URL; two say in the policy, or let see, that it was signed.
  "canned-fragment aws-cloudfront-sign": "url-path-changed",
  "canned-fragment js-v2": "url-path-changed",
  "canned-fragment java-v2": "signature-mismatch",
  // Signed in capital letters, sent in small ones.
  "canned-upper-host js-v2": "signature-mismatch",
  // These replace the parameter; with a custom policy it is known which.
  "canned-has-expires aws-cloudfront-sign": "url-parameter-removed",
  "canned-has-expires js-v2": "signature-mismatch",
  "custom-url-reserved js-v2": "url-parameter-removed",
  // A pattern of ? and the URL of another file, signed as canned policies.
  "custom-res-question rust-cloudfront_sign": "signature-mismatch",
  "custom-res-mismatch rust-cloudfront_sign": "signature-mismatch",
};

describe("URLs of ten other signers that CloudFront denies", () => {
  it("are explained: the first finding is the proven cause", async () => {
    const wrong: string[] = [];
    const used = new Set<string>();
    let count = 0;
    for (const { one, name, output } of cases) {
      if (output.url === undefined || output.acceptedOnTheWire) continue;
      count++;
      const note = causes[one.note ?? ""] ? (one.note ?? "") : one.id;
      const expected = others[name] ?? causes[note];
      used.add(others[name] ? name : note);
      const [first] = await explainCloudFrontDenial({
        url: output.url,
        verifier: verifierFor(one),
        ...allowedBy(output.policy ?? ""),
      });
      if (first?.id !== expected || first?.certainty !== "proven")
        wrong.push(`${name}: ${first?.certainty} ${first?.id}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(130);
    expect([...used].sort()).toEqual([...Object.keys(causes), ...Object.keys(others)].sort());
  });
});
