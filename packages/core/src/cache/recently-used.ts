/** Values by name, of which the most recently used are kept. */
export interface RecentlyUsed<Value> {
  /**
   * The value of a name: what `make` returns, if the name is new. Nothing is kept when `make` throws, and what
   * it makes is no longer kept once it calls `forget`.
   */
  use(name: string, make: (forget: () => void) => Value): Value;
}

interface Entry<Value> {
  readonly name: string;
  value: Value;
  newer?: Entry<Value> | undefined;
  older?: Entry<Value> | undefined;
}

/** Keeps `size` values. */
export function recentlyUsed<Value>(size: number): RecentlyUsed<Value> {
  // The order of use is a linked list. A Map has an order too, but an iterator over it keeps alive what was
  // deleted since.
  const entries = new Map<string, Entry<Value>>();
  let newest: Entry<Value> | undefined;
  let oldest: Entry<Value> | undefined;

  const append = (entry: Entry<Value>): void => {
    entry.older = newest;
    if (newest) newest.newer = entry;
    newest = entry;
    oldest ??= entry;
  };
  const unlink = (entry: Entry<Value>): void => {
    if (entry.newer) entry.newer.older = entry.older;
    else newest = entry.older;
    if (entry.older) entry.older.newer = entry.newer;
    else oldest = entry.newer;
    entry.newer = undefined;
    entry.older = undefined;
  };
  const forget = (entry: Entry<Value> | undefined): void => {
    if (entry === undefined || entries.get(entry.name) !== entry) return;
    entries.delete(entry.name);
    unlink(entry);
  };

  return {
    use: (name, make) => {
      // Most programs have one key, and its text is long: a comparison costs less than a look into the Map.
      if (newest && newest.name === name) return newest.value;
      const known = entries.get(name);
      if (known) {
        unlink(known);
        append(known);
        return known.value;
      }
      let entry: Entry<Value> | undefined;
      const value = make(() => forget(entry));
      // What `make` called may have used the same name.
      forget(entries.get(name));
      entry = { name: copyOf(name), value };
      entries.set(entry.name, entry);
      append(entry);
      if (entries.size > size) forget(oldest);
      return value;
    },
  };
}

/** A text of its own: V8 keeps a text alive, however long, for as long as a part of it is in use. */
function copyOf(text: string): string {
  return ` ${text}`.slice(1);
}
