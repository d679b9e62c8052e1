import { fail } from "../../errors.ts";
import { isNumber } from "./schema.ts";
import type { Attribute } from "./tag.ts";
import { malformed } from "./tokenizer.ts";

/** What players keep beside the attributes of an element, under names that an attribute could have. */
const innerNames = ["baseUrl", "baseUri", "url", "originalUrl", "resolvedUri"];

/**
 * Throws for an element that dash.js, which keeps children where it keeps attributes, would take for one of
 * these.
 */
export function checkElementName(parent: string, name: string): void {
  if (name === "nodeName" || (parent !== "" && innerNames.includes(name)))
    malformed(`has an element ${name}, which no MPD has, and which makes some players ask for other URLs`);
}

/**
 * Throws for attributes by which players come to other URLs than the MPD says.
 *
 * mpd-parser lets `baseUrl` of any element replace the resolved BaseURL; dash.js takes `baseUri` for one, and
 * lets `nodeName` rename the element.
 *
 * @throws `ERR_MANIFEST_INVALID`.
 */
export function checkAttributes(element: string, attributes: readonly Attribute[]): void {
  for (const { name, value } of attributes) {
    if (name === "nodeName" || (element !== "" && innerNames.includes(name)))
      malformed(
        `has an attribute ${name}, which no MPD has, and which makes some players ask for other URLs`,
      );
    // Players put the query of the manifest's own URL, and with it a signature, on the URLs of segments,
    // whatever their host.
    if (name.endsWith("useMPDUrlQuery") && value.trim() !== "false")
      malformed(
        "has useMPDUrlQuery, by which players take the manifest's signature to any host; sign the references instead",
      );
    if (isNumber(element, name) && !/^\s*[+-]?\d{1,20}(\.\d{1,20})?\s*$/.test(value))
      fail(
        "ERR_MANIFEST_INVALID",
        `${element}@${name}`,
        "is no number, and players put it into URLs; write digits",
      );
  }
}

/**
 * What in an `id` could make a host, climb out of a folder, or be replaced again, where a template has
 * `$RepresentationID$`; nothing when there is no such thing. The value is looked at as it is written: an
 * escape has an `&`.
 */
export function unsafeInIdentifier(id: string | undefined): string | undefined {
  if (id === undefined) return "is missing";
  if (id === "") return "is empty";
  if (/^\.+$/.test(id)) return "consists of dots";
  const character = /[^\p{L}\p{N}._~=+@!,;()*'-]/u.exec(id)?.[0];
  return character === undefined ? undefined : `has the character ${JSON.stringify(character)}`;
}
