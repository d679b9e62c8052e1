import { fail } from "../errors.ts";
import { clockTime } from "../options/clock.ts";
import { lostRestriction, readOptions } from "../options/read-options.ts";
import { describeNumber } from "../options/type-name.ts";
import { type Duration, durationSeconds } from "../policy/duration.ts";
import { type LoadedKey, sourceOfKey } from "./loaded-key.ts";
import { describeHome, signerOptionNames } from "./option-homes.ts";
import { type KeyWithId, prepareKeyWithId, type SignerKeyOptions, signerKeyNames } from "./signer-key.ts";

/** The options of every signer. */
export interface SigningOptions {
  /**
   * The longest lifetime, from now to the signed expiry time: whole seconds, or text such as `"12h"` or `"7d"`. A
   * longer one throws `ERR_DATE_INVALID`, also when `cacheWindow` or a ready `policy` is the cause.
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
  readonly memo?: number | undefined;
}

/** Options of {@link createCloudFrontSigner}. */
export interface CloudFrontSignerOptions extends SignerKeyOptions, SigningOptions {}

/** Options of {@link createCloudFrontSigner} for a key that is loaded. */
export interface LoadedKeySignerOptions extends SigningOptions {
  /** What {@link loadedKey} returns: ID and key together. */
  readonly key: LoadedKey;
}

/** The options of a signer, checked. */
export interface ReadSignerOptions {
  /** `undefined` for a loaded key. */
  readonly keyPairId: string | undefined;
  /** Gives the key for a signature. */
  readonly getKey: () => Promise<KeyWithId>;
  /** Seconds. */
  readonly maxLifetime: number | undefined;
  readonly now: (() => Date) | undefined;
  readonly memo: number | undefined;
}

/** Checks the options and the key, of which only a copy is used. */
export function readSignerOptions(
  given: CloudFrontSignerOptions | LoadedKeySignerOptions,
): ReadSignerOptions {
  type Given = CloudFrontSignerOptions & { readonly key?: unknown };
  const options = readOptions("options", given as Given, signerOptionNames, undefined, describeHome);
  const { now, memo } = options;
  clockTime(now);
  const maxLifetime = readMaxLifetime(options);
  const isLoaded = "key" in options;
  const getKey = isLoaded ? keyOfLoader(options) : prepareKeyWithId(options);
  if (memo !== undefined && !(Number.isInteger(memo) && memo >= 1))
    fail(
      "ERR_OPTION_INVALID",
      "memo",
      `is ${describeNumber(memo)}; pass a whole number of policies, 1 or more, or leave it out`,
    );
  const keyPairId = isLoaded ? undefined : options.keyPairId;
  return { keyPairId, getKey, maxLifetime, now, memo };
}

function keyOfLoader(options: { readonly key?: unknown }): () => Promise<KeyWithId> {
  const getKey = sourceOfKey(options.key);
  const other = signerKeyNames.find((name) => name in options);
  if (other !== undefined)
    fail(
      "ERR_OPTION_CONFLICT",
      other,
      "stands beside key, which brings its own; remove it here, and return it from load",
    );
  return getKey;
}

/** Seconds of `maxLifetime`. Given as `undefined` it is a limit that got lost, so it throws. */
function readMaxLifetime(options: SigningOptions): number | undefined {
  if (!("maxLifetime" in options)) return undefined;
  if (options.maxLifetime === undefined) fail("ERR_OPTION_INVALID", "maxLifetime", lostRestriction);
  return durationSeconds("maxLifetime", options.maxLifetime);
}
