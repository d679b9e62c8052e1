/**
 * A function that returns the value of a name: what `make` returned when the name was new, kept while the name
 * is among the `size` most recently used. Nothing is kept when `make` throws.
 */
export function recentlyUsed<Value extends object>(size: number): (name: string, make: () => Value) => Value {
  // In the order of use: a Map keeps the order of insertion, and each use inserts anew.
  const values = new Map<string, Value>();
  // Everything that this iterator has passed is deleted, so its next name is the least recently used.
  let leastRecent = values.keys();
  let calls = 0;
  return (name, make) => {
    const value = values.get(name) ?? make();
    values.delete(name);
    values.set(name, value);
    // An iterator keeps alive what the Map has deleted since it stopped, so it is renewed now and then; a new
    // one for each call would be slow.
    if (++calls % size === 0) leastRecent = values.keys();
    if (values.size > size) values.delete(leastRecent.next().value as string);
    return value;
  };
}
