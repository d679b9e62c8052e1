/** Why a restriction that is there, but `undefined`, is an error and not left out. */
export const lostRestriction: string =
  "is undefined, and a restriction that got lost would open access; leave the option out on purpose, or fix the value";
