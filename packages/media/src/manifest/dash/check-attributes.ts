import { isObjectName } from "../object-names.ts";
import { shownName } from "../shown-name.ts";
import { refuseManifest } from "./manifest-fault.ts";
import { isElementName, isNumber } from "./schema.ts";
import type { XmlAttribute } from "./tag.ts";

/** Names under which players keep values of their own beside the attributes of an element. */
const namesOfPlayers = ["baseUrl", "baseUri", "url", "originalUrl", "resolvedUri"];

/**
 * Whether every JavaScript object has a property of this name, or the players' own objects have. Players keep elements
 * and attributes in objects: an element `__proto__` adds its children to the element around it.
 */
function isNameOfObjects(name: string): boolean {
  const local = name.slice(name.lastIndexOf(":") + 1);
  return local.startsWith("__") || isObjectName(local);
}

/**
 * Names by which dash.js, which keeps children and attributes together, knows what an element is: another element, or
 * with `mpdId` a patch of the manifest before, whose paths move what is signed in it.
 */
const namesOfKinds = ["nodeName", "tagName", "mpdId"];

const isNameOfKinds = (name: string): boolean => namesOfKinds.includes(name.slice(name.lastIndexOf(":") + 1));

/** Throws for an element with a name under which dash.js keeps something else. */
export function checkElementName(parent: string, name: string): void {
  if (isNameOfObjects(name) || isNameOfKinds(name) || (parent !== "" && namesOfPlayers.includes(name)))
    refuseName("element", name);
}

/**
 * Throws for attributes that lead players to other URLs than the MPD says.
 *
 * mpd-parser lets `baseUrl` of any element replace the resolved BaseURL; dash.js takes `baseUri` for one.
 */
export function checkAttributes(element: string, attributes: readonly XmlAttribute[]): void {
  for (const { name, value } of attributes) {
    // dash.js keeps child elements where it keeps attributes.
    const isForPlayers = element !== "" && (namesOfPlayers.includes(name) || isElementName(name));
    if (isNameOfObjects(name) || isNameOfKinds(name) || isForPlayers) refuseName("attribute", name);
    if (isNumber(element, name) && !/^\s*[+-]?\d{1,20}(\.\d{1,20})?\s*$/.test(value))
      refuseManifest("is not a number, and players put it into URLs; write digits", `${element}@${name}`);
  }
}

/**
 * Whether an attribute makes players put the query of the manifest's own URL, and with it a signature, on the URLs of
 * segments and keys, whatever their host.
 */
export function handsQueryDown({ name, value }: XmlAttribute): boolean {
  return name.endsWith("useMPDUrlQuery") && value.trim() !== "false";
}

function refuseName(kind: "element" | "attribute", name: string): never {
  return refuseManifest(
    `the ${kind} ${shownName(name)} is not part of DASH, but makes players request other URLs or read other elements; rename or remove it`,
  );
}

// Made into a regular expression on use: V8 expands Unicode properties in a literal whenever it loads the file.
const lettersOfIdentifiers = "^[\\p{L}\\p{N}._~=+@!,;()*'-]+$";

/**
 * Whether an `id` may stand for `$RepresentationID$`: it makes no host, does not climb out of a folder, and is not
 * replaced again. The value is read as it is written: an escape has an `&`.
 */
export function isSafeIdentifier(id: string): boolean {
  return id.split("/").every(isSafeSegment);
}

function isSafeSegment(segment: string): boolean {
  if (/^\.+$/.test(segment)) return false;
  return /^[\w.~=+@!,;()*'-]+$/.test(segment) || new RegExp(lettersOfIdentifiers, "u").test(segment);
}
