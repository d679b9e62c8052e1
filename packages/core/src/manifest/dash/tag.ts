import { malformed } from "./tokenizer.ts";

/** An attribute of a start tag. */
export interface Attribute {
  readonly name: string;
  /** As it is written, between its quotes. */
  readonly value: string;
  /** Where the value starts in the tag. */
  readonly at: number;
}

/** A start tag. */
export interface StartTag {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** It is an element without content: `<a/>`. */
  readonly isEmpty: boolean;
}

// White space is what XML has as such: a name with another kind in it is cut by some readers.
const elementName = /<([^ \t\r\n/>"'=<]+)/y;
const attribute = /[ \t\r\n]+([^ \t\r\n=<>"'/]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/y;
const tagEnd = /[ \t\r\n]*(\/?)>$/y;
/**
 * The names that every reader of XML takes for names: some begin them at the first letter, so that `_id` is
 * one more `id`.
 */
const plainName = /^[a-z][a-z\d_.:-]*$/i;

/**
 * A start tag, read once from its start to its end.
 *
 * @throws `ERR_MANIFEST_INVALID` when it is not well-formed, or has an attribute twice: for some readers the
 * first counts, for others the last.
 */
export function readStartTag(tag: string): StartTag {
  elementName.lastIndex = 0;
  const name = elementName.exec(tag)?.[1] ?? malformed("has a < that starts no tag");
  if (/\s/.test(name) || name.split(":").length > 2)
    malformed("has an element with white space or two colons in its name");
  const attributes: Attribute[] = [];
  const names = new Set<string>();
  let end = elementName.lastIndex;
  for (;;) {
    attribute.lastIndex = end;
    const found = attribute.exec(tag);
    if (!found) break;
    end = attribute.lastIndex;
    const [, key = "", double, single] = found;
    if (!plainName.test(key))
      malformed(
        "has an attribute whose name does not start with an ASCII letter, or has others than letters, digits, _ . : - in it",
      );
    if (names.has(key)) malformed(`has an element with the attribute ${key.slice(0, 20)} twice`);
    names.add(key);
    const value = double ?? single ?? "";
    attributes.push({ name: key, value, at: end - 1 - value.length });
  }
  tagEnd.lastIndex = end;
  const isEmpty = (tagEnd.exec(tag) ?? malformed("has a tag that is not well-formed"))[1] === "/";
  return { name, attributes, isEmpty };
}
