export interface RotationTerms {
  readonly from: Date;
  /** From a signature to its expiry. */
  readonly longestLifetime: number;
  /** The window of `cacheWindow`, which moves an expiry later by less than itself. */
  readonly cacheWindow: number;
  /** Until every edge location has a change of the key group. */
  readonly deployTime: number;
  /** From the switch until every signer signs with the new key. */
  readonly reloadAfter: number;
  readonly clockMargin: number;
  /** When every signer had the new key. Replaces the estimate of `reloadAfter`. */
  readonly switched: Date | undefined;
}

/** The earliest time of each step. */
export interface RotationDates {
  readonly add: Date;
  readonly switchSigners: Date;
  /** No URL is signed with the old key after this. */
  readonly lastSignature: Date;
  /** Every URL of the old key has expired. */
  readonly remove: Date;
  /** No edge location takes the old key any more. */
  readonly delete: Date;
}

/** The dates that follow from the longest lifetime. An earlier one denies a URL that has not expired. */
export function rotationDates(terms: RotationTerms): RotationDates {
  const { from, longestLifetime, cacheWindow, deployTime, reloadAfter, clockMargin } = terms;
  const switchSigners = later(from, deployTime);
  const lastSignature = terms.switched ?? later(switchSigners, reloadAfter);
  const remove = later(lastSignature, longestLifetime + cacheWindow + clockMargin);
  return { add: from, switchSigners, lastSignature, remove, delete: later(remove, deployTime) };
}

function later(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
