import { type CloudFrontSignError, fail } from "../../errors.ts";
import type { Grant } from "../../grant.ts";
import { readOptions } from "../../options.ts";
import type { UrlInput } from "../../url/wire-form.ts";
import { checkSigning, readBase, type Uncovered } from "../reference.ts";
import { createLineSigner } from "./line-signer.ts";
import { createVariables } from "./variables.ts";

/** Options of {@link signHlsPlaylist} and {@link createHlsSigningStream}. */
export interface HlsSigningOptions {
  /**
   * The URL under which the player asks for the playlist, absolute: relative URIs are relative to it. Its own signing parameters, if any,
   * are not looked at; of its query only what `EXT-X-DEFINE` names with `QUERYPARAM`.
   */
  readonly playlistUrl: UrlInput;
  /** What is done with a URI that the grant does not cover, or that cannot be read: default `"throw"`; `"leave"` leaves it as it is. */
  readonly uncovered?: Uncovered | undefined;
  /** Values of the variables that the playlist imports (`EXT-X-DEFINE` with `IMPORT`) from its multivariant playlist. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** Throws unless the text is the start of a playlist. */
export function checkHeader(text: string): void {
  if (!/^\uFEFF?#EXTM3U(?!\S)/.test(text)) {
    fail("ERR_MANIFEST_INVALID", "playlist", "expected text with #EXTM3U at its start, not compressed");
  }
}

/**
 * Signs a playlist that comes in pieces of whole lines. What is no URI comes back byte for byte: LF, CRLF and lone CR, comments, tags.
 */
export function createTextSigner(grant: Grant, options: HlsSigningOptions): (lines: string) => string {
  const names = ["playlistUrl", "uncovered", "variables"] as const;
  const { playlistUrl, uncovered = "throw", variables = {} } = readOptions("options", options, names);
  checkSigning(grant, uncovered);
  const { base, query } = readBase(playlistUrl, "playlistUrl");
  const signLine = createLineSigner(grant, base, createVariables(query, variables));
  let before = 0;

  return (lines) => {
    if (before === 0) checkHeader(lines);
    const signed = lines.replace(/[^\r\n]+/g, (line, at: number) => {
      try {
        return signLine(line);
      } catch (error) {
        if (uncovered === "leave") return line;
        const { code, message } = error as CloudFrontSignError;
        const number = before + lineBreaks(lines.slice(0, at)) + 1;
        return fail(code, "playlist", `line ${number}: ${message}; uncovered: "leave" would leave it unsigned`);
      }
    });
    before += lineBreaks(lines);
    return signed;
  };
}

function lineBreaks(text: string): number {
  return text.split(/\r\n?|\n/).length - 1;
}
