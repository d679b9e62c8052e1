import type { DeviceClock } from "./device-clock.ts";
import type { NewGrant } from "./grant-answer.ts";
import { type RequestSigner, requestSigner } from "./signed-request.ts";

/** The share of its lifetime after which a grant is renewed: a random one, so that clients spread. */
const earliestRenewal = 0.5;
const latestRenewal = 0.8;

/** A grant is not used shortly before its end, so that requests arrive in time: milliseconds, and a share. */
const longestMargin = 2000;
const marginShare = 0.1;

/** A grant that signs until its end. Both moments are by the clock of the loads. */
export interface HeldGrant extends RequestSigner {
  readonly query: string | undefined;
  /** Milliseconds. */
  readonly lifetime: number;
  /** When it is renewed. */
  readonly renewal: number;
  /** Until when it is used. */
  readonly end: number;
  /** Expiry time by the clock of the device. */
  readonly expiresAt: Date;
}

/** `startedAt` is when the load began. The grant was made later, so it is never used for too long. */
export function holdGrant(
  { resource, query, lifetime }: NewGrant,
  startedAt: number,
  clock: DeviceClock,
): HeldGrant {
  return {
    ...requestSigner(resource, query),
    query,
    lifetime,
    renewal: startedAt + lifetime * (earliestRenewal + Math.random() * (latestRenewal - earliestRenewal)),
    end: startedAt + lifetime - Math.min(longestMargin, lifetime * marginShare),
    expiresAt: new Date(Date.now() + startedAt + lifetime - clock()),
  };
}
