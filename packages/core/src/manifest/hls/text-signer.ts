import { fail } from "../../errors.ts";
import { readOptions } from "../../options/read-options.ts";
import type { Grant } from "../../sign/grant.ts";
import type { UrlInput } from "../../url/wire-form.ts";
import { checkSigning, readBase, type Uncovered } from "../reference.ts";
import { ReferenceFault } from "../reference-fault.ts";
import { createWorkBudget } from "../work-budget.ts";
import { BrokenPlaylist, brokenPlaylist, failOnLine } from "./broken-playlist.ts";
import { createLineSigner } from "./line-signer.ts";
import { createVariables } from "./variables.ts";

/** Options of {@link signHlsPlaylist} and {@link createHlsSigningStream}. */
export interface HlsSigningOptions {
  /**
   * The URL under which the player asks for the playlist, absolute: relative URIs are relative to it. Its own
   * signing parameters, if any, are not looked at; of its query only what `EXT-X-DEFINE` names with
   * `QUERYPARAM`.
   */
  readonly playlistUrl: UrlInput;
  /**
   * What is done with a URI that the grant does not cover, or that cannot be read: default `"throw"`;
   * `"leave"` leaves it as it is.
   */
  readonly uncovered?: Uncovered | undefined;
  /**
   * Values of the variables that the playlist imports (`EXT-X-DEFINE` with `IMPORT`) from its multivariant
   * playlist.
   */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** Throws unless the text is the start of a playlist. */
export function checkHeader(text: string): void {
  if (!/^\uFEFF?#EXTM3U(?!\S)/.test(text)) {
    fail("ERR_MANIFEST_INVALID", "playlist", "expected text with #EXTM3U at its start, not compressed");
  }
}

/**
 * Signs a playlist that comes in pieces of whole lines, of which only the last may lack its line break. What
 * is no URI comes back byte for byte: LF and CRLF, comments, tags.
 */
export function createTextSigner(grant: Grant, options: HlsSigningOptions): (lines: string) => string {
  const names = ["playlistUrl", "uncovered", "variables"] as const;
  const { playlistUrl, uncovered = "throw", variables = {} } = readOptions("options", options, names);
  checkSigning(grant, uncovered);
  const { base, query } = readBase(playlistUrl, "playlistUrl");
  const budget = createWorkBudget(brokenPlaylist);
  const signLine = createLineSigner(grant, base, createVariables(query, variables, budget), budget);
  let number = 0;

  const attempt = (line: string): string => {
    try {
      return signLine(line);
    } catch (error) {
      if (error instanceof BrokenPlaylist) return failOnLine(number, error.message);
      if (!(error instanceof ReferenceFault)) throw error;
      if (uncovered === "leave") return line;
      const { code, problem } = error;
      return fail(code, "playlist", `line ${number}: ${problem}; uncovered: "leave" would leave it unsigned`);
    }
  };

  return (lines) => {
    if (number === 0) checkHeader(lines);
    const signed: string[] = [];
    for (let start = 0; start < lines.length; ) {
      const lineBreak = lines.indexOf("\n", start);
      const end = lineBreak < 0 ? lines.length : lineBreak;
      number++;
      budget.read(end - start);
      signed.push(attempt(lines.slice(start, end)));
      start = end + 1;
    }
    return signed.join("\n") + (lines.endsWith("\n") ? "\n" : "");
  };
}
