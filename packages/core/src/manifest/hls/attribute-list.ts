/** One attribute of a tag. */
export interface Attribute {
  /** Without the space around it, which is not allowed and found in the wild. */
  readonly name: string;
  /** What stands between its quotes; nothing for a value without quotes. */
  readonly quoted: string | undefined;
  /** Where the content of the quotes starts in the list. */
  readonly at: number;
}

/** An attribute list that readers would cut in different ways. */
export type BrokenList = { readonly problem: string };

// One attribute: its name, its value in quotes (with any comma in it) or without. It must start where the one
// before ended, so that what looks like an attribute inside quotes is none, and so that no text takes more
// than one pass. Nothing stands between a quote and the comma: hls.js would take the comma for a part of the
// value, and cut the rest elsewhere.
const attribute = /([^=,"]*)=(?:"([^"]*)"|[^",]*)(?:,|$)/y;

/**
 * The attributes of a tag. A name that comes twice makes a list broken: the first counts for some readers,
 * the last for others.
 *
 * Source: RFC 8216bis, section 4.2, "Attribute Lists".
 */
export function readAttributeList(list: string): readonly Attribute[] | BrokenList {
  const attributes: Attribute[] = [];
  const names = new Set<string>();
  for (let end = 0; end < list.length; ) {
    attribute.lastIndex = end;
    const found = attribute.exec(list);
    if (!found)
      return {
        problem:
          "the tag's attribute list is broken: a value or a quote is not closed, or a comma is missing",
      };
    const [all, before = "", quoted] = found;
    const name = before.trim();
    if (names.has(name))
      return {
        problem: `the tag has the attribute ${name.slice(0, 20)} twice, of which readers take one or the other`,
      };
    names.add(name);
    attributes.push({ name, quoted, at: end + before.length + 2 });
    end += all.length;
  }
  return attributes;
}
