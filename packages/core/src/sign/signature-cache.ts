/**
 * A function that makes what a key stands for, and remembers the `size` results that were asked for last.
 * Equal calls that are under way share one; a failure is not remembered.
 */
export function createMemo<T>(size: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const memo = new Map<string, Promise<T>>();
  // A Map keeps the order of insertion. All that this has passed is gone, so that what comes next was asked
  // for longest ago.
  let oldest = memo.keys();
  let calls = 0;
  return (key, make) => {
    const known = memo.get(key);
    const result = known ?? make();
    if (!known) {
      result.catch(() => {
        if (memo.get(key) === result) memo.delete(key);
      });
    }
    memo.delete(key);
    memo.set(key, result);
    // An iterator keeps what the Map has let go of since it stopped, so it is not kept for long; to start one
    // each time would be slow.
    if (++calls % size === 0) oldest = memo.keys();
    if (memo.size > size) memo.delete(oldest.next().value as string);
    return result;
  };
}
