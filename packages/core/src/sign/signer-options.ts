import { fail } from "../errors.ts";
import type { OnEvent } from "../options/events.ts";
import { lostRestriction } from "../options/read-options.ts";
import { type Duration, durationSeconds } from "../policy/duration.ts";
import type { LoadedKey } from "./loaded-key.ts";
import type { SignerKeyOptions } from "./signer-key.ts";

/** The options of every signer. */
export interface CommonSignerOptions {
  /**
   * The longest lifetime, from now to the signed expiry time: seconds, or text such as `"12h"` or `"7d"`. A longer one
   * throws `ERR_DATE_INVALID`, also when `cacheWindow` or a ready `policy` is the cause.
   *
   * Default: no limit.
   */
  readonly maxLifetime?: Duration;
  /** Returns the current time. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
  /**
   * Number of signatures to remember, 1 or more (about 1 kB each): one per policy, those used most recently. With
   * `cacheWindow`, a URL is then signed only once per window, however often you call. Default: no signature is
   * remembered.
   */
  readonly signatureCacheSize?: number | undefined;
  /** Is called for each signature: {@link CloudFrontEvent}. What it throws is ignored. */
  readonly onEvent?: OnEvent | undefined;
}

/** The options of a signer with a private key and its ID. */
export interface PrivateKeySignerOptions extends SignerKeyOptions, CommonSignerOptions {
  /** Not with `privateKey`. */
  readonly key?: undefined;
}

/** The options of a signer for a key that is loaded. */
export interface LoadedKeySignerOptions extends CommonSignerOptions {
  /** What {@link loadedKey} returns: ID and key together. */
  readonly key: LoadedKey;
}

/** Options of {@link createCloudFrontSigner}: `keyPairId` and `privateKey`, or a loaded `key`. */
export type CloudFrontSignerOptions = PrivateKeySignerOptions | LoadedKeySignerOptions;

/** Seconds of `maxLifetime`. Given as `undefined` it is a limit that got lost, so it throws. */
export function readMaxLifetime(options: CommonSignerOptions): number | undefined {
  if (!("maxLifetime" in options)) return undefined;
  if (options.maxLifetime === undefined) fail("ERR_OPTION_INVALID", "maxLifetime", lostRestriction);
  return durationSeconds("maxLifetime", options.maxLifetime);
}
