import { attributeOf } from "./playlist-fault.ts";
import { isHarmless } from "./unsigned-addresses.ts";

/** One attribute of a tag. */
interface TagAttribute {
  /** Without the space around it, which the specification does not allow and packagers write. */
  readonly name: string;
  /** The text between its quotes; `undefined` for a value without quotes. */
  readonly quoted: string | undefined;
  /** The value, with or without quotes around it. */
  readonly value: string;
  /** Where the text between the quotes starts in the list. */
  readonly at: number;
}

/** The attributes of a tag in their order. */
export type AttributeList = readonly TagAttribute[];

// An attribute starts where the one before ended, so that what looks like an attribute within quotes is none,
// and so that no text takes more than one pass. Nothing stands between a quote and the comma: hls.js would
// read the comma as part of the value, and find the next attribute elsewhere.
const attributePattern = /([^=,"]*)=(?:"([^"]*)"|([^",]*))(?:,|$)/y;

/** Each attribute of these tags decides about other lines. */
const decisiveTag = /^EXT-X-(?:DEFINE|CONTENT-STEERING)$/;

/**
 * Reads the attributes of a tag; returns the problem of a list that cannot be read, in words. A name that comes twice
 * is a problem unless neither value can be an address: some readers take the first, others the last.
 *
 * Source: RFC 8216bis, section 4.2, "Attribute Lists".
 */
export function readAttributeList(list: string, tag: string): AttributeList | string {
  const attributes: TagAttribute[] = [];
  const values = new Map<string, string>();
  for (let end = 0; end < list.length; ) {
    attributePattern.lastIndex = end;
    const found = attributePattern.exec(list);
    const [, before = "", quoted, plain = ""] = found ?? /([^=,"]*)/.exec(list.slice(end)) ?? [];
    const name = before.trim();
    if (!found)
      return `${attributeOf(tag, name)} that is not written as NAME=value or NAME="value" with a comma after it; check its value and quotes`;
    const value = quoted ?? plain;
    const first = values.get(name);
    if (
      first !== undefined &&
      (decisiveTag.test(tag) || !(isHarmless(name, first) && isHarmless(name, value)))
    )
      return `${attributeOf(tag, name)} twice, and players use one or the other; remove one`;
    values.set(name, value);
    attributes.push({ name, quoted, value, at: end + before.length + 2 });
    end = attributePattern.lastIndex;
  }
  return attributes;
}
