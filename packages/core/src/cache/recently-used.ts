/** Values by name, of which the most recently used are kept. */
export interface RecentlyUsed<Value> {
  /** The value of a name: what `make` returns, if the name is new. Nothing is kept when `make` throws. */
  use(name: string, make: () => Value): Value;
  forget(name: string): void;
}

/** Keeps `size` values. */
export function recentlyUsed<Value extends object>(size: number): RecentlyUsed<Value> {
  // In the order of use: a Map keeps the order of insertion, and each use inserts anew.
  const values = new Map<string, Value>();
  // Everything that this iterator has passed is deleted, so its next name is the least recently used.
  let leastRecent = values.keys();
  let calls = 0;
  let last: { readonly name: string; readonly value: Value } | undefined;
  return {
    use: (name, make) => {
      // Most programs have one key, and its text is long: a comparison costs less than a look into the Map.
      if (name === last?.name) return last.value;
      const value = values.get(name) ?? make();
      last = { name, value };
      values.delete(name);
      values.set(name, value);
      // An iterator keeps alive what the Map has deleted since it stopped, so it is renewed now and then; a
      // new one for each call would be slow.
      if (++calls % size === 0) leastRecent = values.keys();
      if (values.size > size) values.delete(leastRecent.next().value as string);
      return value;
    },
    forget: (name) => {
      values.delete(name);
      if (name === last?.name) last = undefined;
    },
  };
}
