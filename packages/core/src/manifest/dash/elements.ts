import type { Base } from "../resolve-reference.ts";
import { checkElementName } from "./check-attributes.ts";
import { isMpdNamespace, type Namespaces, openNamespaces, qualifiedName } from "./namespaces.ts";
import { isScope, known } from "./schema.ts";
import { openScope, type Scope } from "./scope.ts";
import type { StartTag } from "./tag.ts";
import { malformed } from "./tokenizer.ts";

/** An element that is open. */
export interface Element {
  /** As its tags have it. */
  readonly name: string;
  /** As the schema has it; nothing for what is not looked into. */
  readonly known: string;
  /** Its name has the root's prefix: readers that compare names without reading namespaces see it, too. */
  readonly isSeenByAll: boolean;
  /** The nearest element that may have `BaseURL`s, maybe itself. */
  readonly scope: Scope;
  readonly namespaces: Namespaces | undefined;
}

/** The elements that are open. */
export interface ElementStack {
  open(tag: StartTag): Element;
  /** Takes the name of an end tag. */
  close(name: string | undefined): Element;
  isOpen(): boolean;
  /** Throws unless the root element was there and is closed. */
  end(): void;
}

/** An MPD is seven elements deep, and what it carries of other schemas hardly more. */
const deepest = 200;

/**
 * Tells which elements are the MPD's. Namespaces are read, not assumed; a name that the schema has at this
 * place but another namespace is refused, since most players compare names without reading namespaces.
 *
 * Source: W3C "Namespaces in XML 1.0".
 */
export function createElementStack(manifest: Base): ElementStack {
  const stack: Element[] = [];
  let root: { readonly prefix: string; readonly namespace: string } | undefined;

  return {
    open({ name, attributes }) {
      const parent = stack.at(-1);
      if (!parent && root) malformed("has more than one root element");
      if (stack.length >= deepest) malformed(`has more than ${deepest} elements in each other`);
      const namespaces = openNamespaces(attributes, parent?.namespaces);
      const { prefix, local, namespace } = qualifiedName(name, namespaces);
      if (!parent && (local !== "MPD" || name.startsWith(":")))
        malformed("is no MPD: its root is another element");
      root ??= { prefix, namespace };
      if (parent) checkElementName(parent.known, local);
      const place = parent ? known(parent.known, local) : local;
      if (place && namespace !== root.namespace && !isMpdNamespace(namespace))
        malformed(
          `has the element ${place} in another namespace than MPD, and some players read it as the MPD's; rename or remove it`,
        );
      const scope = parent && !isScope(place) ? parent.scope : openScope(place, parent?.scope, manifest);
      const element = { name, known: place, isSeenByAll: prefix === root.prefix, scope, namespaces };
      stack.push(element);
      return element;
    },
    close(name) {
      const element = stack.pop() ?? malformed("has an end tag that closes no element");
      if (element.name !== name) malformed("has an end tag of another element than the one that is open");
      return element;
    },
    isOpen: () => stack.length > 0,
    end() {
      if (stack.length > 0) malformed("ends before its root element does; was it cut off?");
      if (!root) malformed("is no MPD: it is empty");
    },
  };
}
