// Which field would decide what the findings leave open.

/**
 * @typedef {import("cloudfront-sign-webcrypto/verify").CloudFrontFinding} Finding
 * @typedef {import("./fields.js").Field} Field
 */

/** @type {Record<string, { field: Field, why: string } | undefined>} */
const byFinding = {
  "signature-not-checked": {
    field: "publicKey",
    why: "The public key decides it: with it, this page checks the signature and finds what was changed.",
  },
  "resource-not-checked": {
    field: "requested",
    why: "The requested URL decides it: with it, this page compares the URL with the policy.",
  },
  "ip-unknown": {
    field: "ip",
    why: "The viewer’s address decides it: the policy allows only some addresses.",
  },
  "third-party-cookies": {
    field: "pageOrigin",
    why: "The page’s origin decides it: browsers leave out cookies of another site.",
  },
  "cookie-same-site": {
    field: "pageOrigin",
    why: "The page’s origin decides it: SameSite depends on the site of the page.",
  },
  "preflight-without-cookies": {
    field: "method",
    why: "The method decides it: browsers send an OPTIONS request without cookies.",
  },
  "method-not-allowed": {
    field: "method",
    why: "The method decides it: a cache behavior allows only some methods.",
  },
};

const otherHostnames = {
  field: /** @type {Field} */ ("hostnames"),
  why: "If the distribution has other host names, give them: one of them may have been signed.",
};

/**
 * The empty fields that would decide what is left open, in the order of the findings.
 *
 * @param {readonly Finding[]} findings @param {(field: Field) => boolean} isEmpty
 */
export function decidingFields(findings, isEmpty) {
  return findings
    .map(({ id, certainty, fix }) => {
      if (id === "signature-mismatch") return /\bhost ?names?\b/i.test(fix) ? otherHostnames : undefined;
      return certainty === "proven" ? undefined : byFinding[id];
    })
    .filter((one) => one !== undefined)
    .filter(({ field }, i, all) => isEmpty(field) && all.findIndex((other) => other.field === field) === i);
}
