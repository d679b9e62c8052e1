import { fail } from "../../errors.ts";
import { replaceQuoted } from "./attribute-list.ts";

/** The variables of one playlist, as far as it has been read. */
export interface Variables {
  /** Takes note of the attribute list of an `EXT-X-DEFINE`. */
  define(list: string): void;
  /** The text with each `{$name}` as its value. */
  substitute(text: string): string;
}

/**
 * The variables of a playlist: `NAME` with `VALUE`, `QUERYPARAM` out of the query of the playlist's own URL, `IMPORT` out of `imported`.
 *
 * A value with a variable in it counts as unknown: players differ about it, and it could double itself without end. So does one with a
 * fragment, which would leave no place in the text for the query.
 *
 * Source: RFC 8216bis, section 4.3, "Variable Substitution", and section 4.4.2.3, "EXT-X-DEFINE".
 */
export function createVariables(query: URLSearchParams, imported: Readonly<Record<string, string>>): Variables {
  const importable = new Map(Object.entries(imported));
  const values = new Map<string, string | null | undefined>();
  return {
    define(list) {
      const given: Record<string, string> = {};
      replaceQuoted(list, (name, content = "") => {
        given[name] = content;
        return content;
      });
      const { NAME, VALUE, QUERYPARAM, IMPORT = "" } = given;
      if (NAME !== undefined) values.set(NAME, VALUE);
      else if (QUERYPARAM !== undefined) values.set(QUERYPARAM, query.get(QUERYPARAM));
      else values.set(IMPORT, importable.get(IMPORT));
    },
    substitute: (text) =>
      text.replace(/\{\$([\w-]+)\}/g, (_, name: string) => {
        const value = values.get(name) ?? "#";
        return /#|\{\$/.test(value)
          ? fail(
              "ERR_MANIFEST_INVALID",
              "variables",
              `the value of {$${name.slice(0, 15)}} is not known, or has a # or {$ in it; give imported ones`,
            )
          : value;
      }),
  };
}
