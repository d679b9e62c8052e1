import { type CloudFrontSignError, fail } from "../../errors.ts";
import type { Grant } from "../../grant.ts";
import { signReference, type Uncovered } from "../reference.ts";
import { malformed } from "./tokenizer.ts";

/** A relative reference above the representations, which may have `BaseURL`s of their own. */
interface Inherited {
  readonly reference: string;
  readonly place: string;
  readonly signed: boolean;
  /** The bases that it was last held against at the end of an element. */
  checked: readonly string[] | undefined;
}

/** An element that may have `BaseURL`s. */
export interface Scope {
  readonly name: string;
  readonly parent: Scope | undefined;
  /** What its `BaseURL`s are relative to. */
  readonly outer: readonly string[];
  /** Its `BaseURL`s, alternatives of each other. */
  readonly own: string[];
  readonly inherited: Inherited[];
  /** Something was decided by the bases here, so they must not change any more. */
  settled: boolean;
  /** The same for the bases of the scopes in it. */
  settledBelow: boolean;
}

/** All that a reference in a scope may be relative to. */
function basesOf({ own, outer }: Scope): readonly string[] {
  return own.length > 0 ? own : outer;
}

export function openScope(name: string, parent: Scope | undefined, manifestUrl: string): Scope {
  const outer = parent ? basesOf(parent) : [manifestUrl];
  return { name, parent, outer, own: [], inherited: [], settled: false, settledBelow: parent?.settledBelow ?? false };
}

function settle(scope: Scope): void {
  for (let at: Scope | undefined = scope; at; at = at.parent) at.settled = true;
}

/** The most alternatives that a base may have, and the most references of a scope that wait for its representations: work stays bounded. */
const most = 12;

/** The longest URL that CloudFront takes. */
const longest = 8192;

/** Signs references by all that they may be relative to. */
export interface ReferenceSigner {
  /** The content of a `BaseURL`. A folder stays as it is: what is resolved against it loses its query. */
  baseUrl(reference: string, scope: Scope): string;
  /** The address of a manifest or patch, which no `BaseURL` moves. */
  location(reference: string, place: string): string;
  /** A reference of segments. */
  segment(reference: string, place: string, scope: Scope): string;
  /** Holds what was decided above a scope, and could not be known there, against the bases here. */
  close(scope: Scope): void;
}

export function createReferenceSigner(grant: Grant, uncovered: Uncovered, manifestUrl: string): ReferenceSigner {
  /** Takes any URL. */
  const anywhere: Grant = { ...grant, signUrl: () => "", covers: () => true };

  /** Signed if the grant covers it under each base, as players take any of them; what is nothing but its base is signed there. */
  const sign = (reference: string, place: string, bases: readonly string[], by = grant): string => {
    let signed = reference;
    if (/^(#|$)/.test(reference)) return reference;
    try {
      for (const base of bases) {
        signed = signReference(reference, base, by);
        if (signed === reference) break;
      }
    } catch (error) {
      if (uncovered === "leave") return reference;
      const { code, message } = error as CloudFrontSignError;
      fail(code, place, `${message.replace(/^url: /, "")}; uncovered: "leave" would leave it unsigned`);
    }
    return signed;
  };

  return {
    baseUrl(reference, scope) {
      if (scope.settled || scope.parent?.settledBelow)
        malformed("has a BaseURL behind references that it moves; it has to stand before them");
      let isFolder = true;
      for (const base of scope.outer) {
        let url: URL | undefined;
        try {
          url = new URL(reference, base);
        } catch {}
        if (!url || url.href.length > longest)
          return fail("ERR_URL_INVALID", "BaseURL", `is no URL, or longer than the ${longest} characters of CloudFront`);
        if (!url.pathname.endsWith("/")) isFolder = false;
        if (!scope.own.includes(url.href)) scope.own.push(url.href);
      }
      if (scope.own.length > most) malformed(`has more than ${most} alternatives for one BaseURL`);
      return isFolder ? reference : sign(reference, "BaseURL", scope.outer);
    },
    location: (reference, place) => sign(reference, place, [manifestUrl]),
    segment(reference, place, scope) {
      const bases = basesOf(scope);
      // What has a scheme has no base.
      if (/^[a-z][a-z\d+.-]*:/i.test(reference)) return sign(reference, place, bases);
      if (/^(Period|AdaptationSet)$/.test(scope.name)) {
        if (scope.inherited.length < most && reference.length < longest) {
          // To throw is still possible when the bases of the representations are known; to leave it is not.
          const signed = sign(reference, place, bases, uncovered === "throw" ? anywhere : grant);
          scope.inherited.push({ reference, place, signed: signed !== reference, checked: undefined });
          return signed;
        }
        scope.settledBelow = true;
      }
      settle(scope);
      return sign(reference, place, bases);
    },
    close(scope) {
      const bases = basesOf(scope);
      const isLeaf = scope.name === "Representation";
      for (let at: Scope | undefined = scope; at; at = isLeaf ? at.parent : undefined) {
        for (const inherited of at.inherited) {
          const { reference, place, signed, checked } = inherited;
          if (isLeaf ? checked === bases : checked) continue;
          inherited.checked = bases;
          settle(scope);
          if ((sign(reference, place, bases) !== reference) === signed) continue;
          fail(
            "ERR_RESOURCE_MISMATCH",
            place,
            "is covered by the grant only with, or only without, a BaseURL further down; move that one up",
          );
        }
      }
    },
  };
}
