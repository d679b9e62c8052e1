import { longestUrl } from "../../url/limits.ts";
import { parameterNames } from "../../url/signing-parameters.ts";
import { refuse } from "../reference-fault.ts";
import type { WorkBudget } from "../work-budget.ts";
import { type Attribute, readAttributeList } from "./attribute-list.ts";
import { brokenPlaylist } from "./broken-playlist.ts";

/** The variables of one playlist, as far as it has been read. */
export interface Variables {
  /**
   * Takes note of the attribute list of an `EXT-X-DEFINE`.
   *
   * @throws `ERR_MANIFEST_INVALID`: what readers would define in different ways cannot be left to itself, as
   * it decides about other lines.
   */
  define(list: string): void;
  /**
   * The text with each `{$name}` as its value, in every reading: most readers replace all, m3u8-parser the
   * first of each name.
   */
  readings(text: string): readonly string[];
}

/**
 * A value without this is read alike by all: no variable in it or made by it, no `$&` of a replacement, no
 * fragment.
 */
const differs = /[#${}\\]/;
const reference = /\{\$([\w-]+)\}/g;
const dotSegment = /\/\.{1,2}(?:\/|$)/;
/** The start and the end of a reference, also with its characters escaped. */
const opening = /(?:\{|%7b)(?:\$|%24)/gi;
const closing = /\}|%7d/gi;

/**
 * The variables of a playlist: `NAME` with `VALUE`, `QUERYPARAM` out of the query of the playlist's own URL,
 * `IMPORT` out of `imported`.
 *
 * A value with a variable in it counts as unknown: players differ about it, and it could double itself
 * without end. So does one with a fragment, which would leave no place in the text for the query.
 *
 * Source: RFC 8216bis, section 4.3, "Variable Substitution", and section 4.4.2.3, "EXT-X-DEFINE".
 */
export function createVariables(
  query: URLSearchParams,
  imported: Readonly<Record<string, string>>,
  budget: WorkBudget,
): Variables {
  const importable = new Map(Object.entries(imported));
  const values = new Map<string, { readonly value: string; readonly differs: boolean } | undefined>();

  const knownValue = (name: string): string => {
    const found = values.get(name);
    const shown = `{$${name.slice(0, 15)}}`;
    if (!found)
      return refuse(
        "ERR_MANIFEST_INVALID",
        `variables: the value of ${shown} is not known here; give imported ones`,
      );
    if (found.differs)
      refuse(
        "ERR_MANIFEST_INVALID",
        `variables: the value of ${shown} has one of # $ { } \\ in it, which readers replace in different ways`,
      );
    return found.value;
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
      if (length > longestUrl)
        refuse(
          "ERR_URL_TOO_LONG",
          `has over ${longestUrl} characters with its variables replaced; shorten their values`,
        );
    };
    for (const found of text.matchAll(reference)) {
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
      const { name, value } = readDefinition(list, query, importable);
      if (values.has(name))
        brokenPlaylist(
          `EXT-X-DEFINE defines {$${name.slice(0, 15)}} twice, of which readers take the first or the last`,
        );
      values.set(name, value === undefined ? undefined : { value, differs: differs.test(value) });
    },
    readings(text) {
      if (text.length > longestUrl) return [text];
      if (!text.includes("{$") && !/%(?:7[bd]|24)/i.test(text)) return [text];
      const rest = text.replace(reference, "");
      if (hasDisguised(rest))
        refuse(
          "ERR_MANIFEST_INVALID",
          "has a variable with escaped braces or an odd name, which some readers replace; write {$name}",
        );
      const names = [...text.matchAll(reference)].map(([, name]) => name);
      if (names.length === 0) return [text];
      const [fromVariable = ""] = text.slice(text.indexOf("{$")).split(/[?#]/, 1);
      if (dotSegment.test(fromVariable))
        refuse(
          "ERR_MANIFEST_INVALID",
          "has a . or .. segment behind a variable, which some readers do not replace; write the path without",
        );
      const whole = replace(text, false);
      return new Set(names).size < names.length ? [whole, replace(text, true)] : [whole];
    },
  };
}

/**
 * Whether a text has a variable to some readers: its braces or its $ are escaped, or its name is none. One
 * pass.
 */
function hasDisguised(text: string): boolean {
  closing.lastIndex = 0;
  let end = closing.exec(text);
  for (const { 0: start, index } of text.matchAll(opening)) {
    while (end && end.index < index + start.length) end = closing.exec(text);
    if (!end) return false;
    if (end.index > index + start.length) return true;
  }
  return false;
}

/** What an `EXT-X-DEFINE` says: one of `NAME` (with `VALUE`), `QUERYPARAM` and `IMPORT`. */
function readDefinition(
  list: string,
  query: URLSearchParams,
  importable: ReadonlyMap<string, string>,
): { readonly name: string; readonly value: string | undefined } {
  const attributes = readAttributeList(list);
  if ("problem" in attributes) return brokenPlaylist(attributes.problem);
  const quoted = (name: string): string | undefined => {
    const attribute = attributes.find((candidate: Attribute) => candidate.name === name);
    if (attribute && attribute.quoted === undefined)
      brokenPlaylist(`EXT-X-DEFINE has ${name} without quotes`);
    return attribute?.quoted;
  };
  const [name, value, parameter, imported] = ["NAME", "VALUE", "QUERYPARAM", "IMPORT"].map(quoted);
  const names = [name, parameter, imported].filter((given) => given !== undefined);
  const [defined] = names;
  if (defined === undefined || names.length > 1)
    return brokenPlaylist("EXT-X-DEFINE has not exactly one of NAME, QUERYPARAM and IMPORT");
  if (!/^[\w-]+$/.test(defined))
    brokenPlaylist("EXT-X-DEFINE has a name with other characters than letters, digits, - and _");
  if (parameter !== undefined && parameterNames.includes(parameter))
    brokenPlaylist(
      "EXT-X-DEFINE makes a variable of a signing parameter, which would reach every host that the playlist names",
    );
  if (imported !== undefined) return { name: defined, value: importable.get(imported) };
  return { name: defined, value: parameter === undefined ? value : queryParameter(query, parameter) };
}

/**
 * A parameter that all readers find alike: there once, and the same when it is decoded a second time, as some
 * do.
 */
function queryParameter(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name);
  return value?.includes("%") || more.length > 0 ? undefined : value;
}
