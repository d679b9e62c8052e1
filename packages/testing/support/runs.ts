import { inject } from "vitest";

/**
 * The runtime that tries every input of a repeated test. In the others the same library gets the same inputs, and one
 * in eight shows what the runtime itself does differently.
 */
const thorough = "node20";
const oneIn = 8;

export const triesAll = (): boolean => inject("runtime") === thorough;

/** This many inputs, or the part of them that this runtime tries. */
export const repeated = (count: number): number => (triesAll() ? count : Math.ceil(count / oneIn));

/** How fast-check runs a property: the first inputs of a seed are the same, however many there are. */
export const runs = (seed: number, count: number) => ({ seed, numRuns: repeated(count) });

/** The cases, or the part of them that this runtime tries, from the whole list. */
export const partOf = <Case>(cases: readonly Case[]): readonly Case[] =>
  triesAll() ? cases : cases.filter((_, i) => i % oneIn === 0);
