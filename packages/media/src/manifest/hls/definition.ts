import { parameterNames } from "cloudfront-sign-webcrypto/internals";
import { readAttributeList } from "./attribute-list.ts";
import { refusePlaylist } from "./playlist-fault.ts";
import type { PlaylistProblem } from "./playlist-problem.ts";

/** A variable, and its value or why it has none that all readers agree on. */
export interface Definition {
  readonly name: string;
  readonly value: string | PlaylistProblem;
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
 * replacement, a fragment.
 */
const replacedDifferently = /[#${}\\]/;

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
  if ("id" in attributes) return refusePlaylist(attributes);
  // Media3 finds VALUE= in X-VALUE= as well.
  const other = attributes.find((attribute) => !/^(?:NAME|VALUE|QUERYPARAM|IMPORT)$/.test(attribute.name));
  if (other) refusePlaylist({ id: "definition-attribute", attribute: other.name });
  const quoted = (attribute: string): string | undefined => {
    const found = attributes.find(({ name }) => name === attribute);
    if (found && found.quoted === undefined)
      refusePlaylist({ id: "not-quoted", tag: "EXT-X-DEFINE", attribute });
    return found?.quoted;
  };
  const [name, value, parameter, imported] = ["NAME", "VALUE", "QUERYPARAM", "IMPORT"].map(quoted);
  const [defined, ...others] = [name, parameter, imported].filter((given) => given !== undefined);
  if (defined === undefined) return refusePlaylist({ id: "definition-of-nothing" });
  if (others.length > 0) refusePlaylist({ id: "definition-of-several" });
  if (!/^[\w-]+$/.test(defined))
    refusePlaylist({ id: "definition-name", character: /[^\w-]/u.exec(defined)?.[0] });
  if (parameter !== undefined && parameterNames.includes(parameter))
    refusePlaylist({ id: "definition-of-signature", parameter });
  const known =
    imported !== undefined
      ? (sources.imported.get(imported) ?? ({ id: "variable-not-given", name: defined } as const))
      : parameter !== undefined
        ? queryParameter(sources.query, parameter)
        : (value ?? ({ id: "variable-without-value", name: defined } as const));
  const character = typeof known === "string" ? replacedDifferently.exec(known)?.[0] : undefined;
  return {
    name: defined,
    value: character === undefined ? known : { id: "variable-character", name: defined, character },
  };
}

/**
 * The value of a parameter that all readers find alike: it is there once, and stays the same when it is
 * decoded a second time, as some readers do.
 */
function queryParameter(query: URLSearchParams, name: string): string | PlaylistProblem {
  const [value, ...more] = query.getAll(name);
  if (value === undefined) return { id: "parameter-missing", name };
  if (more.length > 0) return { id: "parameter-twice", name };
  return value.includes("%") ? { id: "parameter-escaped-twice", name } : value;
}
