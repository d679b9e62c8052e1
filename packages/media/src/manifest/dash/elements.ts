import { limits } from "cloudfront-sign-webcrypto/internals";
import { shownName } from "../shown-name.ts";
import { type Role, roleOf } from "./addresses.ts";
import { checkElementName } from "./check-attributes.ts";
import { refuseManifest } from "./manifest-fault.ts";
import { isMpdNamespace, type Namespaces, openNamespaces, qualifiedName } from "./namespaces.ts";
import { isScope, knownElement } from "./schema.ts";
import type { OpenScope, Scope } from "./scope.ts";
import type { StartTag } from "./tag.ts";
import { cutOff } from "./tokenizer.ts";

/** An element that is open. */
export interface Element {
  /** As its tags write it, with the prefix. */
  readonly name: string;
  /** Without its prefix. */
  readonly local: string;
  /** As the MPD schema names it; empty for elements that hold and lead to no reference. */
  readonly known: string;
  /** What addresses in it are. */
  readonly role: Role;
  /** It stands in an element of a service: players follow nothing there that has to do with media. */
  readonly isInService: boolean;
  /** The start of its text, where that is not a reference. */
  text: string;
  /** Its name has the root's prefix: readers that compare names without reading namespaces find it, too. */
  readonly isSeenByAll: boolean;
  /** That of the nearest element that may have `BaseURL`s, or of this one. */
  readonly scope: Scope;
  readonly namespaces: Namespaces | undefined;
}

/** The elements that are open. */
export interface ElementStack {
  open(tag: StartTag): Element;
  /** Closes the element that is open, by the name in an end tag. */
  close(name: string): Element;
  isOpen(): boolean;
  /** Adds a piece of text to the element that is open. */
  addText(piece: string): void;
  /** Throws unless the root element has come and is closed. */
  end(): void;
}

/**
 * The most elements in each other. Our own limit: an MPD is seven deep, and what it carries of other schemas
 * hardly more.
 */
const deepestElement = 200;

/** The problem of a text that is not an MPD, or has something beside it. */
export const notOneMpd = "the text is not a single MPD element; check whether it is empty or an error page";

/**
 * Finds the elements of the MPD schema. A name that the schema has at this place in another namespace is
 * refused, since most players compare names without reading namespaces.
 *
 * Source: W3C "Namespaces in XML 1.0".
 */
export function createElementStack(openScope: OpenScope): ElementStack {
  const stack: Element[] = [];
  let root: { readonly prefix: string; readonly namespace: string } | undefined;

  return {
    open({ name, attributes }) {
      const parent = stack.at(-1);
      if (!parent && root) refuseManifest(notOneMpd);
      if (stack.length >= deepestElement)
        refuseManifest(
          `more than ${deepestElement} elements are nested; an MPD has seven levels: remove some`,
        );
      const namespaces = openNamespaces(attributes, parent?.namespaces);
      const { prefix, local, namespace } = qualifiedName(name, namespaces);
      if (!parent && (local !== "MPD" || name.startsWith(":"))) refuseManifest(notOneMpd);
      root ??= { prefix, namespace };
      if (parent) checkElementName(parent.known, local);
      const role = roleOf(local, parent?.role ?? "unknown");
      const place = role === "authority" || !parent ? local : knownElement(parent.known, local);
      if (place && namespace !== root.namespace && !isMpdNamespace(namespace))
        refuseManifest(
          `the element ${place} is not in the namespace of MPD, but some players read it as an MPD element; rename or remove it`,
        );
      const scope = parent && !isScope(place) ? parent.scope : openScope(place, parent?.scope);
      if (place === "SegmentBase") scope.hasFiles = true;
      if (place === "SegmentTemplate" || place === "SegmentList") scope.hasFiles = false;
      const isInService = parent?.role === "service";
      const isSeenByAll = prefix === root.prefix;
      const element = {
        name,
        local,
        known: place,
        role,
        isInService,
        text: "",
        isSeenByAll,
        scope,
        namespaces,
      };
      stack.push(element);
      return element;
    },
    close(name) {
      const element = stack.pop();
      if (element?.name === name) return element;
      return refuseManifest(
        `the end tag of ${shownName(name)} does not close the open element; remove it, or close the open element first`,
      );
    },
    isOpen: () => stack.length > 0,
    addText(piece) {
      const element = stack.at(-1);
      if (!element || element.role === "service" || element.text.length > limits.longestUrl) return;
      element.text += (element.text === "" ? piece.trimStart() : piece).slice(0, limits.longestUrl + 1);
    },
    end() {
      if (stack.length > 0) refuseManifest(cutOff);
      if (!root) refuseManifest(notOneMpd);
    },
  };
}
