// Which field would decide what the findings leave open.

/**
 * @typedef {import("cloudfront-sign-diagnosis").CloudFrontFinding} Finding
 * @typedef {import("./fields.js").Field} Field
 */

const request = {
  field: /** @type {Field} */ ("paste"),
  why: "Paste the signed URL or the cookies, too: the page then checks them.",
};
const unchecked = [
  {
    field: /** @type {Field} */ ("answer"),
    why: "Paste the response: its Code and Message show whether CloudFront or S3 denied the request.",
  },
  {
    field: /** @type {Field} */ ("publicKey"),
    why: "Enter the public key: the page then checks the signature and finds what was changed.",
  },
];

/** @type {Record<string, { field: Field, why: string } | undefined>} */
const byFinding = {
  "resource-not-checked": {
    field: "requested",
    why: "Enter the requested URL: the page then compares it with the policy.",
  },
  "ip-unknown": {
    field: "ip",
    why: "Enter the viewer’s address: the policy allows only some addresses.",
  },
  "third-party-cookies": {
    field: "pageOrigin",
    why: "Enter the page’s origin: browsers may hold back cookies of another site.",
  },
  "cookie-same-site": {
    field: "pageOrigin",
    why: "Enter the page’s origin: SameSite depends on the site of the page.",
  },
  "preflight-without-cookies": {
    field: "method",
    why: "Enter the method: browsers send an OPTIONS request without cookies.",
  },
  "method-not-allowed": {
    field: "method",
    why: "Enter the method: a cache behavior allows only some methods.",
  },
};

const otherHostnames = {
  field: /** @type {Field} */ ("hostnames"),
  why: "Enter other host names, such as the old domain: the signature may be for one of them.",
};

/** A signature that has expired by now may have been valid at the time of the request. */
const beforeNow = [
  {
    field: /** @type {Field} */ ("when"),
    why: "Enter the time of the request: the signature may have been valid then, and something else is wrong.",
  },
  {
    field: /** @type {Field} */ ("publicKey"),
    why: "Enter the public key: the page then checks the signature, too.",
  },
];

/**
 * The empty fields that would decide what is left open, in the order of the findings.
 *
 * @param {readonly Finding[]} findings @param {(field: Field) => boolean} isEmpty whether nothing
 * of what belongs into a field is known, also from another one
 * @param {boolean} [isNow] no time of the request is known
 */
export function decidingFields(findings, isEmpty, isNow = false) {
  return findings
    .flatMap(({ id, certainty, fix }, i) => {
      if (id === "expired" && i === 0 && isNow) return beforeNow;
      if (id === "signature-not-checked") return isEmpty("paste") ? request : unchecked;
      if (id === "signature-mismatch") return /\bhost ?names?\b/i.test(fix) ? otherHostnames : undefined;
      return certainty === "proven" ? undefined : byFinding[id];
    })
    .filter((one) => one !== undefined)
    .filter(({ field }, i, all) => isEmpty(field) && all.findIndex((other) => other.field === field) === i);
}
