import { limits } from "cloudfront-sign-webcrypto/internals";
import { tooLong } from "../fault.ts";
import { shownName } from "../shown-name.ts";
import type { WorkBudget } from "../work-budget.ts";
import { type Definition, readDefinition, type VariableSources } from "./definition.ts";
import { refuseLine, refusePlaylist } from "./playlist-fault.ts";

/** The variables of one playlist, as far as it has been read. */
export interface Variables {
  /**
   * Reads the attribute list of an `EXT-X-DEFINE`.
   *
   * @throws a fault for a definition that readers read differently: it decides about other lines.
   */
  define(list: string): void;
  /**
   * The text with each `{$name}` replaced, as each reader does it: most replace all, m3u8-parser the first of
   * each name.
   *
   * @throws a fault for a variable without a value that all readers agree on.
   */
  readings(text: string): readonly string[];
  /** Whether a text has a variable that may have a part of the playlist's own query. */
  usesQuery(text: string): boolean;
}

const variableReference = /\{\$([\w-]+)\}/g;
const plainDotSegment = /\/\.{1,2}(?:\/|$)/;
/** The start of a variable reference with a name, and the end of one, also with their characters escaped. */
const opening = /(?:\{|%7b)(?:\$|%24)(?!\}|%7d)/i;
const closing = /\}|%7d/i;

/**
 * The variables of a playlist.
 *
 * Source: RFC 8216bis, section 4.3, "Variable Substitution".
 */
export function createVariables(sources: VariableSources, budget: WorkBudget): Variables {
  const definitions = new Map<string, Definition>();

  const knownValue = (name: string): string => {
    const { value, isChanged } = definitions.get(name) ?? {};
    if (value === undefined)
      return refuseLine(
        `${shown(name)} has no value above this line; write a VALUE for it, pass the one of an IMPORT in the option variables, or put the parameter of a QUERYPARAM into playlistUrl once`,
      );
    if (isChanged)
      refuseLine(
        `the value of ${shown(name)} has one of # $ { } \\ %, which players replace in different ways; use another value`,
      );
    return value;
  };

  /**
   * The text with its variables replaced, all of them or the first of each name. Nothing is built that is
   * longer than a URL.
   */
  const replace = (text: string, isOnlyFirst: boolean): string => {
    const seen = new Set<string>();
    let left = limits.longestUrl - text.replace(variableReference, "").length;
    const replaced = text.replace(variableReference, (all, name: string) => {
      const value = isOnlyFirst && seen.has(name) ? all : knownValue(name);
      seen.add(name);
      left -= value.length;
      if (left < 0) refuseLine(`the URI ${tooLong().words}`, "ERR_URL_TOO_LONG");
      return value;
    });
    budget.spend(replaced.length);
    return replaced;
  };

  return {
    define(list) {
      const definition = readDefinition(list, sources);
      const { name } = definition;
      if (definitions.has(name))
        refusePlaylist(
          `EXT-X-DEFINE defines ${shown(name)} again, and players use the first or the last; rename one`,
        );
      definitions.set(name, definition);
    },
    usesQuery: (text) =>
      [...text.matchAll(variableReference)].some(([, name = ""]) => {
        const { isFromQuery, isChanged } = definitions.get(name) ?? {};
        // A value with another variable in it.
        return isFromQuery || isChanged;
      }),
    readings(text) {
      if (text.length > limits.longestUrl) return [text];
      if (!text.includes("{$") && !/%(?:7[bd]|24)/i.test(text)) return [text];
      const others = text.replace(variableReference, "");
      if (/[{%]/.test(others) && hasEscapedReference(others))
        refuseLine(
          "a variable has escaped braces or an odd name, and only some players replace it; write {$name}",
        );
      const names = [...text.matchAll(variableReference)].map(([, name]) => name);
      if (names.length === 0) return [text];
      const [fromVariable = ""] = text.slice(text.indexOf("{$")).split(/[?#]/, 1);
      if (plainDotSegment.test(fromVariable))
        refuseLine(
          "a . or .. segment comes after a variable, which some players do not replace; write the path without it",
        );
      const whole = replace(text, false);
      return new Set(names).size < names.length ? [whole, replace(text, true)] : [whole];
    },
  };
}

/** A token may have come where a variable's name belongs, so only its start is shown. */
function shown(name: string): string {
  return `{$${shownName(name, 15)}}`;
}

/**
 * Whether some readers find a variable in a text: its braces or its $ are escaped, or its name has other
 * characters. In one pass.
 */
function hasEscapedReference(text: string): boolean {
  const at = text.search(opening);
  return at >= 0 && closing.test(text.slice(at + 2));
}
