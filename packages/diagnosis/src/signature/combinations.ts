/** All pairs of two lists made into something, those of the first items first. */
export function* combined<One, Other, Result>(
  ones: readonly One[],
  others: readonly Other[],
  make: (one: One, other: Other) => Result,
): Iterable<Result> {
  for (let sum = 0; sum < ones.length + others.length - 1; sum++)
    for (let i = Math.max(0, sum - others.length + 1); i <= sum && i < ones.length; i++)
      yield make(ones[i] as One, others[sum - i] as Other);
}

/** One item of each source after the other, until all are empty. */
export function* inTurns<Item>(sources: readonly Iterable<Item>[]): Iterable<Item> {
  let iterators = sources.map((source) => source[Symbol.iterator]());
  while (iterators.length > 0) {
    const left: Iterator<Item>[] = [];
    for (const iterator of iterators) {
      const { done, value } = iterator.next();
      if (done) continue;
      yield value;
      left.push(iterator);
    }
    iterators = left;
  }
}

/** The first different items of a source. */
export function firstOf<Item>(most: number, items: Iterable<Item>): Item[] {
  const first = new Set<Item>();
  for (const item of items) {
    if (first.size >= most) break;
    first.add(item);
  }
  return [...first];
}
