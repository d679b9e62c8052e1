import { isObjectName } from "../object-names.ts";
import { type IdentifierProblem, refuseManifest } from "./mpd-problem.ts";
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
  if (isNameOfObjects(name)) refuseManifest({ id: "object-name", kind: "element", name });
  if (name === "nodeName" || (parent !== "" && namesOfPlayers.includes(name)))
    refuseManifest({ id: "player-element", name });
}

/**
 * Throws for attributes that lead players to other URLs than the MPD says.
 *
 * mpd-parser lets `baseUrl` of any element replace the resolved BaseURL; dash.js takes `baseUri` for one, and
 * lets `nodeName` rename the element.
 */
export function checkAttributes(element: string, attributes: readonly XmlAttribute[]): void {
  for (const { name, value } of attributes) {
    if (isNameOfObjects(name)) refuseManifest({ id: "object-name", kind: "attribute", name });
    // dash.js keeps child elements where it keeps attributes.
    const isForPlayers = element !== "" && (namesOfPlayers.includes(name) || isElementName(name));
    if (name === "nodeName" || isForPlayers) refuseManifest({ id: "player-attribute", name });
    // Players put the query of the manifest's own URL, and with it a signature, on the URLs of segments,
    // whatever their host.
    if (name.endsWith("useMPDUrlQuery") && value.trim() !== "false")
      refuseManifest({ id: "query-parameters-of-manifest" });
    if (isNumber(element, name) && !/^\s*[+-]?\d{1,20}(\.\d{1,20})?\s*$/.test(value))
      refuseManifest({ id: "not-a-number" }, `${element}@${name}`);
  }
}

// Made into a regular expression on use: V8 expands Unicode properties in a literal whenever it loads the file.
const foreignToIdentifiers = "[^\\p{L}\\p{N}._~=+@!,;()*'-]";

/**
 * Why an `id` must not stand for `$RepresentationID$`: it could make a host, climb out of a folder, or be
 * replaced again; `undefined` when it may. The value is read as it is written: an escape has an `&`.
 */
export function identifierProblem(id: string | undefined): IdentifierProblem | undefined {
  if (id === undefined) return { fault: "missing" };
  if (id === "") return { fault: "empty" };
  if (/^\.+$/.test(id)) return { fault: "dots" };
  if (/^[\w.~=+@!,;()*'-]+$/.test(id)) return undefined;
  const character = new RegExp(foreignToIdentifiers, "u").exec(id)?.[0];
  return character === undefined ? undefined : { fault: "character", character };
}
