import { fail } from "../../errors.ts";

/** An `id` that cannot stand in a URL. */
export interface UnsafeIdentifier {
  readonly place: string;
  readonly problem: string;
}

/** What a scope knows of `$RepresentationID$`; places are those of references that have it. */
export interface Identifiers {
  /** Used in a reference of this scope, and so by all representations in it. */
  used: string | undefined;
  /** Used in this scope or below. */
  usedBelow: string | undefined;
  /** Of an element in this scope or below. */
  unsafe: UnsafeIdentifier | undefined;
  /** Of an element in this scope whose attributes some player hands down to all representations in it. */
  unsafeForAll: UnsafeIdentifier | undefined;
}

/** Of a scope: what is known in it, and the scope around it. */
interface IdentifierScope {
  readonly identifiers: Identifiers;
  readonly parent: IdentifierScope | undefined;
}

/**
 * A reference in this scope has `$RepresentationID$` in it: every `id` that could stand for it has to be
 * safe.
 */
export function useIdentifier(scope: IdentifierScope, place: string): void {
  const { identifiers } = scope;
  identifiers.used = place;
  if (identifiers.unsafe) failForIdentifier(identifiers.unsafe, place);
  for (let at: IdentifierScope | undefined = scope; at; at = at.parent) {
    at.identifiers.usedBelow = place;
    if (at.identifiers.unsafeForAll) failForIdentifier(at.identifiers.unsafeForAll, place);
  }
}

/**
 * An `id` in this scope cannot stand in a URL: no reference that it could stand in may have
 * `$RepresentationID$`.
 */
export function forbidIdentifier(scope: IdentifierScope, unsafe: UnsafeIdentifier, isForAll: boolean): void {
  if (isForAll) {
    scope.identifiers.unsafeForAll = unsafe;
    if (scope.identifiers.usedBelow !== undefined) failForIdentifier(unsafe, scope.identifiers.usedBelow);
  }
  for (let at: IdentifierScope | undefined = scope; at; at = at.parent) {
    at.identifiers.unsafe = unsafe;
    if (at.identifiers.used !== undefined) failForIdentifier(unsafe, at.identifiers.used);
  }
}

function failForIdentifier({ place, problem }: UnsafeIdentifier, user: string): never {
  return fail(
    "ERR_MANIFEST_INVALID",
    place,
    `${problem}, and ${user} puts it into a URL as $RepresentationID$; use letters, digits, and . _ ~ -`,
  );
}
