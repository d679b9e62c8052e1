import { type ReloadedValue, reloadedValue } from "../cache/reloaded-value.ts";
import { CloudFrontSignError, fail, startingAtCaller } from "../errors.ts";
import { clockTime } from "../options/clock.ts";
import { emit, type OnEvent, readOnEvent, stopwatch } from "../options/events.ts";
import { readOptions } from "../options/read-options.ts";
import { describeType } from "../options/type-name.ts";
import { type Duration, durationSeconds, timeoutSeconds } from "../policy/duration.ts";
import { type KeyOfLoad, keyFromLoader, type LoadKey } from "./loader.ts";
import { type KeyWithId, signerKeyNames } from "./signer-key.ts";

/** Options of {@link loadedKey}. */
export interface LoadedKeyOptions {
  /**
   * Reads ID and key together from the place where you keep them: `{ keyPairId, privateKey }`, with `passphrase`
   * and `hashAlgorithm` if they are needed, or the JSON text of it. `signal` aborts at the timeout.
   *
   * Keep both in one secret. If the ID belongs to another key, CloudFront returns 403 to every URL: let
   * {@link checkKeyPair} compare the key with the public key of this ID. By itself a load fails only for another RSA key
   * under the ID of the last one.
   */
  readonly load: LoadKey;
  /**
   * Called for each load that fails, with `ERR_KEY_LOAD_FAILED`. Its `cause` is what `load` threw, or what is
   * wrong with the key. Signing continues with the last key, so nothing else tells you. If this function throws
   * or rejects, that error is ignored.
   */
  readonly onError: (error: CloudFrontSignError) => void;
  /**
   * Age at which the key is loaded again, 1 second or more: seconds, or text such as `"10m"`. Signing
   * continues with the last key during the load. If the key is twice as old, the signature that starts the load
   * waits for it. If nothing was signed for twice this time, every signature waits, so that no program signs with
   * a removed key after an idle night. Default: only `reload()` loads again.
   */
  readonly reloadAfter?: Duration | undefined;
  /** The longest time of one load: seconds, or text. Default `"10s"`. */
  readonly timeout?: Duration | undefined;
  /**
   * Keeps the runtime alive for a load after the response: pass `waitUntil` of Cloudflare Workers or Vercel.
   * Without it, a request of a Worker that starts a load waits for it.
   */
  readonly waitUntil?: ((load: Promise<unknown>) => void) | undefined;
  /** Returns the current time. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
  /** Is called for each load, and for each change of the key: {@link CloudFrontEvent}. What it throws is ignored. */
  readonly onEvent?: OnEvent | undefined;
}

/**
 * A key that is loaded; pass it to `createCloudFrontSigner` as `key`, also to several signers.
 *
 * @example
 * ```ts
 * import { loadedKey } from "cloudfront-sign-webcrypto";
 *
 * const key = loadedKey({
 *   load: () => ({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! }),
 *   onError: console.error,
 * });
 * console.log(await key.reload()); // K2JCJMDEHXQW5F
 * ```
 */
export interface LoadedKey {
  /** ID of the key that signs now; `undefined` before the first load. */
  readonly keyPairId: string | undefined;
  /**
   * Loads the key now.
   *
   * @returns the ID of the key
   * @throws `ERR_KEY_LOAD_FAILED`; signing then continues with the last key.
   */
  reload(): Promise<string>;
}

let sources: WeakMap<object, ReloadedValue<KeyOfLoad>> | undefined;

/**
 * Makes a key that your async function loads, for example from a secret store. It is loaded at the first
 * signature, and again after some time, so that a new key needs no restart. ID and key change together, and all
 * callers share one load.
 *
 * The new key is checked and imported before it is used. When a load fails, `onError` is called, signing
 * continues with the last key, and the next attempt comes 10 seconds (or `reloadAfter`, if that is less) after the
 * begin of this one at the earliest. If no load has succeeded yet, signatures reject with the error until then.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html#private-content-rotating-key-pairs | Rotating key pairs}
 * @param options how and when the key is loaded
 * @returns the key, for the option `key` of `createCloudFrontSigner`
 * @throws `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for the options; `ERR_DATE_INVALID` for `reloadAfter` and
 * `timeout`.
 * @example
 * ```ts
 * import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
 *
 * const key = loadedKey({
 *   load: async () => ({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! }),
 *   reloadAfter: "10m",
 *   onError: (error) => console.error(error.message, error.cause),
 * });
 * const signer = createCloudFrontSigner({ key, maxLifetime: "8h" });
 * const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/image.jpg", { expiresIn: "1h" });
 * ```
 */
export function loadedKey(options: LoadedKeyOptions): LoadedKey {
  return startingAtCaller(loadedKey, () => makeLoadedKey(options));
}

function makeLoadedKey(options: LoadedKeyOptions): LoadedKey {
  const names = ["load", "onError", "reloadAfter", "timeout", "waitUntil", "now", "onEvent"] as const;
  const { load, onError, waitUntil, now, ...times } = readOptions("options", options, names);
  checkFunction("load", load, "async () => ({ keyPairId, privateKey })");
  checkFunction("onError", onError, "(error) => console.error(error.message, error.cause)");
  if (waitUntil !== undefined) checkFunction("waitUntil", waitUntil, "(load) => context.waitUntil(load)");
  const timeout = timeoutSeconds(times.timeout, 10);
  const reloadAfter =
    times.reloadAfter === undefined ? undefined : durationSeconds("reloadAfter", times.reloadAfter) * 1000;
  clockTime(now);
  const onEvent = readOnEvent(times.onEvent);
  const hear = async (error: CloudFrontSignError): Promise<void> => {
    try {
      // An async hook rejects where another one throws.
      await onError(error);
    } catch {
      // The hook has nobody to tell.
    }
  };
  const loadOnce = async (): Promise<KeyOfLoad> => {
    const elapsed = onEvent && stopwatch();
    try {
      const key = await keyFromLoader(load, timeout, source.current());
      if (elapsed) emit(onEvent, { type: "key-loaded", keyPairId: key.keyPairId, seconds: elapsed() });
      return key;
    } catch (cause) {
      const error = cause as CloudFrontSignError;
      void hear(error);
      const keyPairId = source.current()?.keyPairId;
      if (elapsed) emit(onEvent, { type: "key-load-failed", error, keyPairId, seconds: elapsed() });
      throw error;
    }
  };
  const source: ReloadedValue<KeyOfLoad> = reloadedValue(
    loadOnce,
    { now: () => clockTime(now), reloadAfter, timeout: timeout * 1000 },
    waitUntil &&
      (async (load) => {
        try {
          await waitUntil(load);
        } catch (cause) {
          const problem =
            "failed; call it with a promise as your runtime documents, and see the cause of this error";
          await hear(new CloudFrontSignError("ERR_KEY_LOAD_FAILED", "waitUntil", problem, cause));
        }
      }),
    onEvent &&
      (({ keyPairId }, previous) =>
        emit(onEvent, { type: "key-changed", keyPairId, previousKeyPairId: previous.keyPairId })),
  );
  const key: LoadedKey = Object.freeze({
    get keyPairId() {
      return source.current()?.keyPairId;
    },
    reload: async () => (await source.reload()).keyPairId,
  });
  sources ??= new WeakMap();
  sources.set(key, source);
  return key;
}

function checkFunction(option: string, value: unknown, example: string): void {
  if (typeof value !== "function")
    fail("ERR_OPTION_INVALID", option, `is ${describeType(value)}; pass a function: ${example}`);
}

/** The function that a signer asks for the key of each signature, by its option `key`; throws for another key beside it. */
export function loaderOfKey(options: { readonly key?: unknown }): () => Promise<KeyWithId> {
  const { key } = options;
  const source = typeof key === "object" && key !== null ? sources?.get(key) : undefined;
  if (!source)
    return fail(
      "ERR_OPTION_INVALID",
      "key",
      `is ${describeType(key)}, not a key from loadedKey() of this copy of the package; pass loadedKey({ load, onError }), or keyPairId and privateKey without key`,
    );
  const other = signerKeyNames.find((name) => name in options);
  if (other !== undefined)
    fail(
      "ERR_OPTION_CONFLICT",
      other,
      "cannot be combined with key, which has its own; remove it here, and return it from load",
    );
  return source.use;
}
