import { fail } from "../errors.ts";
import { checkFlag, lostRestriction, readOptions } from "../options/read-options.ts";
import { describeSeconds } from "../policy/describe-time.ts";
import { durationSeconds } from "../policy/duration.ts";
import { epochSeconds } from "../policy/instant.ts";
import { ipv4Cidr } from "../policy/ipv4.ts";
import { parsePolicy } from "../policy/parse-policy.ts";
import { namesHost, resourceCovers, sections } from "../url/resource-match.ts";
import { checkQuestionMarks, wireResource } from "../url/resource-pattern.ts";
import { checkAccessPeriod } from "./access-period.ts";
import { boundResource, readGrantId, refuseGrantId } from "./grant-id.ts";
import { homeOfOption } from "./option-homes.ts";
import { createPolicy, exactResource, type Policy } from "./policy-to-sign.ts";
import { type GivenTerms, termNames } from "./terms.ts";

/** What terms are for, and when they are read. */
export interface TermsContext {
  /** Milliseconds. */
  readonly now: number;
  /** The longest time, in seconds, that may be granted. */
  readonly maxLifetime: number | undefined;
  /** The URL in wire form that is signed; without one the policy is for cookies or a grant. */
  readonly href?: string | undefined;
  /** Only the terms of a grant may have an ID. */
  readonly isGrant?: boolean | undefined;
}

/** The policy of terms. */
export interface PolicyOfTerms extends Policy {
  /** The ID of a grant, and the resource that the policy binds to it. */
  readonly boundTo?: { readonly id: string; readonly resource: string } | undefined;
}

/** Terms that restrict access: given as `undefined` they are a restriction that got lost. */
const restrictionNames = ["dateGreaterThan", "ipAddress", "resource", "policy"] as const;

/** The policy that terms ask for. They are read once, and only the copy is used. */
export function policyOfTerms(given: object, context: TermsContext): PolicyOfTerms {
  const { now, maxLifetime, href, isGrant = false } = context;
  if (!isGrant) refuseGrantId(given, href === undefined);
  const names = isGrant ? ([...termNames, "grantId"] as const) : termNames;
  const hint = href === undefined ? resourceHint(isGrant) : termsHint;
  const terms: GivenTerms = readOptions<GivenTerms>("terms", given, names, hint, homeOfOption);
  const grantId = isGrant ? readGrantId(terms) : undefined;
  for (const name of restrictionNames)
    if (terms[name] === undefined && name in terms) fail("ERR_OPTION_INVALID", name, lostRestriction);
  const policy =
    terms.policy === undefined
      ? policyOfOptions(terms, now, href, grantId)
      : readyPolicy(terms, names, href, now);
  if (maxLifetime !== undefined) checkLifetime(policy.dateLessThan, terms, now, maxLifetime);
  return policy;
}

/** What to pass instead of terms that are not an object. */
const termsHint = 'say when access ends: { expiresIn: "1h" }';

/** The whole call, for a URL in place of the only argument. */
function resourceHint(isGrant: boolean): string {
  return `write ${isGrant ? "grant" : "signCookies"}({ resource: "https://cdn.example.com/course/*", expiresIn: "1h" })`;
}

function policyOfOptions(
  terms: GivenTerms,
  now: number,
  href: string | undefined,
  grantId: string | undefined,
): PolicyOfTerms {
  const { dateGreaterThan, ipAddress } = terms;
  const resource = terms.resource === undefined ? resourceOfUrl(href) : readResource(terms.resource, href);
  const policyTerms = {
    resource: grantId === undefined ? resource : boundResource(resource, grantId),
    dateLessThan: endSeconds(terms, now, resource),
    dateGreaterThan:
      dateGreaterThan === undefined ? undefined : epochSeconds("dateGreaterThan", dateGreaterThan, Math.ceil),
    ipAddress: ipAddress === undefined ? undefined : ipv4Cidr(ipAddress, "ipAddress", resource),
  };
  if (terms.resource !== undefined) checkCoverage(resource, href, "resource");
  checkAccessPeriod(policyTerms, now, "terms");
  const policy = createPolicy(policyTerms, href);
  return grantId === undefined ? policy : { ...policy, boundTo: { id: grantId, resource } };
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

/**
 * The ready policy of options, which is signed byte for byte. It has to cover the URL in wire form. None of
 * `names` may be given beside it; the name `policy` itself is skipped.
 */
export function readyPolicy<Name extends string>(
  options: { readonly [Key in Name | "policy"]?: unknown },
  names: readonly Name[],
  href: string | undefined,
  now: number,
): Policy {
  for (const name of names)
    if (name !== "policy" && options[name] !== undefined)
      fail(
        "ERR_OPTION_CONFLICT",
        name,
        "cannot be combined with the option policy, which is signed as it is; remove one of the two",
      );
  const terms = parsePolicy(options.policy);
  if (terms.resource === "*") checkWrittenResource(options.policy as string);
  if (terms.resource !== href) checkQuestionMarks(terms.resource, "policy", "its Resource ");
  checkCoverage(terms.resource, href, "policy");
  checkAccessPeriod(terms, now, "policy");
  return createPolicy(terms, href, options.policy as string);
}

/** Throws for a ready policy that covers everything because its Resource was forgotten. */
function checkWrittenResource(policy: string): void {
  const [statement] = JSON.parse(policy).Statement;
  if (!Object.hasOwn(statement, "Resource"))
    fail(
      "ERR_POLICY_INVALID",
      "policy",
      'Resource is missing in the statement, so it covers every URL of every distribution that trusts the key; add "Resource":"https://…", or "Resource":"*" if that is meant',
    );
}

/**
 * Throws when a resource in wire form, or that of a ready policy, does not cover a URL in wire form; without
 * one, when it cannot cover any.
 *
 * @throws `ERR_RESOURCE_MISMATCH`
 */
function checkCoverage(resource: string, href: string | undefined, option: "resource" | "policy"): void {
  // The resource of most URLs is the URL itself.
  if (resource === href || (href !== undefined && resourceCovers(resource, href))) return;
  const subject = option === "policy" ? "its Resource does not cover" : "does not cover";
  if (href !== undefined)
    fail("ERR_RESOURCE_MISMATCH", option, `${subject} the URL: ${describeMismatch(href)}`);
  // A ready policy's resource without a scheme covers nothing, unless it starts with *.
  if (!/^(\*|http(s|\*)?:\/\/)/.test(resource))
    fail(
      "ERR_RESOURCE_MISMATCH",
      option,
      `${subject} any URL: its scheme is missing; start it with https://, or with a *`,
    );
}

/**
 * A resource in wire form. Throws for one that opens other hosts, for a number that a * makes longer, for a folder whose
 * name is a * or nothing, and for one without a * as the resource of cookies or a grant. `givePolicy` is the step for those who mean such a resource.
 */
export function readResource(
  given: unknown,
  href?: string,
  option = "resource",
  givePolicy = "give a ready policy",
): string {
  const resource = wireResource(given as string, option);
  const { domain, rest } = sections(resource);
  let problem: string | undefined;
  // One path of every host is that of all tenants.
  if ((/[^*?.:\d]/.test(domain) || !/[^/*?]/.test(rest)) && !namesHost(`https://${domain}/`))
    problem = `its domain ${domain} covers hosts that are not yours, too; write the name of one host, as in https://cdn.example.com/*, or *. and your domain for all of its hosts, or ${givePolicy} if that is meant`;
  else if (href === undefined && /^\/(?:[^*?]*\/)?$/.test(rest))
    problem = `covers only the address that ends in /, and nothing below it; end it with /* to cover the folder, or ${givePolicy} for that address alone`;
  else if (/\/\*?\/\*$/.test(rest))
    problem = `has ${rest.endsWith("//*") ? "nothing" : "a *"} as the folder in front of its end, as a variable may leave it; write the name of the folder, or ${givePolicy} if that is meant`;
  else if (/\/\d+\*(?:\/\*)?$/.test(rest))
    problem = `ends with a number and a *, so that it covers longer numbers, too, as /users/1* covers /users/10; write /* after the number, or ${givePolicy} if that is meant`;
  return problem === undefined ? resource : fail("ERR_RESOURCE_INVALID", option, problem);
}

/** What mends a resource that does not cover a URL. Shows no path and no query, and nothing of the resource. */
export function describeMismatch(href: string): string {
  if (!resourceCovers("*", href))
    return "some servers read a .. in its path, which no wildcard covers; sign the URL without a resource";
  const { protocol, domain } = sections(href);
  return `protocol, domain, path and query must each match; a pattern for this URL is ${protocol}://${domain}/FOLDER/*, with the URL's own folder`;
}

/** The expiry time that terms ask for at `now` (milliseconds), in epoch seconds. */
function endSeconds(terms: GivenTerms, now: number, resource: string): number {
  const { dateLessThan, expiresIn, cacheWindow, staggerWindows } = terms;
  if ((dateLessThan === undefined) === (expiresIn === undefined)) refuseEnd(dateLessThan);
  if (staggerWindows !== undefined) checkStaggering(staggerWindows, cacheWindow);
  if (dateLessThan !== undefined) {
    if (cacheWindow !== undefined)
      fail("ERR_OPTION_CONFLICT", "cacheWindow", "cannot move a fixed dateLessThan; give expiresIn instead");
    return epochSeconds("dateLessThan", dateLessThan, Math.floor);
  }
  const lifetime = durationSeconds("expiresIn", expiresIn);
  const end = now / 1000 + lifetime;
  if (cacheWindow === undefined) return Math.floor(end);
  const window = durationSeconds("cacheWindow", cacheWindow);
  if (window > lifetime)
    fail(
      "ERR_DATE_INVALID",
      "cacheWindow",
      `is longer than the lifetime that is asked for, so access could last ${describeSeconds(lifetime + window)}; choose a window of at most ${describeSeconds(lifetime)}, or a longer lifetime`,
    );
  const offset = staggerWindows ? fnv1a(resource) % window : 0;
  return Math.ceil((end - offset) / window) * window + offset;
}

/** For terms with none of the two options for an expiry, or with both. */
function refuseEnd(dateLessThan: unknown): never {
  if (dateLessThan === undefined)
    return fail("ERR_OPTION_MISSING", "dateLessThan", "there is no expiry; give dateLessThan or expiresIn");
  return fail("ERR_OPTION_CONFLICT", "dateLessThan", "is given together with expiresIn; keep one of them");
}

function checkStaggering(staggerWindows: unknown, cacheWindow: unknown): void {
  checkFlag("staggerWindows", staggerWindows);
  if (staggerWindows && cacheWindow === undefined)
    fail("ERR_OPTION_CONFLICT", "staggerWindows", "has no effect without cacheWindow; add one, or remove it");
}

/** The FNV-1a hash of text in wire form, 32 bits: quick, and the same everywhere. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * Throws when terms grant access until `end` (epoch seconds), which is longer from `now` (milliseconds) than
 * `maximum` seconds; with a window also when they would at another time.
 */
function checkLifetime(end: number, terms: GivenTerms, now: number, maximum: number): void {
  const { expiresIn, cacheWindow } = terms;
  const isInWindows = cacheWindow !== undefined;
  const granted = isInWindows
    ? durationSeconds("expiresIn", expiresIn) + durationSeconds("cacheWindow", cacheWindow)
    : Math.ceil(end - now / 1000);
  if (granted <= maximum) return;
  const words = (seconds: number): string => `${describeSeconds(seconds)} (${seconds} s)`;
  const option = (["policy", "dateLessThan", "cacheWindow"] as const).find(
    (name) => terms[name] !== undefined,
  );
  fail(
    "ERR_DATE_INVALID",
    option ?? "expiresIn",
    `grants access for ${isInWindows ? "up to " : ""}${words(granted)}, and the maximum lifetime is ${words(maximum)}; choose an earlier expiry${isInWindows ? " or a smaller window" : ""}, or raise the maximum lifetime`,
  );
}
