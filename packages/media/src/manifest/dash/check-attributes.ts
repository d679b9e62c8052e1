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
 * Throws for an element with a name under which dash.js, which keeps children and attributes together, keeps
 * something else.
 */
export function checkElementName(parent: string, name: string): void {
  if (isNameOfObjects(name) || name === "nodeName" || (parent !== "" && namesOfPlayers.includes(name)))
    refuseName("element", name);
}

/**
 * Throws for attributes that lead players to other URLs than the MPD says.
 *
 * mpd-parser lets `baseUrl` of any element replace the resolved BaseURL; dash.js takes `baseUri` for one, and
 * lets `nodeName` rename the element.
 */
export function checkAttributes(element: string, attributes: readonly XmlAttribute[]): void {
  for (const { name, value } of attributes) {
    // dash.js keeps child elements where it keeps attributes.
    const isForPlayers = element !== "" && (namesOfPlayers.includes(name) || isElementName(name));
    if (isNameOfObjects(name) || name === "nodeName" || isForPlayers) refuseName("attribute", name);
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

/** A template that puts nothing on a URL: the parameter that it names is in no query. */
export const emptyTemplate = "$query:-$";

/**
 * Where an element hands the whole query of the manifest's URL down and has no other: the attribute with the template of
 * that. With an empty one nothing is handed down, and Shaka still reads the element; where nothing can be handed down it
 * drops what the element stands in.
 */
export function templateOfQuery(
  local: string,
  attributes: readonly XmlAttribute[],
): XmlAttribute | undefined {
  if (!/^(?:Ext)?UrlQueryInfo$/.test(local)) return undefined;
  if (attributes.some(({ name, value }) => name.endsWith("queryString") && value !== "")) return undefined;
  if (!attributes.some(({ name, value }) => name === "useMPDUrlQuery" && value === "true")) return undefined;
  return attributes.find(({ name, value }) => name === "queryTemplate" && value === "$querypart$");
}

function refuseName(kind: "element" | "attribute", name: string): never {
  return refuseManifest(
    `the ${kind} ${shownName(name)} is in no MPD, and makes players request other URLs or read other elements; rename or remove it`,
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
