// Findings come in the order of their rank: what the answer shows (100 and more), cookies (200) and parameters (300)
// that do not count, the key (400), what the signature is for (500), faults of the parameters (800), what the answer
// makes only likely (990), conditions of the policy that are not met (1000), and what nobody has checked (1200).

/** Before what the answer shows. */
export const rankBeforeAnswer = 100;

/** Before what the signature is for: a URL that was changed has another signature. */
export const rankBeforeSignature = 490;

/** After the conditions of the policy. */
export const rankAfterConditions = 1110;
