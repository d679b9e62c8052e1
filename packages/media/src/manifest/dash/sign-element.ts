import { shownName } from "../shown-name.ts";
import { isAddress, isRemote, isService, leadsToHost, type Role, withoutEscapes } from "./addresses.ts";
import { checkAttributes, handsQueryDown, isSafeIdentifier } from "./check-attributes.ts";
import type { Element } from "./elements.ts";
import { decodeEscapes } from "./escapes.ts";
import { forbidIdentifier } from "./identifiers.ts";
import { refuseManifest } from "./manifest-fault.ts";
import type { ReferenceSigner } from "./reference-signer.ts";
import { holdsReference, isReference } from "./schema.ts";
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
  checkAddresses(attributes, element, signer);
  if (signer.isMixed && element.local === "CMCDParameters") checkKeys(attributes);
  let signed = "";
  let end = 0;
  for (const attribute of attributes) {
    const { name, value, at } = attribute;
    const isHandedDown = handsQueryDown(attribute);
    const kind = isRemoteAddress(attribute, element)
      ? "authority"
      : isReference(known, name)
        ? "segment"
        : undefined;
    if (!isHandedDown && kind === undefined) continue;
    const place = attributePlace(element, name);
    const written =
      kind === undefined
        ? signer.withoutQuery()
        : signValue(value, (reference) => signer[kind](reference, place, scope), signer.encode);
    signed += tag.slice(end, at) + written;
    end = at + value.length;
  }
  return signed + tag.slice(end);
}

/** The content of an element that holds a reference, signed. */
export function signElementContent(
  content: string,
  { known: place, role, scope, isSeenByAll }: Element,
  signer: ReferenceSigner,
): string {
  let isEmpty = true;
  const signReference = (reference: string, isCdata: boolean): string => {
    isEmpty = false;
    // dash.js takes a BaseURL in CDATA for an empty one.
    if (place === "BaseURL") return signer.baseUrl(reference, scope, isSeenByAll && !isCdata);
    if (role !== "authority") return signer.location(reference, place, scope);
    return signer.authority(reference, place, scope);
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
  const kind = !isSafeIdentifier(id ?? "") ? "inAny" : id?.includes("/") ? "inClimbing" : undefined;
  if (kind) forbidIdentifier(scope, `${known}@id`, known !== "Representation", kind);
}

const namesRepresentation = ["Representation", "BaseURL", "SegmentBase", "SegmentList", "SegmentTemplate"];

/** Whether an attribute names what an element is replaced with: signed, and never left. */
function isRemoteAddress({ name, value }: XmlAttribute, { isInService }: Element): boolean {
  return isRemote(name) && !isInService && value !== "urn:mpeg:dash:resolve-to-zero:2013";
}

/** Checks the addresses in attributes that are not signed. */
function checkAddresses(
  attributes: readonly XmlAttribute[],
  element: Element,
  signer: ReferenceSigner,
): void {
  const { known, local, role, scope, isInService } = element;
  if (isInService || role === "service") return;
  let scheme: string | undefined;
  for (const { name, value } of attributes) {
    if (isReference(known, name) || isRemote(name)) continue;
    // The page, not the manifest, is what players take a relative proxy to be relative to: it gets no signature.
    if (!(role === "authority" && isAddress(name)) && !leadsToHost(value)) continue;
    scheme ??= attributes.find((attribute) => attribute.name === "schemeIdUri")?.value ?? "";
    if (!isService(local, name, scheme))
      checkAddress(value, attributePlace(element, name), scope, role, signer);
  }
}

function attributePlace({ known, local }: Element, name: string): string {
  return `${known || shownName(local)}@${shownName(name)}`;
}

/**
 * Throws for common media client data with the key `nor` (next object request), which is one of those without
 * `keys`, too: a request to an unsigned segment of another host, or to the host of another grant, would have the signed URL
 * of the next one in it.
 */
function checkKeys(attributes: readonly XmlAttribute[]): void {
  const keys = attributes.find(({ name }) => name === "keys")?.value ?? "";
  if (!keys.trim() || /\bnor\b|&/.test(keys))
    refuseManifest(
      "CMCDParameters makes players send the signed URL of the next segment to the host of one that is unsigned or has another grant; list keys without nor",
    );
}

function checkAddress(
  value: string,
  place: string,
  scope: Scope,
  role: Exclude<Role, "service">,
  signer: ReferenceSigner,
): void {
  const reference = role === "unknown" ? withoutEscapes(value) : decodeEscapes(value);
  signer.address(reference.trim(), place, scope, role);
}

/** Checks the text of an element that holds no reference. */
export function checkText({ known, local, role, text, scope }: Element, signer: ReferenceSigner): void {
  if (role !== "service" && !holdsReference(known) && leadsToHost(text))
    checkAddress(text, shownName(local), scope, role, signer);
}
