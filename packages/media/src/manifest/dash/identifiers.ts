import { refuseManifest } from "./manifest-fault.ts";
import { outward, type Scope } from "./scope.ts";

/**
 * Records that a reference in this scope has `$RepresentationID$`. Behind an `id` of several segments, a `..`
 * leads to another folder than the one that was checked.
 *
 * @throws a fault when an `id` that could stand for it is unsafe.
 */
export function useIdentifier(scope: Scope, place: string, reference: string): void {
  use(scope, place, "inAny");
  if (/RepresentationID[^?#]*\/\.\.(?:[/?#]|$)/i.test(reference)) use(scope, place, "inClimbing");
}

function use(scope: Scope, place: string, kind: keyof Scope["identifiers"]): void {
  const { unsafe } = scope.identifiers[kind];
  scope.identifiers[kind].used = place;
  if (unsafe) refuseIdentifier(unsafe, place);
  for (const { identifiers } of outward(scope)) {
    const { unsafeForAll } = identifiers[kind];
    identifiers[kind].usedBelow = place;
    if (unsafeForAll) refuseIdentifier(unsafeForAll, place);
  }
}

/**
 * Records that an `id` in this scope must not stand in a URL, or in one that climbs out of a folder.
 *
 * @throws a fault when a reference that it could stand in has `$RepresentationID$`.
 */
export function forbidIdentifier(
  scope: Scope,
  unsafe: string,
  isForAll: boolean,
  kind: keyof Scope["identifiers"],
): void {
  if (isForAll) {
    const { usedBelow } = scope.identifiers[kind];
    scope.identifiers[kind].unsafeForAll = unsafe;
    if (usedBelow) refuseIdentifier(unsafe, usedBelow);
  }
  for (const { identifiers } of outward(scope)) {
    identifiers[kind].unsafe = unsafe;
    const { used } = identifiers[kind];
    if (used) refuseIdentifier(unsafe, used);
  }
}

function refuseIdentifier(unsafe: string, user: string): never {
  return refuseManifest(
    `is missing, empty, has an empty or dot segment, a character that changes URLs, or a / before a .. of the URL, and ${user} puts it into one as $RepresentationID$; use letters, digits, and . _ ~ -, and single / between them`,
    unsafe,
  );
}
