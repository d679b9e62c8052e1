import { longestUrl } from "cloudfront-sign-webcrypto/internals";
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
}

const variableReference = /\{\$([\w-]+)\}/g;
const plainDotSegment = /\/\.{1,2}(?:\/|$)/;
/** The start and the end of a variable reference, also with its characters escaped. */
const opening = /(?:\{|%7b)(?:\$|%24)/gi;
const closing = /\}|%7d/gi;

/**
 * The variables of a playlist.
 *
 * Source: RFC 8216bis, section 4.3, "Variable Substitution".
 */
export function createVariables(sources: VariableSources, budget: WorkBudget): Variables {
  const values = new Map<string, Definition["value"]>();

  const knownValue = (name: string): string => {
    const value = values.get(name) ?? ({ id: "variable-undefined", name } as const);
    return typeof value === "string" ? value : refuseLine(value);
  };

  /**
   * The text with its variables replaced, all of them or the first of each name. Nothing is built that is
   * longer than a URL.
   */
  const replace = (text: string, isOnlyFirst: boolean): string => {
    const seen = new Set<string>();
    const pieces: string[] = [];
    let length = 0;
    let end = 0;
    const add = (piece: string): void => {
      pieces.push(piece);
      length += piece.length;
      if (length > longestUrl) refuseLine({ id: "too-long-with-variables" });
    };
    for (const found of text.matchAll(variableReference)) {
      const [all, name = ""] = found;
      if (isOnlyFirst && seen.has(name)) continue;
      seen.add(name);
      add(text.slice(end, found.index));
      add(knownValue(name));
      end = found.index + all.length;
    }
    add(text.slice(end));
    budget.spend(length);
    return pieces.join("");
  };

  return {
    define(list) {
      const { name, value } = readDefinition(list, sources);
      if (values.has(name)) refusePlaylist({ id: "defined-twice", name });
      values.set(name, value);
    },
    readings(text) {
      if (text.length > longestUrl) return [text];
      if (!text.includes("{$") && !/%(?:7[bd]|24)/i.test(text)) return [text];
      const others = text.replace(variableReference, "");
      if (/[{%]/.test(others) && hasEscapedReference(others)) refuseLine({ id: "variable-escaped" });
      const names = [...text.matchAll(variableReference)].map(([, name]) => name);
      if (names.length === 0) return [text];
      const [fromVariable = ""] = text.slice(text.indexOf("{$")).split(/[?#]/, 1);
      if (plainDotSegment.test(fromVariable)) refuseLine({ id: "dot-segment-after-variable" });
      const whole = replace(text, false);
      return new Set(names).size < names.length ? [whole, replace(text, true)] : [whole];
    },
  };
}

/**
 * Whether some readers find a variable in a text: its braces or its $ are escaped, or its name has other
 * characters. In one pass.
 */
function hasEscapedReference(text: string): boolean {
  closing.lastIndex = 0;
  let end = closing.exec(text);
  for (const { 0: start, index } of text.matchAll(opening)) {
    while (end && end.index < index + start.length) end = closing.exec(text);
    if (!end) return false;
    if (end.index > index + start.length) return true;
  }
  return false;
}
