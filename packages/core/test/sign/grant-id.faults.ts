import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { refusedGrant, refusedTerms } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";

const terms = { resource: `${host}/course/42/*`, dateLessThan: end };

const idStep =
  "pass 1 to 64 letters, digits, - and _, such as crypto.randomUUID(), from a variable that is set";

const invalidIds: readonly (readonly [given: string, grantId: unknown, message: string])[] = [
  [
    "grantId: undefined",
    undefined,
    "is undefined, which would drop the restriction; fix the value, or leave the option out on purpose",
  ],
  ["grantId: 42", 42, `is a number; ${idStep}`],
  ['grantId: ""', "", `is not an ID; ${idStep}`],
  ['grantId: "a".repeat(65)', "a".repeat(65), `is not an ID; ${idStep}`],
  ['grantId: "user@example.com"', "user@example.com", `is not an ID; ${idStep}`],
];

async function grantWithId(resource: string = terms.resource) {
  return recorder().signer.grant({ ...terms, resource, grantId: "a1" });
}

/** Faults of an ID of a grant, and of what a grant with an ID cannot do. */
export const grantIdFaults: readonly Fault[] = [
  ...invalidIds.map(([given, grantId, message]) =>
    refusedGrant(given, { ...terms, grantId }, "ERR_OPTION_INVALID", `grantId: ${message}`),
  ),
  refusedGrant(
    "grantId with policy",
    { policy: "{}", grantId: "a1" },
    "ERR_OPTION_CONFLICT",
    "grantId: cannot be combined with policy, which is signed unchanged; remove one of the two",
  ),
  refusedTerms(
    'signUrl(url, { expiresIn: "1h", grantId: "a1" })',
    { expiresIn: "1h", grantId: "a1" },
    "ERR_OPTION_UNKNOWN",
    "grantId: only the URLs of a grant carry an ID; make one with signer.grant({ resource, expiresIn, grantId }), and use its signUrl or query",
  ),
  {
    given: 'signCookies({ resource, expiresIn: "1h", grantId: "a1" })',
    run: () => recorder().signer.signCookies({ ...terms, grantId: "a1" } as typeof terms),
    code: "ERR_OPTION_UNKNOWN",
    message:
      "grantId: only the URLs of a grant carry an ID; make one with signer.grant({ resource, expiresIn, grantId }), and use its signUrl or query",
  },
  {
    given: "cookies of a grant with grantId",
    run: async () => (await grantWithId()).cookies,
    code: "ERR_OPTION_CONFLICT",
    message:
      "grantId: is a parameter of URLs, which signed cookies cannot carry; use grant.signUrl(url) or grant.query, or make a grant without grantId for cookies",
  },
  {
    given: 'resource: "https://cdn.example.com/a?grant-id=1", with grantId',
    run: () => grantWithId("https://cdn.example.com/a?grant-id=1"),
    code: "ERR_RESOURCE_INVALID",
    message: "resource: has grant-id in its query, which grantId adds itself; leave it out",
  },
  {
    given: 'resource: "https://cdn.example.com/a?v=*", with grantId',
    run: () => grantWithId("https://cdn.example.com/a?v=*"),
    code: "ERR_RESOURCE_INVALID",
    message:
      "resource: has a ? that is not directly before a *, which may also stand for one character; with grantId, end the path with * or ?*",
  },
  {
    given: "a URL with ?grant-id=b2, for a grant with grantId",
    run: async () => (await grantWithId()).signUrl(`${host}/course/42/a.ts?grant-id=b2`),
    code: "ERR_URL_ALREADY_SIGNED",
    message: "url: has grant-id in its query, which this grant adds itself; leave it out",
  },
];
