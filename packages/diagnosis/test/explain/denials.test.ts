import { allowedBy, cases, verifierFor } from "@cloudfront-sign-webcrypto/testing/support/peer-outputs.ts";
import { partOf, triesAll } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";
import {
  type Artefact,
  artefacts,
  controls,
  type Decision,
  questionOf,
  textOf,
  verifierOfDenials,
} from "../support/denials.ts";

/** Artefacts whose cause is not found, and what is said instead. None may be added without a reason. */
const missesWithKeys: Readonly<Record<string, string>> = {};
const missesWithoutKeys: Readonly<Record<string, string>> = {};

/** What a finding calls an input that would decide it. */
const inputWords: Readonly<Record<string, string>> = {
  verifier: "public key",
  url: "requested URL",
  ipAddress: "viewer's address",
  hostnames: "another host name",
};

const verifier = verifierOfDenials();

/** What is wrong with these findings, in one line; nothing if they are right. */
function fault(
  { symptoms, ordered, says }: Artefact,
  decision: Decision,
  findings: CloudFrontFinding[],
): string {
  const ids = findings.map(({ id }) => id as string);
  const text = findings.map(textOf).join("\n");
  const seen = ids.join(", ") || "nothing";
  if (!decision.decidable) {
    const unnamed = decision.decidedBy.filter((input) => !text.includes(inputWords[input] ?? input));
    if (unnamed.length > 0) return `does not say that ${unnamed} decides it: ${seen}`;
    const known: readonly string[] = [...symptoms, ...(decision.causes ?? []).flat()];
    const proven = findings.filter(({ id, certainty }) => certainty === "proven" && !known.includes(id));
    return proven.length > 0 ? `claims to have proven ${proven.map(({ id }) => id)}` : "";
  }
  const { causes } = decision;
  const first = [...symptoms, ...(ordered ? (causes[0] ?? []) : causes.flat())];
  if (!first.includes(ids[0] ?? "")) return `expected ${first.join(" or ")} first: ${seen}`;
  const missing = causes.filter((cause) => !cause.some((id) => ids.includes(id)));
  if (missing.length > 0) return `does not name ${missing.map((cause) => cause.join(" or "))}: ${seen}`;
  const unsaid = says.filter((word) => !text.includes(word));
  return unsaid.length > 0 ? `does not say ${unsaid}: ${seen}` : "";
}

const families = [...new Set(artefacts.map(({ family }) => family))];

describe.each(families)("the cause comes first: %s", (family) => {
  const ofFamily = partOf(artefacts.filter((artefact) => artefact.family === family));

  it("with keys", async () => {
    for (const artefact of ofFamily) {
      const findings = await explainCloudFrontDenial(questionOf(artefact, verifier));
      const found = fault(artefact, artefact.withKeys, findings);
      expect(found, `${artefact.name}: ${found}`).toBe(missesWithKeys[artefact.name] ?? "");
    }
  });

  it("without keys", async () => {
    for (const artefact of ofFamily) {
      const findings = await explainCloudFrontDenial(questionOf(artefact));
      const found = fault(artefact, artefact.withoutKeys, findings);
      expect(found, `${artefact.name}: ${found}`).toBe(missesWithoutKeys[artefact.name] ?? "");
    }
  });
});

describe("a right request is not accused", () => {
  it.each(controls.map((control) => [control.name, control] as const))("%s", async (_name, control) => {
    for (const known of [verifier, undefined]) {
      const findings = await explainCloudFrontDenial(questionOf(control, known));
      // `not-a-signing-error` says that the request is right.
      const accusing = findings.filter(
        ({ id, certainty }) => certainty !== "possible" && id !== "not-a-signing-error",
      );
      expect(accusing).toEqual([]);
    }
  });
});

describe("the set", () => {
  it("has more than 150 artefacts and 30 controls, and its misses are less than 2 in 100", () => {
    const decidable = artefacts.filter(({ withoutKeys }) => withoutKeys.decidable);
    expect(artefacts.length).toBeGreaterThan(150);
    expect(controls.length).toBeGreaterThan(30);
    expect(Object.keys(missesWithKeys).length).toBeLessThanOrEqual(artefacts.length * 0.02);
    expect(Object.keys(missesWithoutKeys).length).toBeLessThanOrEqual(decidable.length * 0.02);
  });

  it("lists as misses only artefacts that there are", () => {
    const names = artefacts.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys({ ...missesWithKeys, ...missesWithoutKeys })));
  });
});

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
    for (const { one, name, output } of partOf(cases)) {
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
    if (!triesAll()) return;
    expect(count).toBeGreaterThan(130);
    expect([...used].sort()).toEqual([...Object.keys(causes), ...Object.keys(others)].sort());
  });
});
