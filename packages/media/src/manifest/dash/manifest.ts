import type { UrlInput } from "cloudfront-sign-webcrypto";
import { fail, readOptions } from "cloudfront-sign-webcrypto/internals";
import { Fault } from "../fault.ts";
import { createLeaving, type OpenKind, type Uncovered, type UnsignedReference } from "../leaving.ts";
import { createLengthLimit, longestText, readMaxLength } from "../length-limit.ts";
import type { Base } from "../resolve-reference.ts";
import { type Grants, grantsForManifest, hostsOfGrants, readBase, readGrants } from "../signing-options.ts";
import { longestPiece } from "../text-limits.ts";
import type { TextSigner } from "../text-stream.ts";
import { createTagFinder } from "../two-formats.ts";
import { createWorkBudget, overBudget, type WorkBudget } from "../work-budget.ts";
import { readEncoding, refuseEncoding } from "./declared-encoding.ts";
import { createElementStack, notOneMpd } from "./elements.ts";
import { OrderFault, refuseManifest } from "./manifest-fault.ts";
import { createReferenceSigner, type ReferenceSigner } from "./reference-signer.ts";
import { holdsReference, isScope } from "./schema.ts";
import { basesOf, type OpenScope, openScope } from "./scope.ts";
import { checkText, signAttributes, signElementContent } from "./sign-element.ts";
import { createSurvey } from "./survey.ts";
import { brokenTag, readStartTag } from "./tag.ts";
import { createTokenizer, refusePiece, type TokenKind } from "./tokenizer.ts";
import { inPieces } from "./values.ts";

/** Options of {@link signDashManifest} and {@link createDashSigningStream}. */
export interface DashSigningOptions {
  /** The URL that players ask for, absolute. References are relative to it, unless a `BaseURL` says otherwise. */
  readonly manifestUrl: UrlInput;
  /**
   * What happens to a reference that the grant does not cover: `"throw"` (the default) throws, `"leave"`
   * leaves it unsigned. A function decides for each, and may be called twice. What decides which hosts players ask is never
   * left, unless its host is `trusted`.
   */
  readonly uncovered?: Uncovered | undefined;
  /**
   * Hosts that the manifest may refer to, as `"ads.example.com"` or `"*.example.net"`. What leads to others than those of the
   * grant stays unsigned: ads, reports. A steering server, a patch, an XLink and an imported MPD need a trusted host in any
   * case: trust it only if whoever writes these files may choose the hosts that get signed URLs. The host of a `Location` may,
   * too, and that of `Reporting` gets these URLs.
   */
  readonly trusted?: readonly string[] | undefined;
  /** Is called for each reference that stays unsigned, also a trusted one, but not for those of `unsigned`. */
  readonly onLeft?: ((reference: UnsignedReference) => void) | undefined;
  /**
   * Kinds of references that stay unsigned, wherever they lead, so that one copy in a cache is for all viewers.
   *
   * **Everybody can load these files.** With `["segment"]`, only initialization segments and the manifest need the grant:
   * segments that are not encrypted are public, and so is a file that holds both (`SegmentBase`). Keys come from license
   * servers, which the grant does not protect.
   */
  readonly unsigned?: readonly OpenKind[] | undefined;
  /**
   * The longest signed manifest, in characters, from 1 on; without a stream at most 268,435,456. Default 67,108,864.
   */
  readonly maxLength?: number | undefined;
}

const beyondAscii = /[^\0-\x7f]/;

/** Where a manifest is read. */
interface Position {
  /** The line in which the token starts that is read. */
  line: number;
  /** What was left of the piece that is read; if it fails, and the manifest is read again, nobody hears of it. */
  left: UnsignedReference[];
}

/** What a manifest is signed with. */
interface Settings {
  readonly base: Base;
  readonly budget: WorkBudget;
  readonly maxLength: number;
  readonly position: Position;
  readonly onLeft: DashSigningOptions["onLeft"];
  readonly signer: ReferenceSigner;
}

/** `greatest` is that of `maxLength`. */
function readSettings(grant: Grants, options: DashSigningOptions, greatest?: number): Settings {
  const { manifestUrl, maxLength, onLeft, ...leavingOptions } = readOptions(
    "options",
    options,
    ["manifestUrl", "uncovered", "trusted", "onLeft", "unsigned", "maxLength"],
    'pass the URL of the manifest: { manifestUrl: "https://cdn.example.com/course/42/manifest.mpd" }',
  );
  const grants = readGrants(grant);
  const position: Position = { line: 1, left: [] };
  const keep = (reference: UnsignedReference) => void position.left.push(reference);
  const { base, query } = readBase(manifestUrl, "manifestUrl", grants);
  const leaving = createLeaving(
    { ...leavingOptions, onLeft: typeof onLeft === "function" ? keep : onLeft },
    hostsOfGrants(grants, base),
    () => position.line,
  );
  const budget = createWorkBudget(() => refuseManifest(overBudget()));
  const signer = createReferenceSigner(grantsForManifest(grants, base), leaving, base, query, budget);
  return { base, budget, maxLength: readMaxLength(maxLength, greatest), position, onLeft, signer };
}

/** Signs a manifest that comes in pieces. */
export function createManifestSigner(grant: Grants, options: DashSigningOptions): TextSigner {
  const settings = readSettings(grant, options);
  return createManifestReader(settings, scopesFrom(settings.base));
}

/**
 * Signs a whole manifest. One with a `BaseURL` or `Location` behind what it moves is read again, with all of them known.
 */
export function signManifest(xml: string, grant: Grants, options: DashSigningOptions): string {
  const settings = readSettings(grant, options, longestText);
  const read = (openScope: OpenScope, signer: ReferenceSigner): string => {
    settings.position.line = 1;
    settings.position.left = [];
    const reader = createManifestReader({ ...settings, signer }, openScope, true);
    return reader.write(xml) + reader.end();
  };
  try {
    return read(scopesFrom(settings.base), settings.signer);
  } catch (error) {
    if (!(error instanceof OrderFault)) throw error;
  }
  const survey = createSurvey(settings.base, settings.budget);
  read(survey.openScope, survey.signer);
  return read(survey.openKnown(), settings.signer);
}

/** The scopes of a manifest of which nothing is known. */
function scopesFrom(manifest: Base): OpenScope {
  return (name, parent) => openScope(name, parent, parent ? basesOf(parent) : [manifest]);
}

function createManifestReader(
  { budget, maxLength, position, onLeft, signer }: Settings,
  openScope: OpenScope,
  isWhole = false,
): TextSigner {
  const stack = createElementStack(openScope);
  const count = createLengthLimit(maxLength);
  const findTag = createTagFinder();
  /** The content, so far, of an open element that holds a reference, and that element. */
  let content: string | undefined;
  let holder = "";
  let signed = "";
  let isAscii = true;
  /** The encoding of the XML declaration, if only plain ASCII reads alike in it and in UTF-8. */
  let asciiEncoding: string | undefined;

  const startTag = (raw: string): void => {
    const tag = readStartTag(raw);
    if (content !== undefined) refuseManifest(inPieces(holder));
    const element = stack.open(tag);
    add(signAttributes(raw, tag.attributes, element, signer));
    if (holdsReference(element.known)) {
      content = "";
      holder = element.known;
    }
    if (tag.isEmpty) close(tag.name);
  };

  const close = (name: string): void => {
    const element = stack.close(name);
    checkText(element, signer);
    if (content !== undefined) {
      add(signElementContent(content, element, signer));
      content = undefined;
    }
    if (isScope(element.known)) signer.close(element.scope);
  };

  const take = (kind: TokenKind, raw: string): void => {
    budget.read(raw.length);
    const beforeTag = findTag(raw);
    if (beforeTag !== undefined) {
      position.line += lineBreaks(beforeTag);
      refuseManifest(
        "a line starts with #EXT, so video.js can read the text as an HLS playlist, in which the signed references lead to other hosts; remove the line, or write something before #EXT",
      );
    }
    if (kind === "tag" && raw[1] !== "/") startTag(raw);
    else {
      if (kind === "tag") close(endTagName(raw));
      if (kind === "text" && !stack.isOpen()) checkOutside(raw);
      if (kind === "instruction") {
        checkInstruction(raw);
        asciiEncoding = readEncoding(raw) ?? asciiEncoding;
      }
      if (content !== undefined) {
        if (content.length + raw.length > longestPiece) refusePiece();
        content += raw;
      } else {
        if (kind === "text") stack.addText(raw);
        if (kind === "cdata") stack.addText(raw.replace(/^<!\[CDATA\[|\]\]>$/g, ""));
        add(raw);
      }
    }
    position.line += lineBreaks(raw);
  };

  const add = (text: string): void => {
    const problem = count(text.length);
    if (problem) throw new Fault(() => problem, "text");
    signed += text;
  };

  const checkOutside = (text: string): void => {
    const at = text.search(/\S/);
    if (at < 0) return;
    position.line += lineBreaks(text.slice(0, at));
    refuseManifest(notOneMpd);
  };

  const withLine = (action: () => void): void => {
    try {
      action();
    } catch (error) {
      if (!(error instanceof Fault) || (isWhole && error instanceof OrderFault)) throw error;
      const { code, words, place = "manifest" } = error.problem();
      fail(code, place, `line ${position.line}: ${words}`);
    }
  };

  const tokenizer = createTokenizer(take);
  return {
    write(piece) {
      signed = "";
      isAscii &&= !beyondAscii.test(piece);
      withLine(() => {
        tokenizer.write(piece);
        if (asciiEncoding !== undefined && !isAscii) refuseEncoding(asciiEncoding);
      });
      for (const reference of position.left.splice(0)) onLeft?.(reference);
      return signed;
    },
    end() {
      withLine(() => {
        tokenizer.end();
        stack.end();
      });
      return "";
    },
    work: budget.used,
  };
}

/** XML processors end lines at LF; a CR before it is part of the same line break. */
function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function endTagName(tag: string): string {
  return /^<\/([^ \t\r\n]+)[ \t\r\n]*>$/.exec(tag)?.[1] ?? refuseManifest(brokenTag);
}

function checkInstruction(raw: string): void {
  if (/[<>]/.test(raw.slice(2, -2)))
    refuseManifest(
      "a processing instruction has a < or > in it, where some players start or end elements; remove it",
    );
}
