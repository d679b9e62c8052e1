import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";
import { describeType, fail, readOptionProperties, typeTag } from "cloudfront-sign-webcrypto/internals";
import type { Problem } from "./fault.ts";
import { checkSyntax } from "./reference-syntax.ts";
import { type Base, resolveReference } from "./resolve-reference.ts";
import { splitReference } from "./url-parts.ts";

/**
 * What a reference is for:
 * - `"segment"`, `"init"`, `"key"`, `"playlist"`: media, also the `BaseURL` of a file
 * - `"data"`: chapters, schedules and other files for the page
 * - `"ad"`: an interstitial, or a list of them
 * - `"steering"`, `"location"`, `"remote"` (XLink, an imported MPD, a patch), `"report"`: what decides or learns which URLs players
 *   ask for
 * - `"other"`: an address in a place where only some player looks, or none, such as a tag of a vendor
 */
export type ReferenceKind =
  | "ad"
  | "data"
  | "init"
  | "key"
  | "location"
  | "other"
  | "playlist"
  | "remote"
  | "report"
  | "segment"
  | "steering";

/** A reference that the grant does not sign. */
export interface UnsignedReference {
  /** What it is for. */
  readonly kind: ReferenceKind;
  /** As the playlist or manifest has it, so it may be relative; of a line that cannot be read, the line. */
  readonly url: string;
  /** The number of its line, from 1 on; of a manifest, the line where its tag or text starts. */
  readonly line: number;
  /** Where it stands: `"URI"` for a line of a playlist, `"EXT-X-KEY@URI"`, `"BaseURL"`, `"SegmentTemplate@media"`. */
  readonly place: string;
  /** The code of the error that it is when it is not left. */
  readonly code: CloudFrontSignErrorCode;
  /** Why it is not signed, in words. */
  readonly reason: string;
}

/**
 * What happens to a reference that the grant cannot sign: `"leave"` leaves it unsigned, `"throw"` throws. A function decides
 * for each; it may be called twice for the same. With a wrong base URL `"leave"` signs nothing, and only `onLeft` hears of it.
 */
export type Uncovered = "leave" | "throw" | ((reference: UnsignedReference) => "leave" | "throw");

/** Kinds that may stay unsigned as a whole: none of them decides or learns which URLs players ask for. */
export type OpenKind = "ad" | "data" | "init" | "key" | "playlist" | "segment";

const openKinds: readonly OpenKind[] = ["segment", "init", "key", "playlist", "data", "ad"];

/** The options that decide what stays unsigned. */
export interface LeavingOptions {
  readonly unsigned?: readonly OpenKind[] | undefined;
  readonly uncovered?: Uncovered | undefined;
  readonly trusted?: readonly string[] | undefined;
  readonly onLeft?: ((reference: UnsignedReference) => void) | undefined;
}

/** Whether the file at a reference decides which hosts players ask with what is signed around it. Nobody looks into that file. */
export function isDecisive(kind: ReferenceKind): boolean {
  return kind === "steering" || kind === "remote";
}

/** What is known of a reference before it is clear that somebody wants to hear of it. */
export type Found = Pick<UnsignedReference, "kind" | "url" | "place">;

/** Decides what stays unsigned. */
export interface Leaving {
  /** Nothing stays unsigned but what is trusted. */
  readonly throws: boolean;
  /** Everything that may stay unsigned does, and nobody hears of it: there is no need to look for addresses. */
  readonly isSilent: boolean;
  /** Something may stay unsigned, so that signed and unsigned references can stand side by side. */
  readonly isPossible: boolean;
  /** Whether references of this kind stay unsigned, wherever they lead. Nobody hears of these. */
  isOpen(kind: ReferenceKind): boolean;
  /** Whether what may be left is. */
  leaves(found: Found, problem: () => Problem): boolean;
  /** Whether every reader finds a trusted host in a reference, under each base. */
  isTrusted(reference: string, bases: readonly Base[]): boolean;
  /** The same, of hosts that no grant is for: a reference to them stays as it is. */
  leadsElsewhere(reference: string, bases: readonly Base[]): boolean;
  /** The same of a reference that is not signed, which is reported. */
  trusts(found: Found, reference: string, bases: readonly Base[], problem: () => Problem): boolean;
}

/**
 * @param signedHosts the hosts that a grant is for: a reference to one of them is not left because the host is trusted
 * @param line gives the number of the line that is being read
 */
export function createLeaving(
  { uncovered = "throw", trusted, onLeft, unsigned }: LeavingOptions,
  signedHosts: readonly string[],
  line: () => number,
): Leaving {
  if (uncovered !== "throw" && uncovered !== "leave" && typeof uncovered !== "function")
    fail(
      "ERR_OPTION_INVALID",
      "uncovered",
      `received ${describeType(uncovered)}; write "throw" or "leave", or pass a function that returns one of them`,
    );
  if (onLeft !== undefined && typeof onLeft !== "function")
    fail("ERR_OPTION_INVALID", "onLeft", `received ${describeType(onLeft)}; pass a function of a reference`);
  const patterns = readTrusted(trusted ?? []);
  const trustedHostsOf = (reference: string, bases: readonly Base[]): string[] | undefined => {
    const hosts = patterns.length === 0 ? undefined : hostsOf(reference, bases);
    return hosts?.every((host) => patterns.some((pattern) => isHostOf(pattern, host))) ? hosts : undefined;
  };
  const open = readUnsigned(unsigned ?? []);
  const described = (found: Found, problem: () => Problem): UnsignedReference => {
    const { code, words } = problem();
    return { ...found, line: line(), code, reason: words };
  };

  const leadsElsewhere = (reference: string, bases: readonly Base[]): boolean => {
    const hosts = trustedHostsOf(reference, bases);
    return hosts !== undefined && !hosts.some((host) => signedHosts.includes(host));
  };

  return {
    throws: uncovered === "throw",
    isSilent: uncovered === "leave" && onLeft === undefined,
    isPossible:
      uncovered !== "throw" || open.length > 0 || patterns.some((pattern) => !signedHosts.includes(pattern)),
    isOpen: (kind) => open.includes(kind),
    leaves(found, problem) {
      if (uncovered === "throw") return false;
      if (uncovered === "leave" && onLeft === undefined) return true;
      const reference = described(found, problem);
      const answer: unknown = uncovered === "leave" ? uncovered : uncovered(reference);
      if (answer !== "leave" && answer !== "throw")
        fail(
          "ERR_OPTION_INVALID",
          "uncovered",
          `returned ${describeType(answer)}; return "throw" or "leave"`,
        );
      if (answer === "leave") onLeft?.(reference);
      return answer === "leave";
    },
    isTrusted: (reference, bases) => trustedHostsOf(reference, bases) !== undefined,
    leadsElsewhere,
    trusts(found, reference, bases, problem) {
      if (!leadsElsewhere(reference, bases)) return false;
      onLeft?.(described(found, problem));
      return true;
    },
  };
}

/** The hosts that readers find in a reference; `undefined` if one finds none, or another path. */
function hostsOf(reference: string, bases: readonly Base[]): string[] | undefined {
  const hosts: string[] = [];
  try {
    checkSyntax(reference);
  } catch {
    return undefined;
  }
  for (const base of bases) {
    const { strict, hasUnclearDots, others } = resolveReference(reference, base);
    const urls = others();
    if (hasUnclearDots || !urls) return undefined;
    for (const url of [strict, ...urls]) {
      const { scheme = "", authority } = splitReference(url);
      if (!/^https?$/i.test(scheme) || !authority) return undefined;
      hosts.push(authority.toLowerCase());
    }
  }
  return hosts;
}

const hostPattern = /^(?:\*\.)?[a-z\d_-]+(?:\.[a-z\d_-]+)*(?::\d{1,5})?$/i;

/** The option `trusted`, in lower case. */
function readTrusted(given: readonly string[]): readonly string[] {
  const refuse = (problem: string): never => fail("ERR_OPTION_INVALID", "trusted", problem);
  if (typeTag(given) !== "Array")
    refuse(`is ${describeType(given)}; pass a list of hosts: ["ads.example.com", "*.example.net"]`);
  return readOptionProperties(() => Array.from<unknown>(given), "trusted").map((pattern, i) => {
    if (typeof pattern !== "string" || !hostPattern.test(pattern))
      return refuse(
        `entry ${i + 1} is not a host, or *. and a domain; write it without scheme and path, such as "ads.example.com"`,
      );
    return pattern.toLowerCase();
  });
}

function isHostOf(pattern: string, host: string): boolean {
  return pattern.startsWith("*.")
    ? host.endsWith(pattern.slice(1)) && host.length >= pattern.length
    : host === pattern;
}

/** The option `unsigned`. */
function readUnsigned(given: readonly OpenKind[]): readonly ReferenceKind[] {
  const refuse = (problem: string): never => fail("ERR_OPTION_INVALID", "unsigned", problem);
  if (typeTag(given) !== "Array") refuse(`is ${describeType(given)}; pass a list of kinds: ["segment"]`);
  return readOptionProperties(() => Array.from<OpenKind>(given), "unsigned").map((kind, i) =>
    openKinds.includes(kind)
      ? kind
      : refuse(`entry ${i + 1} is not a kind that may stay unsigned; write one of ${openKinds.join(", ")}`),
  );
}
