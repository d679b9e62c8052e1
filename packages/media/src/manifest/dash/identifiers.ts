import { refuseManifest } from "./manifest-fault.ts";
import { outward, type Scope } from "./scope.ts";

/**
 * Records that a reference in this scope has `$RepresentationID$`.
 *
 * @throws a fault when an `id` that could stand for it is unsafe.
 */
export function useIdentifier(scope: Scope, place: string): void {
  scope.identifiers.used = place;
  if (scope.identifiers.unsafe) refuseIdentifier(scope.identifiers.unsafe, place);
  for (const { identifiers } of outward(scope)) {
    identifiers.usedBelow = place;
    if (identifiers.unsafeForAll) refuseIdentifier(identifiers.unsafeForAll, place);
  }
}

/**
 * Records that an `id` in this scope must not stand in a URL.
 *
 * @throws a fault when a reference that it could stand in has `$RepresentationID$`.
 */
export function forbidIdentifier(scope: Scope, unsafe: string, isForAll: boolean): void {
  if (isForAll) {
    scope.identifiers.unsafeForAll = unsafe;
    if (scope.identifiers.usedBelow) refuseIdentifier(unsafe, scope.identifiers.usedBelow);
  }
  for (const { identifiers } of outward(scope)) {
    identifiers.unsafe = unsafe;
    if (identifiers.used) refuseIdentifier(unsafe, identifiers.used);
  }
}

function refuseIdentifier(unsafe: string, user: string): never {
  return refuseManifest(
    `is missing, empty, only dots, or has a character that changes URLs, and ${user} puts it into one as $RepresentationID$; use letters, digits, and . _ ~ -`,
    unsafe,
  );
}
