import { checkAttributes, identifierProblem } from "./check-attributes.ts";
import type { Element } from "./elements.ts";
import { decodeEscapes } from "./escapes.ts";
import { forbidIdentifier } from "./identifiers.ts";
import type { ReferenceSigner } from "./reference-signer.ts";
import { isReference } from "./schema.ts";
import type { Scope } from "./scope.ts";
import type { XmlAttribute } from "./tag.ts";
import { signContent, signValue } from "./values.ts";

/** A start tag with the references in its attributes signed. */
export function signAttributes(
  tag: string,
  attributes: readonly XmlAttribute[],
  element: Element,
  signer: ReferenceSigner,
): string {
  const { known, scope } = element;
  checkAttributes(known, attributes);
  if (known !== "") checkIdentifier(known, attributes, scope);
  let signed = "";
  let end = 0;
  for (const { name, value, at } of attributes) {
    const place = `${known}@${name}`;
    if (known === "AdaptationSet" && name.endsWith(":href")) checkRemoteElement(value, place, scope, signer);
    // The schema has no serverURL, and mpd-parser takes it for the address all the same.
    if (known === "ContentSteering" && /^(?:proxyServerURL|serverURL)$/.test(name))
      signer.authority(decodeEscapes(value).trim(), place, scope);
    if (!isReference(known, name)) continue;
    signed +=
      tag.slice(end, at) +
      signValue(value, (reference) => signer.segment(reference, place, scope), signer.encode);
    end = at + value.length;
  }
  return signed + tag.slice(end);
}

/** The content of an element that holds a reference, signed. */
export function signElementContent(
  content: string,
  { known: place, scope, isSeenByAll }: Element,
  signer: ReferenceSigner,
): string {
  let isEmpty = true;
  const signReference = (reference: string, isCdata: boolean): string => {
    isEmpty = false;
    // dash.js takes a BaseURL in CDATA for an empty one.
    if (place === "BaseURL") return signer.baseUrl(reference, scope, isSeenByAll && !isCdata);
    if (place !== "ContentSteering") return signer.location(reference, place, scope);
    signer.authority(reference, place, scope);
    return reference;
  };
  const signed = signContent(content, place, signReference, signer.encode);
  // An empty BaseURL is an alternative, too: the base above it.
  if (isEmpty && place === "BaseURL") signer.baseUrl("", scope, isSeenByAll);
  return signed;
}

/**
 * Checks the `id` that could stand for `$RepresentationID$`. mpd-parser takes that of a `BaseURL` or a
 * segment element before the representation's own, and that of an outer element when the representation has
 * none.
 */
function checkIdentifier(known: string, attributes: readonly XmlAttribute[], scope: Scope): void {
  const id = attributes.find(({ name }) => name === "id")?.value;
  if (id === undefined && known !== "Representation") return;
  if (!namesRepresentation.includes(known)) return;
  const problem = identifierProblem(id);
  if (problem !== undefined)
    forbidIdentifier(scope, { place: `${known}@id`, problem }, known !== "Representation");
}

const namesRepresentation = ["Representation", "BaseURL", "SegmentBase", "SegmentList", "SegmentTemplate"];

/**
 * A remote AdaptationSet (xlink:href) inherits the signed templates around it, and has base URLs of its own.
 */
function checkRemoteElement(value: string, place: string, scope: Scope, signer: ReferenceSigner): void {
  const reference = decodeEscapes(value).trim();
  if (reference !== "urn:mpeg:dash:resolve-to-zero:2013") signer.authority(reference, place, scope);
}
