import { shownName } from "../shown-name.ts";
import { refuseManifest } from "./manifest-fault.ts";

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
/** Attribute names that every reader reads alike. */
const plainName = /^[a-z][a-z\d_.:-]*$/i;
/**
 * Some readers start a name at its first letter, so that `_id` is one more `id`. With a prefix, as the XML writer of Go
 * has it (`_xmlns:cenc`, `_:default_KID`), the name is judged as these readers read it.
 */
const underscores = /^_+(?::(?=[^:]+$)|(?=[^:]+:))/;

/**
 * Reads a start tag, once from its start to its end.
 *
 * @throws a fault when it is not well-formed, or has an attribute twice: some readers take the first, others
 * the last.
 */
export function readStartTag(tag: string): StartTag {
  tagStart.lastIndex = 0;
  const name = tagStart.exec(tag)?.[1] ?? refuseManifest(lessThan);
  if (/\s|:.*:/.test(name)) refuseManifest(oddName);
  const attributes: XmlAttribute[] = [];
  const names = new Set<string>();
  let end = tagStart.lastIndex;
  for (;;) {
    tagAttribute.lastIndex = end;
    const found = tagAttribute.exec(tag);
    if (!found) break;
    end = tagAttribute.lastIndex;
    const [, written = "", double, single] = found;
    const key = written.replace(underscores, "");
    if (!plainName.test(key)) refuseManifest(oddName);
    if (names.has(key))
      refuseManifest(
        `${shownName(name)} has the attribute ${shownName(key)} twice, and players use one or the other; remove one`,
      );
    names.add(key);
    const value = double ?? single ?? "";
    attributes.push({ name: key, value, at: end - 1 - value.length });
  }
  tagEnd.lastIndex = end;
  const [, slash] = tagEnd.exec(tag) ?? refuseManifest(brokenTag);
  return { name, attributes, isEmpty: slash === "/" };
}

/** The problem of a < that is not escaped. */
export const lessThan = "a < is inside a tag or does not start one; write &lt; for the character";

const oddName =
  "players read the name of an element or attribute differently; start it with an ASCII letter, and use letters, digits, _ . - and one :";

/** The problem of a tag that is not well-formed. */
export const brokenTag =
  'a tag is not written as <name attribute="value">; check its quotes, and the white space between its attributes';
