import { fail } from "../errors.ts";
import type { HashAlgorithm } from "../key/algorithm.ts";
import type { PrivateKeySource } from "../key/private-key.ts";
import type { RemoteSigner } from "../key/remote-signer.ts";
import { lostRestriction } from "../options/lost-restriction.ts";
import { readOptions } from "../options/read-options.ts";
import { describeNumber } from "../options/type-name.ts";
import type { Duration } from "../policy/duration.ts";
import { durationSeconds } from "../policy/time.ts";

/** Options of {@link createCloudFrontSigner}. */
export interface CloudFrontSignerOptions {
  /** ID of the public key in CloudFront (not of the key group), for example `K2JCJMDEHXQW5F`. */
  readonly keyPairId: string;
  /**
   * Takes an ID of any shape, as emulators give them out (a UUID, any first letter), if it breaks neither a
   * URL nor a cookie. Default `false`: CloudFront knows no such ID.
   */
  readonly allowAnyKeyPairId?: boolean | undefined;
  /** The private key in any form, or a remote signer. */
  readonly privateKey: PrivateKeySource | RemoteSigner;
  /**
   * Decrypts an encrypted PKCS#8 key; it has no effect on any other. A wrong passphrase is found at the first
   * use, which rejects with `ERR_KEY_PASSPHRASE`.
   */
  readonly passphrase?: string | undefined;
  /** Default `"SHA1"` for RSA, `"SHA256"` for EC. `"SHA256"` adds `Hash-Algorithm=SHA256`. */
  readonly hashAlgorithm?: HashAlgorithm | undefined;
  /**
   * The longest time that may be granted: whole seconds, or text such as `"12h"` or `"7d"`. Everything that
   * would give access for longer throws `ERR_DATE_INVALID`, from now to the signed expiry time, also when
   * `cacheWindow` or a ready `policy` is the cause.
   *
   * Set it as a guard against milliseconds where seconds belong: `expiresIn: 3600000` is 41 days. Default:
   * no limit.
   */
  readonly maxLifetime?: Duration;
  /** The only clock that is read. Default: the system's. */
  readonly now?: (() => Date) | undefined;
  /**
   * Number of policies, 1 or more, whose signatures are remembered (about 1 kB each): the most recently used.
   * With `cacheWindow` the same URL is then signed once in a window, however many calls ask for it. Default:
   * nothing is remembered.
   */
  readonly memo?: number | undefined;
}

const optionNames = [
  "keyPairId",
  "allowAnyKeyPairId",
  "privateKey",
  "passphrase",
  "hashAlgorithm",
  "maxLifetime",
  "now",
  "memo",
] as const;

/** A copy of the options, with known names only. */
export function readSignerOptions(given: CloudFrontSignerOptions): CloudFrontSignerOptions {
  return readOptions("options", given, optionNames);
}

/** Seconds of `maxLifetime`. Given as `undefined` it is a limit that got lost, so it throws. */
export function readMaxLifetime(options: CloudFrontSignerOptions): number | undefined {
  if (!("maxLifetime" in options)) return undefined;
  if (options.maxLifetime === undefined) fail("ERR_OPTION_INVALID", "maxLifetime", lostRestriction);
  return durationSeconds("maxLifetime", options.maxLifetime);
}

/** The number of signatures to remember; `undefined` for none. */
export function readMemo({ memo }: CloudFrontSignerOptions): number | undefined {
  if (memo === undefined || (Number.isInteger(memo) && memo >= 1)) return memo;
  return fail(
    "ERR_OPTION_INVALID",
    "memo",
    `is ${describeNumber(memo)}; pass a whole number of policies, 1 or more, or leave it out`,
  );
}
