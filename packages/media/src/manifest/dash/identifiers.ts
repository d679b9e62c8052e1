import { refuseManifest } from "./manifest-fault.ts";

/** What is known of `$RepresentationID$` in a scope. */
export interface Identifiers {
  /** The place of a reference in this scope that has it: all representations in the scope use it. */
  used: string | undefined;
  /** The place of a reference in this scope or below that has it. */
  usedBelow: string | undefined;
  /** The place of an unsafe `id` in this scope or below. */
  unsafe: string | undefined;
  /** The place of an unsafe `id` in this scope that some player hands down to all representations in it. */
  unsafeForAll: string | undefined;
}

interface IdentifierScope {
  readonly identifiers: Identifiers;
  readonly parent: IdentifierScope | undefined;
}

/**
 * Records that a reference in this scope has `$RepresentationID$`.
 *
 * @throws a fault when an `id` that could stand for it is unsafe.
 */
export function useIdentifier(scope: IdentifierScope, place: string): void {
  const { identifiers } = scope;
  identifiers.used = place;
  if (identifiers.unsafe) refuseIdentifier(identifiers.unsafe, place);
  for (let at: IdentifierScope | undefined = scope; at; at = at.parent) {
    at.identifiers.usedBelow = place;
    if (at.identifiers.unsafeForAll) refuseIdentifier(at.identifiers.unsafeForAll, place);
  }
}

/**
 * Records that an `id` in this scope must not stand in a URL.
 *
 * @throws a fault when a reference that it could stand in has `$RepresentationID$`.
 */
export function forbidIdentifier(scope: IdentifierScope, unsafe: string, isForAll: boolean): void {
  if (isForAll) {
    scope.identifiers.unsafeForAll = unsafe;
    if (scope.identifiers.usedBelow !== undefined) refuseIdentifier(unsafe, scope.identifiers.usedBelow);
  }
  for (let at: IdentifierScope | undefined = scope; at; at = at.parent) {
    at.identifiers.unsafe = unsafe;
    if (at.identifiers.used !== undefined) refuseIdentifier(unsafe, at.identifiers.used);
  }
}

function refuseIdentifier(unsafe: string, user: string): never {
  return refuseManifest(
    `is missing, empty, only dots, or has a character that changes URLs, and ${user} puts it into one as $RepresentationID$; use letters, digits, and . _ ~ -`,
    unsafe,
  );
}
