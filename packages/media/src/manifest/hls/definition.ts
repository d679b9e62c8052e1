import { parameterNames } from "cloudfront-sign-webcrypto/internals";
import { readAttributeList } from "./attribute-list.ts";
import { attributeOf, refusePlaylist } from "./playlist-fault.ts";

/** A variable and its value. */
export interface Definition {
  readonly name: string;
  /** `undefined` if there is none that all readers find alike. */
  readonly value: string | undefined;
  /** It is a part of the query of the playlist's own URL. */
  readonly isFromQuery: boolean;
  /** Some reader replaces a part of the value in its own way. */
  readonly isChanged: boolean;
}

/** Where the values of variables come from that a playlist does not define itself. */
export interface VariableSources {
  /** The query of the playlist's own URL, for `QUERYPARAM`. */
  readonly query: URLSearchParams;
  /** The variables of the multivariant playlist, for `IMPORT`. */
  readonly imported: ReadonlyMap<string, string>;
}

/**
 * Some reader replaces these in a value in its own way: a variable in it or made by it, `$&` of a
 * replacement, a fragment; and what is escaped in a decoded parameter.
 */
const changed = /[#${}\\]/;
const changedInParameter = /[#${}\\%]/;

/**
 * Reads an `EXT-X-DEFINE`: exactly one of `NAME` (with `VALUE`), `QUERYPARAM` and `IMPORT`.
 *
 * A value with a variable in it counts as unknown: players differ about it, and it could double itself
 * without end. So does one with a fragment, which leaves no place for the query.
 *
 * Source: RFC 8216bis, section 4.4.2.3, "EXT-X-DEFINE".
 *
 * @throws a fault for a definition that readers read differently: it decides about other lines.
 */
export function readDefinition(list: string, sources: VariableSources): Definition {
  const attributes = readAttributeList(list, "EXT-X-DEFINE");
  if (typeof attributes === "string") return refusePlaylist(attributes);
  const given = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  const quoted = (attribute: string): string | undefined => {
    const found = given.get(attribute);
    given.delete(attribute);
    if (found && found.quoted === undefined) refusePlaylist(notQuoted("EXT-X-DEFINE", attribute));
    return found?.quoted;
  };
  const [name, value, parameter, imported] = ["NAME", "VALUE", "QUERYPARAM", "IMPORT"].map(quoted);
  const [defined, ...others] = [name, parameter, imported].filter((text) => text !== undefined);
  // Media3 finds VALUE= in X-VALUE= as well.
  if (defined === undefined || others.length > 0 || given.size > 0)
    return refusePlaylist(
      "EXT-X-DEFINE needs one of NAME (with VALUE), QUERYPARAM and IMPORT, and no other attribute; write a line for each variable",
    );
  if (!/^[\w-]+$/.test(defined))
    refusePlaylist("EXT-X-DEFINE has a name with characters other than letters, digits, - and _; rename it");
  if (parameter !== undefined && parameterNames.includes(parameter))
    refusePlaylist(
      `EXT-X-DEFINE makes a variable of the signing parameter ${parameter}, which would reach every host in the playlist; remove it`,
    );
  const [found, ...more] =
    imported !== undefined
      ? [sources.imported.get(imported)]
      : parameter !== undefined
        ? sources.query.getAll(parameter)
        : [value];
  return {
    name: defined,
    value: more.length > 0 ? undefined : found,
    isFromQuery: parameter !== undefined,
    isChanged: (parameter === undefined ? changed : changedInParameter).test(found ?? ""),
  };
}

/** A value has no quotes and has to have some. */
export function notQuoted(tag: string, attribute: string): string {
  return `${attributeOf(tag, attribute)} without quotes around its value; put it in quotes`;
}
