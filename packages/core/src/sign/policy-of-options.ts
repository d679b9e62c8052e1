import { fail } from "../errors.ts";
import { type AnyAbortSignal, readAbortSignal } from "../options/abort-signal.ts";
import { lostRestriction, readOptions } from "../options/read-options.ts";
import { epochSeconds } from "../policy/instant.ts";
import { ipv4Cidr } from "../policy/ipv4.ts";
import { parsePolicy } from "../policy/read-policy.ts";
import { checkReadyResource, wireResource } from "../url/resource-pattern.ts";
import { checkAccessPeriod, checkLifetime, endSeconds } from "./expiry.ts";
import { boundResource, readGrantId, refuseGrantId } from "./grant-id.ts";
import { describeSignOptionHome } from "./option-homes.ts";
import { createPolicy, type PolicyToSign, policyKind } from "./policy-to-sign.ts";
import { checkCoverage, exactResource } from "./resource.ts";
import { type GivenOptions, signOptionNames } from "./sign-options.ts";

/** What options are for, and when they are read. */
export interface SigningContext {
  /** Milliseconds. */
  readonly now: number;
  /** The longest time, in seconds, that may be granted. */
  readonly maxLifetime: number | undefined;
  /** The URL in wire form that is signed; without one the policy is for cookies or a grant. */
  readonly href?: string | undefined;
  /** Only the options of a grant may have an ID. */
  readonly isGrant?: boolean | undefined;
}

/** The policy of options. */
export interface PolicyOfOptions extends PolicyToSign {
  /** The ID of a grant, and the resource that the policy binds to it. */
  readonly boundTo?: { readonly id: string; readonly resource: string } | undefined;
  /** Ends the call that has these options. */
  readonly signal?: AnyAbortSignal | undefined;
}

/** What may stand beside a ready policy: itself, and what restricts no access. */
const besidePolicy: readonly string[] = ["policy", "signal"];

/** Options that restrict access: given as `undefined` they are a restriction that got lost. */
const restrictionNames = ["dateGreaterThan", "ipAddress", "resource", "policy"] as const;

/** The policy that options ask for. They are read once, and only the copy is used. */
export function policyOfOptions(given: object, context: SigningContext): PolicyOfOptions {
  const { now, maxLifetime, href, isGrant = false } = context;
  if (!isGrant) refuseGrantId(given);
  const names = isGrant ? ([...signOptionNames, "grantId"] as const) : signOptionNames;
  const example = `pass { ${href === undefined ? 'resource: "https://cdn.example.com/course/*", ' : ""}expiresIn: "1h" }`;
  const options: GivenOptions = readOptions<GivenOptions>(
    "options",
    given,
    names,
    example,
    describeSignOptionHome,
  );
  const grantId = isGrant ? readGrantId(options) : undefined;
  for (const name of restrictionNames)
    if (options[name] === undefined && name in options) fail("ERR_OPTION_INVALID", name, lostRestriction);
  const policy =
    options.policy === undefined
      ? policyOfConditions(options, now, href, grantId)
      : readyPolicy(options, names, href, now);
  if (maxLifetime !== undefined) checkLifetime(policy.dateLessThan, options, now, maxLifetime);
  return options.signal === undefined
    ? policy
    : { ...policy, signal: readAbortSignal(options.signal as AnyAbortSignal) };
}

function policyOfConditions(
  options: GivenOptions,
  now: number,
  href: string | undefined,
  grantId: string | undefined,
): PolicyOfOptions {
  const { dateGreaterThan, ipAddress } = options;
  const resource =
    options.resource === undefined ? resourceOfUrl(href) : wireResource(options.resource as string);
  const statement = {
    resource: grantId === undefined ? resource : boundResource(resource, grantId),
    dateLessThan: endSeconds(options, now, resource),
    dateGreaterThan:
      dateGreaterThan === undefined ? undefined : epochSeconds("dateGreaterThan", dateGreaterThan, Math.ceil),
    ipAddress: ipAddress === undefined ? undefined : ipv4Cidr(ipAddress),
  };
  if (href !== undefined) checkCoverage(resource, href, "resource");
  checkAccessPeriod(statement, now, "dateLessThan");
  const policy = createPolicy(policyKind(statement, href, options.resource !== undefined), statement);
  return grantId === undefined ? policy : { ...policy, boundTo: { id: grantId, resource } };
}

function resourceOfUrl(href: string | undefined): string {
  return href === undefined
    ? fail(
        "ERR_OPTION_MISSING",
        "resource",
        "is missing; pass the URL or a pattern such as https://cdn.example.com/videos/*",
      )
    : exactResource(href);
}

/**
 * The ready policy of options, which is signed byte for byte. It has to cover the URL in wire form. None of
 * `names` may be given beside it, but those of {@link besidePolicy}. Without `now` its times are not checked.
 */
export function readyPolicy<Name extends string>(
  options: { readonly [Key in Name | "policy"]?: unknown },
  names: readonly Name[],
  href: string | undefined,
  now?: number,
): PolicyToSign {
  for (const name of names)
    if (!besidePolicy.includes(name) && options[name] !== undefined)
      fail(
        "ERR_OPTION_CONFLICT",
        name,
        "cannot be combined with policy, which is signed unchanged; remove one of the two",
      );
  const statement = parsePolicy(options.policy);
  if (statement.resource === "*") checkWrittenResource(options.policy as string);
  checkReadyResource(statement.resource, "policy");
  if (href !== undefined) checkCoverage(statement.resource, href, "policy");
  if (now !== undefined) checkAccessPeriod(statement, now, "policy");
  return createPolicy("custom", statement, options.policy as string);
}

/** Throws for a ready policy that covers everything because its Resource was forgotten. */
function checkWrittenResource(policy: string): void {
  const [statement] = JSON.parse(policy).Statement;
  if (!Object.hasOwn(statement, "Resource"))
    fail(
      "ERR_POLICY_INVALID",
      "policy",
      'Resource is missing in the statement, which then covers every URL of every distribution that trusts the key; add "Resource":"https://…", or "Resource":"*" if that is meant',
    );
}
