import { fail } from "../errors.ts";
import { lostRestriction } from "../options/read-options.ts";
import { memberOf } from "../options/read-properties.ts";
import { describeType } from "../options/type-name.ts";
import type { GivenOptions } from "./sign-options.ts";

/** The parameter that carries the ID of a grant. */
export const grantIdName = "grant-id";

// Only characters that no client rewrites, and no wildcard. A key of CloudFront KeyValueStore may have 512.
const grantIdPattern = /^[\w-]{1,64}$/;

// In any case: what denies IDs finds the name so.
const grantIdNamePattern = /grant-id/i;

/** The ID among the options of a grant, if there is one. */
export function readGrantId(options: GivenOptions): string | undefined {
  const { grantId } = options;
  if (grantId === undefined)
    return "grantId" in options ? fail("ERR_OPTION_INVALID", "grantId", lostRestriction) : undefined;
  if (typeof grantId === "string" && grantIdPattern.test(grantId)) return grantId;
  return fail(
    "ERR_OPTION_INVALID",
    "grantId",
    `is ${typeof grantId === "string" ? "not an ID" : describeType(grantId)}; pass 1 to 64 letters, digits, - and _, such as crypto.randomUUID(), from a variable that is set`,
  );
}

/** Throws for a grant ID among the options of one URL or of cookies, which cannot have one. */
export function refuseGrantId(options: unknown): void {
  if (memberOf(options, "grantId") !== undefined)
    fail(
      "ERR_OPTION_UNKNOWN",
      "grantId",
      "only the URLs of a grant carry an ID; make one with signer.grant({ resource, expiresIn, grantId }), and use its signUrl or query",
    );
}

/** Whether a URL or a pattern has the name of the parameter anywhere in its query. */
export function namesGrantId(href: string): boolean {
  const query = href.indexOf("?");
  return query >= 0 && grantIdNamePattern.test(href.slice(query));
}

/**
 * A resource in wire form that covers the same URLs with the ID as their last parameter, and no others.
 *
 * A wildcard stays within its section, so `…/*grant-id=ID` would cover no query at all: the query is a section
 * of its own, and any text may stand in it before the ID. A `?` that is not directly before a `*` may also be one
 * character of a path, and what denies IDs reads none there.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function boundResource(resource: string, id: string): string {
  if (namesGrantId(resource))
    fail(
      "ERR_RESOURCE_INVALID",
      "resource",
      `has ${grantIdName} in its query, which grantId adds itself; leave it out`,
    );
  if (/\?(?!\*)/.test(resource))
    fail(
      "ERR_RESOURCE_INVALID",
      "resource",
      "has a ? that is not directly before a *, which may also stand for one character; with grantId, end the path with * or ?*",
    );
  const parameter = `${grantIdName}=${id}`;
  const hasQuery = resource.includes("?");
  if (resource.endsWith("*")) return `${resource}${hasQuery ? "" : "?*"}${parameter}`;
  return resource + (hasQuery ? "&" : "?") + parameter;
}

/** What {@link boundResource} has bound to an ID, and the ID; `undefined` for a resource without one. */
export function boundTo(resource: string): { readonly id: string; readonly resource: string } | undefined {
  const [, before = "", id] = /^(.*)grant-id=([\w-]{1,64})$/s.exec(resource) ?? [];
  if (id === undefined || !/[?&*]$/.test(before)) return undefined;
  return { id, resource: before.endsWith("*?*") ? before.slice(0, -2) : before.replace(/[?&]$/, "") };
}
