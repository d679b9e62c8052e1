import { refuseManifest } from "./mpd-problem.ts";
import type { XmlProblem } from "./xml-problem.ts";

/** An attribute of a start tag. */
export interface XmlAttribute {
  readonly name: string;
  /** The text between its quotes, with its escapes. */
  readonly value: string;
  /** The position of the value in the tag. */
  readonly at: number;
}

/** A start tag. */
export interface StartTag {
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  /** It has no end tag: `<a/>`. */
  readonly isEmpty: boolean;
}

// XML has these four kinds of white space. Some readers cut a name at other kinds.
const tagStart = /<([^ \t\r\n/>"'=<]+)/y;
const tagAttribute = /[ \t\r\n]+([^ \t\r\n=<>"'/]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/y;
const tagEnd = /[ \t\r\n]*(\/?)>$/y;
/**
 * Attribute names that every reader reads alike. Some readers start a name at its first letter, so that `_id`
 * is one more `id`.
 */
const plainName = /^[a-z][a-z\d_.:-]*$/i;

/**
 * Reads a start tag, once from its start to its end.
 *
 * @throws a fault when it is not well-formed, or has an attribute twice: some readers take the first, others
 * the last.
 */
export function readStartTag(tag: string): StartTag {
  tagStart.lastIndex = 0;
  const name = tagStart.exec(tag)?.[1] ?? refuseManifest({ id: "no-name" });
  if (/\s/.test(name)) refuseManifest({ id: "element-name", fault: "white space" });
  if (name.indexOf(":") !== name.lastIndexOf(":"))
    refuseManifest({ id: "element-name", fault: "two colons" });
  const attributes: XmlAttribute[] = [];
  const names = new Set<string>();
  let end = tagStart.lastIndex;
  for (;;) {
    tagAttribute.lastIndex = end;
    const found = tagAttribute.exec(tag);
    if (!found) break;
    end = tagAttribute.lastIndex;
    const [, key = "", double, single] = found;
    if (!plainName.test(key)) refuseManifest({ id: "attribute-name", element: name, attribute: key });
    if (names.has(key)) refuseManifest({ id: "attribute-twice", element: name, attribute: key });
    names.add(key);
    const value = double ?? single ?? "";
    attributes.push({ name: key, value, at: end - 1 - value.length });
  }
  tagEnd.lastIndex = end;
  const [, slash] = tagEnd.exec(tag) ?? refuseManifest(brokenTag(name, tag.slice(end)));
  return { name, attributes, isEmpty: slash === "/" };
}

/** What is wrong with a tag whose rest is neither an attribute nor its end. */
function brokenTag(element: string, rest: string): XmlProblem {
  const [, space, attribute, equals] = /^([ \t\r\n]*)([^ \t\r\n=<>"'/]*)[ \t\r\n]*(=?)/.exec(
    rest,
  ) as RegExpExecArray;
  const character = rest[space?.length ?? 0] as string;
  if (!attribute) return { id: "stray-character", element, character };
  if (!space) return { id: "no-space", element, character };
  return { id: equals ? "attribute-not-quoted" : "attribute-without-value", element, attribute };
}
