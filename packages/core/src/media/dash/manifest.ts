import type { Grant } from "../../grant.ts";
import { readOptions } from "../../options.ts";
import type { UrlInput } from "../../url/wire-form.ts";
import { checkSigning, readBase, type Uncovered } from "../reference.ts";
import type { TextSigner } from "../text-stream.ts";
import { holdsReference, isReference, isScope, known } from "./schema.ts";
import { createReferenceSigner, openScope, type Scope } from "./scope.ts";
import { createTokenizer, malformed, type TokenKind } from "./tokenizer.ts";
import { signAttributes, signContent } from "./values.ts";

/** Options of {@link signDashManifest} and {@link createDashSigningStream}. */
export interface DashSigningOptions {
  /** Where players get the manifest, absolute. References are relative to it, as far as no `BaseURL` says otherwise. */
  readonly manifestUrl: UrlInput;
  /** What is done with a reference that the grant does not cover: `"throw"`, the default, or `"leave"`. */
  readonly uncovered?: Uncovered | undefined;
}

/** An element that is open. */
interface Element {
  /** As its tags have it. */
  readonly name: string;
  /** As the schema has it; nothing for what is not looked into. */
  readonly known: string;
  /** The nearest element that may have `BaseURL`s, maybe itself. */
  readonly scope: Scope;
}

/** An MPD is seven elements deep, and what it carries of other schemas hardly more. */
const deepest = 200;

/** Signs a manifest that comes in pieces. */
export function createManifestSigner(grant: Grant, options: DashSigningOptions): TextSigner {
  const { manifestUrl, uncovered = "throw" } = readOptions("options", options, ["manifestUrl", "uncovered"]);
  checkSigning(grant, uncovered);
  const { base } = readBase(manifestUrl, "manifestUrl");
  const signer = createReferenceSigner(grant, uncovered, base);
  const stack: Element[] = [];
  /** The root's prefix with its colon; elements with another one are none of an MPD. */
  let prefix: string | undefined;
  /** So far, of an element whose content is a reference. */
  let content: string | undefined;
  let signed = "";
  let isDecoded = false;

  const startTag = (tag: string): void => {
    const name = /^[^\s/>"'=]+/.exec(tag.slice(1))?.[0] ?? malformed("has a < that starts no tag");
    const parent = stack[stack.length - 1];
    if (content !== undefined) malformed("has an element in a reference");
    if (parent ? stack.length >= deepest : prefix !== undefined)
      malformed(parent ? `has more than ${deepest} elements in each other` : "has more than one root element");
    prefix ??= /^([^:]+:)?MPD$/.test(name) ? name.slice(0, -3) : malformed("is no MPD: its root is another element");
    const local = name.slice(prefix.length);
    const element = parent ? known(name.startsWith(prefix) ? parent.known : "", local) : local;
    const scope = parent && !isScope(element) ? parent.scope : openScope(element, parent?.scope, base);
    signed += signAttributes(tag, name, (attribute) =>
      isReference(element, attribute) ? (reference) => signer.segment(reference, `${element}@${attribute}`, scope) : undefined,
    );
    stack.push({ name, known: element, scope });
    if (holdsReference(element)) content = "";
    if (tag.endsWith("/>")) close(name);
  };

  const close = (name: string | undefined): void => {
    const element = stack.pop() ?? malformed("has an end tag that closes no element");
    if (element.name !== name) malformed("has an end tag of another element than the one that is open");
    const { known: place, scope } = element;
    if (content !== undefined) {
      signed += signContent(content, (reference) =>
        place === "BaseURL" ? signer.baseUrl(reference, scope) : signer.location(reference, place),
      );
      content = undefined;
    }
    if (isScope(place)) signer.close(scope);
  };

  const take = (kind: TokenKind, raw: string): void => {
    const isTag = kind === "tag";
    if (isTag && raw[1] !== "/") {
      startTag(raw);
      return;
    }
    if (isTag) close(/^<\/(\S+)\s*>$/.exec(raw)?.[1]);
    if (kind === "text" && !stack.length && /\S/.test(raw)) malformed("is no MPD: it has text outside its root element");
    if (kind === "instruction" && isDecoded && /^<\?xml\s[^>]*encoding\s*=\s*["'](?!utf-?8["']|us-ascii["'])/i.test(raw))
      malformed("says that it is in another encoding than UTF-8; decode it, and sign the text");
    if (content !== undefined) content += raw;
    else signed += raw;
  };

  const tokenizer = createTokenizer(take);
  return {
    write(piece, isFromBytes) {
      isDecoded = isFromBytes;
      signed = "";
      tokenizer.write(piece);
      return signed;
    },
    end() {
      tokenizer.end();
      if (stack.length || prefix === undefined)
        malformed(stack.length ? "ends before its root element does; was it cut off?" : "is no MPD: it is empty");
      return "";
    },
  };
}
