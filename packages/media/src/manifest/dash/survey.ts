import { Fault } from "../fault.ts";
import type { Base } from "../resolve-reference.ts";
import type { WorkBudget } from "../work-budget.ts";
import { addBase } from "./base-signer.ts";
import { resolveBaseUrl } from "./base-url.ts";
import type { ReferenceSigner } from "./reference-signer.ts";
import { basesOf, type OpenScope, openScope, outward, type Scope, scopeOfFile } from "./scope.ts";

/** Reads a manifest before it is signed, since a `BaseURL` or `Location` may stand behind what it moves. */
export interface Survey {
  readonly openScope: OpenScope;
  /** Signs nothing, and remembers what moves references. */
  readonly signer: ReferenceSigner;
  /** Opens the scopes of the same manifest again, with all that is known of them. */
  readonly openKnown: () => OpenScope;
}

interface Surveyed {
  readonly scope: Scope;
  readonly moves: { readonly reference: string; readonly isSeenByAll: boolean }[];
}

export function createSurvey(manifest: Base, budget: WorkBudget): Survey {
  const surveyed: Surveyed[] = [];
  const byScope = new Map<Scope, Surveyed>();
  const locations: string[] = [];
  const files = new Set<Scope>();
  /** What cannot be resolved is refused where it stands, when the manifest is read again. */
  const add = (bases: Base[], reference: string, outer: Base): void => {
    try {
      addBase(bases, resolveBaseUrl(reference, outer, budget));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  };
  const same = (reference: string): string => reference;

  return {
    openScope(name, parent) {
      const scope = openScope(name, parent, []);
      const entry = { scope, moves: [] };
      surveyed.push(entry);
      byScope.set(scope, entry);
      return scope;
    },
    signer: {
      isMixed: false,
      baseUrl(reference, scope, isSeenByAll) {
        byScope.get(scope)?.moves.push({ reference, isSeenByAll });
        scope.written.push({ reference, signed: reference });
        return reference;
      },
      location(reference, place) {
        if (place === "Location") locations.push(reference);
        return reference;
      },
      address() {},
      authority: same,
      segment: same,
      withoutQuery: () => "false",
      encode: same,
      close(scope) {
        const file = scope.name === "Representation" ? scopeOfFile(scope) : undefined;
        if (file) files.add(file);
      },
    },
    openKnown() {
      const resolved = new Map<Scope | undefined, readonly Base[]>();
      const below = new Map<Scope, Map<string, Base>>();
      const top = [manifest];
      for (const location of locations) add(top, location, manifest);
      const known = surveyed.map(({ scope, moves }) => {
        const outer = [...(resolved.get(scope.parent) ?? top)];
        const own: Base[] = [];
        for (const { reference, isSeenByAll } of moves)
          for (const base of outer) {
            add(own, reference, base);
            if (!isSeenByAll) add(own, "", base);
          }
        const bases = basesOf({ own, outer });
        resolved.set(scope, bases);
        // What stands above representations leads to where each of them takes it.
        if (scope.name === "Representation")
          for (const above of outward(scope)) {
            const all = below.get(above) ?? new Map<string, Base>();
            below.set(above, all);
            for (const base of bases) all.set(base.href, base);
          }
        return { scope, outer, own };
      });
      let next = 0;
      return (name, parent) => {
        const entry = known[next++];
        if (!entry) return openScope(name, parent, [manifest]);
        const { scope, outer, own } = entry;
        const bases =
          scope.name === "MPD" ? basesOf(entry) : [...(below.get(scope)?.values() ?? basesOf(entry))];
        return openScope(name, parent, outer, own, bases, files.has(scope));
      };
    },
  };
}
