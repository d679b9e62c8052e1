import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { covers, isViewer } from "../../support/policy-model.ts";
import { decoded, partsOf, seconds, termsSent } from "../../support/proof-model.ts";
import { type FindingCase, ofRequest } from "../finding-case.ts";

const folder = await rsaSigner().signUrl(`${host}/v/1.ts`, { resource: `${host}/v/*`, dateLessThan: end });

/** The findings of this topic, in the order of their rank: a request that has it first, and when it may call itself proven. */
export const conditionsCases = {
  "dot-segment": {
    example: {
      question: {
        url: folder.replace("/v/1.ts", "/v/%2e%2e%2fb.ts"),
        time: moment,
      },
      shown: { url: `${host}/v/%2e%2e%2fb.ts?Policy=…` },
    },
    proof: ({ seen }) => /(^|\/)\.{1,2}(\/|$)/.test(decoded(partsOf(seen).path)),
  },
  "resource-mismatch": {
    example: ofRequest("outside of the resource", { url: `${host}/w/1.ts?Policy=…` }),
    proof: (facts) => {
      const terms = termsSent(facts);
      return terms !== undefined && !covers(terms.resource, facts.seen.requested);
    },
  },
  expired: {
    example: ofRequest("expired", { url: "…?Expires=1767225601&…", time: "2026-01-01T00:01:30.000Z" }),
    proof: (facts) => seconds(facts) >= (termsSent(facts)?.end ?? Number.NaN),
  },
  "not-yet-valid": {
    example: ofRequest("not yet valid", { url: "…?Policy=…&…" }),
    proof: (facts) => seconds(facts) <= (termsSent(facts)?.start ?? Number.NaN),
  },
  "ip-mismatch": {
    example: ofRequest("another address", { url: "…?Policy=…&…", ipAddress: "192.0.2.2" }),
    proof: (facts) => !isViewer(facts.asked.ipAddress, termsSent(facts)?.range),
  },
  "ipv6-viewer": {
    example: ofRequest("a viewer on IPv6", { url: "…?Policy=…&…", ipAddress: "2001:db8::1" }),
    proof: ({ asked }) => asked.ipAddress?.includes(":") === true,
  },
} satisfies Readonly<Record<string, FindingCase>>;
