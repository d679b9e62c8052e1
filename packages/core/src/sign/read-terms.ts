import { fail } from "../errors.ts";
import { lostRestriction, readOptions } from "../options/read-options.ts";
import { epochSeconds } from "../policy/instant.ts";
import { ipv4Cidr } from "../policy/ipv4.ts";
import { wireResource } from "../url/resource-pattern.ts";
import { checkAccessPeriod } from "./access-period.ts";
import { createPolicy, exactResource } from "./create-policy.ts";
import { endSeconds } from "./end-of-access.ts";
import { boundResource, refuseGrantId } from "./grant-id.ts";
import { checkLifetime } from "./max-lifetime.ts";
import type { ResourceTerms, UrlTerms } from "./policy-terms.ts";
import { readyPolicy } from "./ready-policy.ts";
import { checkCoverage } from "./resource-mismatch.ts";
import type { Policy } from "./signed-policy.ts";
import { restrictionNames, termNames, termsHint } from "./term-names.ts";

/** When and for how long terms are read. */
export interface TermsContext {
  /** Milliseconds. */
  readonly now: number;
  /** The longest time, in seconds, that may be granted. */
  readonly maxLifetime: number | undefined;
  /** The URL in wire form that is signed; without one the policy is for cookies or a grant. */
  readonly href?: string | undefined;
  /** The ID of the grant, which its resource is bound to. */
  readonly grantId?: string | undefined;
}

/** The policy that terms ask for. */
export function policyOfTerms(given: UrlTerms | ResourceTerms, context: TermsContext): Policy {
  refuseGrantId(given, context.href === undefined);
  const terms = readOptions("terms", given, termNames, termsHint);
  checkUndefined(terms);
  return terms.policy === undefined ? policyOfOptions(terms, context) : policyOfReadyPolicy(terms, context);
}

function checkUndefined(terms: UrlTerms | ResourceTerms): void {
  for (const name of restrictionNames)
    if (terms[name] === undefined && name in terms) fail("ERR_OPTION_INVALID", name, lostRestriction);
}

function policyOfOptions(terms: UrlTerms | ResourceTerms, context: TermsContext): Policy {
  const { now, maxLifetime, href, grantId } = context;
  const { dateGreaterThan, ipAddress } = terms;
  const resource = terms.resource === undefined ? resourceOfUrl(href) : wireResource(terms.resource);
  const policyTerms = {
    resource: grantId === undefined ? resource : boundResource(resource, grantId),
    dateLessThan: endSeconds(terms, now, resource),
    dateGreaterThan:
      dateGreaterThan === undefined ? undefined : epochSeconds("dateGreaterThan", dateGreaterThan, Math.ceil),
    ipAddress: ipAddress === undefined ? undefined : ipv4Cidr(ipAddress),
  };
  if (terms.resource !== undefined) checkCoverage(resource, href, "resource");
  checkAccessPeriod(policyTerms, now, "terms");
  if (maxLifetime !== undefined) checkLifetime(policyTerms.dateLessThan, terms, now, maxLifetime);
  return createPolicy(policyTerms, href);
}

function resourceOfUrl(href: string | undefined): string {
  return href === undefined
    ? fail(
        "ERR_OPTION_MISSING",
        "resource",
        "is missing; give the URL or a pattern such as https://cdn.example.com/videos/*",
      )
    : exactResource(href);
}

function policyOfReadyPolicy(terms: UrlTerms | ResourceTerms, context: TermsContext): Policy {
  const { now, maxLifetime, href } = context;
  const policy = readyPolicy(terms, termNames, href, now);
  if (maxLifetime !== undefined) checkLifetime(policy.dateLessThan, terms, now, maxLifetime);
  return policy;
}
