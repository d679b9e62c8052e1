import type { PlaylistProblem } from "./playlist-problem.ts";

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

/**
 * Reads the attributes of a tag. A name that comes twice is a problem: some readers take the first, others
 * the last.
 *
 * Source: RFC 8216bis, section 4.2, "Attribute Lists".
 */
export function readAttributeList(list: string, tag: string): AttributeList | PlaylistProblem {
  const attributes: TagAttribute[] = [];
  const names = new Set<string>();
  for (let end = 0; end < list.length; ) {
    attributePattern.lastIndex = end;
    const found = attributePattern.exec(list);
    if (!found) return brokenAttribute(list.slice(end), tag);
    const before = found[1] ?? "";
    const quoted = found[2];
    const name = before.trim();
    if (names.has(name)) return { id: "attribute-twice", tag, attribute: name };
    names.add(name);
    attributes.push({ name, quoted, value: quoted ?? found[3] ?? "", at: end + before.length + 2 });
    end = attributePattern.lastIndex;
  }
  return attributes;
}

/** What is wrong with the first attribute in a text that starts with none. */
function brokenAttribute(text: string, tag: string): PlaylistProblem {
  const [before = ""] = /^[^=,"]*/.exec(text) ?? [];
  const attribute = before.trim();
  const rest = text.slice(before.length);
  if (!rest.startsWith('="'))
    return { id: rest[0] === "," || rest === "" ? "no-value" : "stray-quote", tag, attribute };
  return { id: rest.includes('"', 2) ? "text-after-quote" : "open-quote", tag, attribute };
}
