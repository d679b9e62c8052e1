import type { UrlInput } from "cloudfront-sign-webcrypto";
import { describeType, fail, readOptions, typeTag } from "cloudfront-sign-webcrypto/internals";
import { Fault, type Problem } from "../fault.ts";
import { createLeaving, type OpenKind, type Uncovered, type UnsignedReference } from "../leaving.ts";
import { createLengthLimit, readMaxLength } from "../length-limit.ts";
import { type Grants, grantsForManifest, hostsOfGrants, readBase, readGrants } from "../signing-options.ts";
import { longestPiece } from "../text-limits.ts";
import { holdsManifest } from "../two-formats.ts";
import { createWorkBudget, overBudget, type WorkBudget } from "../work-budget.ts";
import { createLineSigner } from "./line-signer.ts";
import { leavable, refusePlaylist } from "./playlist-fault.ts";
import { checkHeader, isBlank } from "./playlist-header.ts";
import { createVariables } from "./variables.ts";

/** Options of {@link signHlsPlaylist} and {@link createHlsSigningStream}. */
export interface HlsSigningOptions {
  /**
   * The URL that the player asks for, absolute: relative URIs are relative to it. Its own signing parameters,
   * if any, are ignored; its query matters only for an `EXT-X-DEFINE` with `QUERYPARAM`.
   */
  readonly playlistUrl: UrlInput;
  /**
   * What happens to a line whose URI the grant does not cover, or that cannot be read, and to an address where
   * only some players look for one: `"throw"` (the default) throws, `"leave"` leaves it unsigned. A function decides for
   * each. Steering servers are never left, unless they are `trusted`.
   */
  readonly uncovered?: Uncovered | undefined;
  /**
   * Hosts that the playlist may refer to, as `"ads.example.com"` or `"*.example.net"`. What leads to others than those of the
   * grant stays unsigned: ads, licenses. A steering server needs a trusted host in any case: trust it only if it may choose
   * the hosts that get signed URLs.
   */
  readonly trusted?: readonly string[] | undefined;
  /** Is called for each reference that stays unsigned, also a trusted one, but not for those of `unsigned`. */
  readonly onLeft?: ((reference: UnsignedReference) => void) | undefined;
  /**
   * Kinds of references that stay unsigned, wherever they lead, so that one copy in a cache is for all viewers.
   *
   * **Everybody can load these files.** With `["segment"]`, only keys, initialization segments and playlists need the
   * grant: segments that are not encrypted are public, and a viewer can pass a key of 16 bytes on, which opens the film for
   * ever. The cache behavior of these files must not restrict viewer access, and that of the keys has to.
   */
  readonly unsigned?: readonly OpenKind[] | undefined;
  /**
   * Values of the variables that the playlist imports (`EXT-X-DEFINE` with `IMPORT`) from its multivariant
   * playlist.
   */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /**
   * The longest signed playlist, in characters, from 1 on; without a stream at most 268,435,456. Default 67,108,864.
   */
  readonly maxLength?: number | undefined;
}

interface TextSignerOfLines {
  sign(lines: string, isLast: boolean): string;
  /** Throws unless a part of the first line that is not blank may start a playlist. */
  checkStart(text: string): void;
  readonly budget: WorkBudget;
}

/**
 * Signs a playlist that comes in pieces of whole lines; only the last may lack its line break. Everything but
 * URIs comes back byte for byte: LF and CRLF, comments, tags. `greatest` is that of `maxLength`.
 */
export function createTextSigner(
  grant: Grants,
  options: HlsSigningOptions,
  greatest?: number,
): TextSignerOfLines {
  const names = [
    "playlistUrl",
    "uncovered",
    "trusted",
    "onLeft",
    "unsigned",
    "variables",
    "maxLength",
  ] as const;
  const {
    playlistUrl,
    uncovered,
    trusted,
    onLeft,
    unsigned,
    variables = {},
    maxLength,
  } = readOptions(
    "options",
    options,
    names,
    'pass the URL of the playlist: { playlistUrl: "https://cdn.example.com/course/42/index.m3u8" }',
  );
  const grants = readGrants(grant);
  let number = 0;
  const { base, query } = readBase(playlistUrl, "playlistUrl", grants);
  const leaving = createLeaving(
    { uncovered, trusted, onLeft, unsigned },
    hostsOfGrants(grants, base),
    () => number,
  );
  const budget = createWorkBudget(() => refusePlaylist(overBudget()));
  const sources = { query, imported: importedVariables(variables) };
  const read = createVariables(sources, budget);
  const signLine = createLineSigner(grantsForManifest(grants, base), base, read, budget, leaving);
  const count = createLengthLimit(readMaxLength(maxLength, greatest));
  let isStarted = false;

  const refuse = ({ code, words }: Problem, wayOut = ""): never =>
    fail(code, "playlist", `line ${number}: ${words}${wayOut}`);

  const signOrLeave = (line: string): string => {
    try {
      if (line.length > longestPiece)
        refusePlaylist(`has over ${longestPiece} characters; break or shorten it`);
      return signLine(line);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.of === "text") return refuse(error.problem());
      if (leaving.leaves({ kind: "other", url: line.trim(), place: "line" }, error.problem)) return line;
      return refuse(error.problem(), leavable);
    }
  };

  /** A byte order mark behind a blank line is none. */
  const fromStart = (text: string): string => (number > 0 ? `\n${text}` : text);
  const checkStart = (text: string): void => {
    if (!isStarted) checkHeader(fromStart(text));
  };

  const sign = (lines: string, isLast: boolean): string => {
    if (!isStarted && (isLast || !isBlank(fromStart(lines)))) {
      checkStart(lines);
      isStarted = true;
    }
    const signed: string[] = [];
    for (let start = 0; start < lines.length; ) {
      const lineBreak = lines.indexOf("\n", start);
      const end = lineBreak < 0 ? lines.length : lineBreak;
      number++;
      budget.read(end - start);
      const line = signOrLeave(lines.slice(start, end));
      if (holdsManifest(line)) refuse(manifestInside);
      const problem = count(line.length + (lineBreak < 0 ? 0 : 1));
      if (problem) refuse(problem);
      signed.push(line);
      start = end + 1;
    }
    // The line break at the end; to append it to the joined text would copy that once more.
    if (lines.endsWith("\n")) signed.push("");
    return signed.join("\n");
  };
  return { sign, checkStart, budget };
}

const manifestInside: Problem = {
  code: "ERR_MANIFEST_INVALID",
  words:
    "has an element of an MPD, such as <MPD> or <BaseURL>: DASH players can read the text as a manifest, in which the signed URIs lead to other hosts; remove it, or write &lt; for the <",
};

/** The option `variables`; a value that is `undefined` counts as not given. */
function importedVariables(variables: unknown): Map<string, string> {
  const refuse = (received: unknown): never =>
    fail(
      "ERR_OPTION_INVALID",
      "variables",
      `received ${describeType(received)}; pass texts by name, such as { name: "value" }`,
    );
  if (typeTag(variables) !== "Object") refuse(variables);
  const imported = new Map<string, string>();
  for (const [name, value] of Object.entries(variables as Record<string, unknown>)) {
    if (typeof value === "string") imported.set(name, value);
    else if (value !== undefined) refuse(value);
  }
  return imported;
}
