import { inject } from "vitest";

/**
 * One run of `npm test -- all` tries every input of a repeated test. `npm test` and the other runtimes try one in eight:
 * the kinds of inputs, and what a runtime does differently, show there, too.
 */
const oneIn = 8;

export const triesAll = (): boolean => inject("triesAll") ?? false;

/** This many inputs, or the part of them that this run tries. */
export const repeated = (count: number): number => (triesAll() ? count : Math.ceil(count / oneIn));

/** How fast-check runs a property: the first inputs of a seed are the same, however many there are. */
export const runs = (seed: number, count: number) => ({ seed, numRuns: repeated(count) });

/** The cases, or the part of them that this run tries, from the whole list. */
export const partOf = <Case>(cases: readonly Case[]): readonly Case[] =>
  triesAll() ? cases : cases.filter((_, i) => i % oneIn === 0);
