import { readOptions } from "../../options/read-options.ts";
import type { Grant } from "../../sign/grant.ts";
import type { UrlInput } from "../../url/wire-form.ts";
import { checkSigning, readBase, type Uncovered } from "../reference.ts";
import type { TextSigner } from "../text-stream.ts";
import { createWorkBudget } from "../work-budget.ts";
import { createElementStack } from "./elements.ts";
import { createReferenceSigner } from "./reference-signer.ts";
import { holdsReference, isScope } from "./schema.ts";
import { signAttributes, signElementContent } from "./sign-element.ts";
import { readStartTag } from "./tag.ts";
import { createTokenizer, malformed, type TokenKind } from "./tokenizer.ts";

/** Options of {@link signDashManifest} and {@link createDashSigningStream}. */
export interface DashSigningOptions {
  /**
   * Where players get the manifest, absolute. References are relative to it, as far as no `BaseURL` says
   * otherwise.
   */
  readonly manifestUrl: UrlInput;
  /** What is done with a reference that the grant does not cover: `"throw"`, the default, or `"leave"`. */
  readonly uncovered?: Uncovered | undefined;
}

/** Signs a manifest that comes in pieces. */
export function createManifestSigner(grant: Grant, options: DashSigningOptions): TextSigner {
  const { manifestUrl, uncovered = "throw" } = readOptions("options", options, ["manifestUrl", "uncovered"]);
  checkSigning(grant, uncovered);
  const { base } = readBase(manifestUrl, "manifestUrl");
  const budget = createWorkBudget(malformed);
  const signer = createReferenceSigner(grant, uncovered, base, budget);
  const stack = createElementStack(base);
  /** So far, of an element whose content is a reference. */
  let content: string | undefined;
  let signed = "";
  let isDecoded = false;

  const startTag = (raw: string): void => {
    const tag = readStartTag(raw);
    if (content !== undefined) malformed("has an element in a reference");
    const element = stack.open(tag);
    signed += signAttributes(raw, tag.attributes, element, signer);
    if (holdsReference(element.known)) content = "";
    if (tag.isEmpty) close(tag.name);
  };

  const close = (name: string | undefined): void => {
    const element = stack.close(name);
    if (content !== undefined) {
      signed += signElementContent(content, element, signer);
      content = undefined;
    }
    if (isScope(element.known)) signer.close(element.scope);
  };

  const take = (kind: TokenKind, raw: string): void => {
    budget.read(raw.length);
    const isTag = kind === "tag";
    if (isTag && raw[1] !== "/") {
      startTag(raw);
      return;
    }
    if (isTag) close(/^<\/([^ \t\r\n]+)[ \t\r\n]*>$/.exec(raw)?.[1]);
    if (kind === "text" && !stack.isOpen() && /\S/.test(raw))
      malformed("is no MPD: it has text outside its root element");
    if (kind === "instruction") checkInstruction(raw, isDecoded);
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
      stack.end();
      return "";
    },
  };
}

function checkInstruction(raw: string, isDecoded: boolean): void {
  if (/[<>]/.test(raw.slice(2, -2)))
    malformed("has a < or > in a processing instruction, where some players start or end elements");
  if (isDecoded && /^<\?xml\s[^>]*encoding\s*=\s*["'](?!utf-?8["']|us-ascii["'])/i.test(raw))
    malformed("says that it is in another encoding than UTF-8; decode it, and sign the text");
}
