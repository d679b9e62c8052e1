/**
 * A function that makes what a key stands for, and remembers the `size` results that were asked for last. Equal calls that are under way
 * share one; a failure is not remembered.
 */
export function createMemo<T>(size: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const memo = new Map<string, Promise<T>>();
  return (key, make) => {
    const known = memo.get(key);
    const result = known ?? make();
    if (!known) {
      result.catch(() => {
        if (memo.get(key) === result) memo.delete(key);
      });
    }
    // A Map keeps the order of insertion: what was asked for longest ago is the first.
    memo.delete(key);
    memo.set(key, result);
    for (const [oldest] of memo.size > size ? memo : []) {
      memo.delete(oldest);
      break;
    }
    return result;
  };
}
