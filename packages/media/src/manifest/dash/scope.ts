import type { Base } from "../resolve-reference.ts";

/** The most alternative bases of a scope. Our own limit, which bounds the work. */
export const mostAlternatives = 12;

/**
 * The most references of a scope that wait for the bases of its representations. Our own limit, which bounds
 * the work.
 */
export const mostInherited = 12;

/** A relative reference above the representations, which may have `BaseURL`s of their own. */
interface Inherited {
  readonly reference: string;
  readonly place: string;
  readonly isSigned: boolean;
  /** The bases that it was last checked against, at the end of an element. */
  checked: readonly Base[] | undefined;
}

/** What is known of `$RepresentationID$` in a scope. */
interface Identifiers {
  /** The place of a reference in this scope that has it: all representations in the scope use it. */
  used?: string;
  /** The place of a reference in this scope or below that has it. */
  usedBelow?: string;
  /** The place of an unsafe `id` in this scope or below. */
  unsafe?: string;
  /** The place of an unsafe `id` in this scope that some player hands down to all representations in it. */
  unsafeForAll?: string;
}

/** An element that may have `BaseURL`s. */
export interface Scope {
  readonly name: string;
  readonly parent: Scope | undefined;
  /** The bases that its `BaseURL`s are relative to. */
  readonly outer: Base[];
  /** Its `BaseURL`s, alternatives of each other. */
  readonly own: Base[];
  /** The texts of its `BaseURL`s, and whether they were signed. */
  readonly written: { readonly reference: string; readonly isSigned: boolean }[];
  readonly inherited: Inherited[];
  /** A reference was signed or left by the bases here, so they must not change any more. */
  settled: boolean;
  /** The same for the bases of the scopes in it. */
  settledBelow: boolean;
  /** A `PatchLocation` was signed by the URLs of the manifest, so no `Location` may come behind it. */
  isPatched: boolean;
  /**
   * A closed element in it has other bases: a reference that stands behind that element, and that it
   * inherits, would have to be checked against those.
   */
  movedBelow: boolean;
  /** For any reference, and for those with a `..` in them, in which an `id` of several segments is unsafe, too. */
  /**
   * Where the whole manifest was read before: the bases of all references that stand directly in this scope, also behind
   * them. Then `outer` and `own` are those of the whole manifest, too.
   */
  readonly known: readonly Base[] | undefined;
  /** Whether its representations are files of their own (`SegmentBase`), as far as an element in it says so. */
  hasFiles: boolean | undefined;
  /** A file of a representation has the URL of a `BaseURL` in it, also where that ends with a slash. */
  readonly isFile: boolean;
  readonly identifiers: { readonly inAny: Identifiers; readonly inClimbing: Identifiers };
}

/** A scope and those around it, from the inside. */
export function* outward(scope: Scope): Iterable<Scope> {
  for (let at: Scope | undefined = scope; at; at = at.parent) yield at;
}

/** The scope whose `BaseURL` is the URL of a representation's file, if the representation is one. */
export function scopeOfFile(representation: Scope): Scope | undefined {
  const scopes = [...outward(representation)];
  const decisive = scopes.find(({ hasFiles }) => hasFiles !== undefined);
  return decisive?.hasFiles ? scopes.find(({ written }) => written.length > 0) : undefined;
}

/** All bases that a reference in a scope may be relative to. */
export function basesOf({ own, outer }: Pick<Scope, "own" | "outer">): Base[] {
  return own.length > 0 ? own : outer;
}

/** The same, and those of the scopes around it, of which readers take one or the other for an address. */
export function allBases(scope: Scope): Base[] {
  return [...outward(scope)].flatMap(({ outer, own }) => [...outer, ...own]);
}

/** Opens the scopes of a manifest, in its order. */
export type OpenScope = (name: string, parent: Scope | undefined) => Scope;

export function openScope(
  name: string,
  parent: Scope | undefined,
  outer: Base[],
  own: Base[] = [],
  known?: readonly Base[],
  isFile = false,
): Scope {
  return {
    name,
    parent,
    outer,
    own,
    known,
    isFile,
    hasFiles: undefined,
    written: [],
    inherited: [],
    settled: false,
    isPatched: false,
    settledBelow: parent?.settledBelow ?? false,
    movedBelow: false,
    identifiers: { inAny: {}, inClimbing: {} },
  };
}

/** Records in the scope around a closed one whether that one has bases of its own. */
export function noteMove({ own, outer, movedBelow, parent }: Scope): void {
  if (parent && (movedBelow || own.some(({ href }) => !outer.some((base) => base.href === href))))
    parent.movedBelow = true;
}

/** No base of this scope, and of those around it, may change any more. */
export function settle(scope: Scope): void {
  for (const one of outward(scope)) one.settled = true;
}
