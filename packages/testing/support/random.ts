/** Numbers from 0 to below 1, the same for each seed: mulberry32. */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function oneOf<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

/** Draws for tests that make many choices. */
export interface Dice {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  of<Item>(items: readonly Item[]): Item;
  chance(share: number): boolean;
}

export function createDice(seed: number): Dice {
  const random = seededRandom(seed);
  return {
    below: (limit) => Math.floor(random() * limit),
    of: (items) => oneOf(random, items),
    chance: (share) => random() < share,
  };
}
