import type { DeviceClock } from "./device-clock.ts";
import type { NewGrant } from "./grant-answer.ts";
import { type RequestSigner, requestSigner } from "./signed-request.ts";

/** The share of its lifetime after which a grant is renewed: a random one, so that clients spread. */
const earliestRenewal = 0.5;
const latestRenewal = 0.8;

/** How long before its end a grant is used no more, so that requests arrive in time: milliseconds, and a share. */
const longestMargin = 2000;
const marginShare = 0.1;

/** A grant that signs until its end. */
export interface HeldGrant extends RequestSigner {
  readonly query: string | undefined;
  /** Milliseconds until it is used no more; 0 and less after that. */
  remaining(): number;
  /** Milliseconds until its renewal. */
  untilRenewal(): number;
  /** Expiry time by the clock of the device. */
  readonly expiresAt: Date;
}

/** `asked` is when the request for the grant began: it was made later, so it is not used too long. */
export function holdGrant(
  { resource, query, lifetime }: NewGrant,
  asked: number,
  clock: DeviceClock,
): HeldGrant {
  const renewal = lifetime * (earliestRenewal + Math.random() * (latestRenewal - earliestRenewal));
  const end = lifetime - Math.min(longestMargin, lifetime * marginShare);
  return {
    ...requestSigner(resource, query),
    query,
    remaining: () => asked + end - clock(),
    untilRenewal: () => asked + renewal - clock(),
    expiresAt: new Date(Date.now() + asked + lifetime - clock()),
  };
}
