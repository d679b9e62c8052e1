/** Terms that restrict access: given as `undefined` they are a restriction that got lost. */
export const restrictionNames = ["dateGreaterThan", "ipAddress", "resource", "policy"] as const;

/** All terms. Those that restrict nothing count as left out when they are `undefined`. */
export const termNames = [
  "dateLessThan",
  "expiresIn",
  "cacheWindow",
  "windowOffset",
  "dateGreaterThan",
  "ipAddress",
  "resource",
  "policy",
] as const;

/** What to pass instead of terms that are no object. */
export const termsHint = 'say when access ends: { expiresIn: "1h" }';
