import type { CloudFrontSignError } from "cloudfront-sign-webcrypto";

/** Why the endpoint gives no grant: it answered 401 or 403. */
export type GrantRefusalReason = "signed-out" | "forbidden";

/** The state of a grant, for a page to show. */
export type GrantState =
  /** Nothing has asked for the grant yet. */
  | {
      /** Nothing has asked for the grant yet. */
      readonly status: "idle";
    }
  /** There is no valid grant; one is being loaded. */
  | {
      /** A grant is being loaded. */
      readonly status: "loading";
    }
  /**
   * Requests are signed until `expiresAt`, by the clock of the device. If there is an `error`, the last renewal
   * failed and is tried again. If there is a `reason` too, the endpoint refused the renewal, and only `renew()`
   * asks again.
   */
  | {
      /** Requests are signed. */
      readonly status: "valid";
      /** Expiry time by the clock of the device. */
      readonly expiresAt: Date;
      /** Why the last renewal failed. */
      readonly error: CloudFrontSignError | undefined;
      /** Why the last renewal was refused. */
      readonly reason: GrantRefusalReason | undefined;
    }
  /** There is no valid grant, and the endpoint fails; it is asked again from time to time. */
  | {
      /** The endpoint fails. */
      readonly status: "unavailable";
      /** Why it fails. */
      readonly error: CloudFrontSignError;
    }
  /** There is no valid grant, and the endpoint gives none: only `renew()` asks it again. */
  | {
      /** The endpoint refuses. */
      readonly status: "refused";
      /** Why it refuses. */
      readonly reason: GrantRefusalReason;
      /** The same as an error: `ERR_GRANT_REFUSED`. */
      readonly error: CloudFrontSignError;
    }
  /** `close()` was called, or the signal aborted. */
  | {
      /** There are no more grants. */
      readonly status: "closed";
    };
