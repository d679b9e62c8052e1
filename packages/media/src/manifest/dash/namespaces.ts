import { decodeEscapes } from "./escapes.ts";
import type { XmlAttribute } from "./tag.ts";

/** The namespace declarations that are in scope at an element; the empty prefix is the default namespace. */
export interface Namespaces {
  readonly declared: ReadonlyMap<string, string>;
  readonly outer: Namespaces | undefined;
}

/** An element's name, as "Namespaces in XML" reads it. */
export interface QualifiedName {
  readonly prefix: string;
  readonly local: string;
  /** Empty for none. */
  readonly namespace: string;
}

/** The namespaces in scope at an element with these attributes. */
export function openNamespaces(
  attributes: readonly XmlAttribute[],
  outer: Namespaces | undefined,
): Namespaces | undefined {
  let declared: Map<string, string> | undefined;
  for (const { name, value } of attributes) {
    if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
    declared ??= new Map();
    declared.set(name.slice("xmlns:".length), decodeEscapes(value));
  }
  return declared === undefined ? outer : { declared, outer };
}

/** Finds the namespace of a name, in at most as many steps as elements are open. */
export function qualifiedName(name: string, scope: Namespaces | undefined): QualifiedName {
  const colon = name.indexOf(":");
  const prefix = colon < 0 ? "" : name.slice(0, colon);
  let namespace = "";
  for (let at = scope; at; at = at.outer) {
    const found = at.declared.get(prefix);
    if (found === undefined) continue;
    namespace = found;
    break;
  }
  return { prefix, local: name.slice(colon + 1), namespace };
}

/** The namespace of MPDs; the edition of 2010 had it in capitals. */
export function isMpdNamespace(namespace: string): boolean {
  return namespace.toLowerCase() === "urn:mpeg:dash:schema:mpd:2011";
}
