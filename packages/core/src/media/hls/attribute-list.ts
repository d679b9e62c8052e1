import { fail } from "../../errors.ts";

// One attribute: its name, its value in quotes (with any comma in it) or without. It must start where the one before ended, so that
// what looks like an attribute inside quotes is none, and so that no text takes more than one pass.
const attribute = /([^=,"]*)=(?:"([^"]*)"\s*|[^",]*)(?:,|$)/gy;

/**
 * The attribute list of a tag with the content of each quoted value as `replace` gives it back. Of a value without quotes, which stays, only
 * the name is handed over.
 *
 * Source: RFC 8216bis, section 4.2, "Attribute Lists".
 *
 * @throws `ERR_MANIFEST_INVALID` when the text is no attribute list.
 */
export function replaceQuoted(list: string, replace: (name: string, content: string | undefined) => string | undefined): string {
  let end = 0;
  const replaced = list.replace(attribute, (all: string, name: string, content: string | undefined, at: number) => {
    end = at + all.length;
    const given = replace(name.trim(), content);
    return content === undefined ? all : `${name}="${given}${all.slice(name.length + 2 + content.length)}`;
  });
  return end < list.length ? fail("ERR_MANIFEST_INVALID", "playlist", "the tag's attribute list is broken") : replaced;
}
