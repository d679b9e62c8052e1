export interface RotationTerms {
  readonly from: Date;
  readonly longestLifetime: number;
  /** The window of `cacheWindow`, which moves an expiry later by less than itself. */
  readonly cacheWindow: number;
  readonly deployTime: number;
  readonly reloadAfter: number;
  readonly clockMargin: number;
  /** When every signer had the new key. Replaces the estimate of `reloadAfter`. */
  readonly switched: Date | undefined;
}

export interface RotationDates {
  readonly add: Date;
  readonly switchSigners: Date;
  /** No URL is signed with the old key after this. */
  readonly lastSignature: Date;
  readonly remove: Date;
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
