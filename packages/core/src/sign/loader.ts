import { CloudFrontSignError, fail, isOwnError } from "../errors.ts";
import { keyFingerprint } from "../key/key-fingerprint.ts";
import { decryptIt, isKmsCiphertext } from "../key/not-a-key.ts";
import type { SigningKey } from "../key/signing-key.ts";
import type { PlatformAbortSignal } from "../options/abort-signal.ts";
import { nearestName } from "../options/nearest-name.ts";
import { readOptions } from "../options/read-options.ts";
import { memberOf } from "../options/read-properties.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import { type KeyWithId, prepareKeyWithId, type SignerKeyOptions, signerKeyNames } from "./signer-key.ts";

/** What `load` of {@link loadedKey} returns: ID and key of one version. */
export type LoadedKeyValue = SignerKeyOptions;

/** The argument of a loader. */
export interface LoadContext {
  /** Aborted when the load has taken longer than `timeout`. */
  readonly signal: PlatformAbortSignal;
}

/** Returns ID and key together, also as JSON text, or a promise of them. */
export type LoadKey = (context: LoadContext) => LoadedKeyValue | string | Promise<LoadedKeyValue | string>;

/** A key that was loaded. Its text is not kept: the fingerprint tells whether a later load returns the same. */
export interface KeyOfLoad extends KeyWithId {
  readonly fingerprint: string | undefined;
}

/**
 * The key that `load` returns, imported; `last`, if it is the same, so that what was signed with it stays
 * remembered. Rejects with `ERR_KEY_LOAD_FAILED`. `timeout` is in seconds.
 */
export async function keyFromLoader(
  load: LoadKey,
  timeout: number,
  last: KeyOfLoad | undefined,
): Promise<KeyOfLoad> {
  const value = await callLoader(load, timeout);
  try {
    const options = readLoadedValue(value);
    const importKey = prepareKeyWithId(options, false);
    const { privateKey, passphrase, hashAlgorithm } = options;
    const fingerprint = await keyFingerprint(options.keyPairId, privateKey, passphrase, hashAlgorithm);
    if (last !== undefined && fingerprint !== undefined && fingerprint === last.fingerprint) return last;
    const { keyPairId, signingKey } = await importKey();
    // In FIPS mode a runtime imports a key for SHA-1, and refuses to sign with it: better now than later.
    const signature = await signatureOfNothing(signingKey);
    const isSameId =
      last?.keyPairId === keyPairId && last.signingKey.hashAlgorithm === signingKey.hashAlgorithm;
    const before = isSameId && (await signatureOfNothing(last.signingKey));
    if (before && signature && before !== signature)
      loadFailed(
        "returned a different key for the same ID, but the key of an ID never changes in CloudFront; return the ID and the key from one secret, or restart the program if its first key was wrong",
      );
    return { keyPairId, signingKey, fingerprint };
  } catch (cause) {
    if (!isOwnError(cause))
      return loadFailed("returned a key that cannot be read; see the cause of this error", cause);
    if (cause.code === "ERR_KEY_LOAD_FAILED") throw cause;
    return loadFailed(`returned a key that cannot be used: ${cause.message}`, cause);
  }
}

/** Tells RSA keys apart: with P-256 no two signatures are the same, and that of a remote signer may cost money. */
const signatureOfNothing = async (key: SigningKey): Promise<string | false> =>
  key.keyType === "RSA" && "cryptoKey" in key && `${await key.sign(new Uint8Array(), "privateKey")}`;

async function callLoader(load: LoadKey, timeout: number): Promise<unknown> {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const problem = `took longer than ${timeout} s; check whether the key store responds, or raise timeout`;
      const error = new CloudFrontSignError("ERR_KEY_LOAD_FAILED", "load", problem);
      reject(error);
      controller.abort(error);
    }, timeout * 1000);
  });
  try {
    return await Promise.race([(async () => load({ signal }))(), timedOut]);
  } catch (cause) {
    if (isOwnError(cause)) {
      if (cause.code === "ERR_KEY_LOAD_FAILED") throw cause;
      return loadFailed(`failed: ${cause.message}`, cause);
    }
    // Engines quote the text that is not JSON, which may be the key.
    if (memberOf(cause, "name") === "SyntaxError")
      return loadFailed(
        "failed with a SyntaxError, whose message may quote the key; return the secret as text, which is parsed as JSON here",
      );
    return loadFailed(
      cause === undefined
        ? "failed with undefined; throw an Error that says why"
        : "failed; see the cause of this error",
      cause,
    );
  } finally {
    clearTimeout(timer);
  }
}

function readLoadedValue(value: unknown): LoadedKeyValue {
  const options = typeof value === "string" ? parseSecret(value) : value;
  refuseResponse(options);
  if (typeTag(options) !== "Object")
    loadFailed(`returned ${describeType(options)}; return { keyPairId, privateKey }`);
  const names: readonly string[] = signerKeyNames;
  // A member whose name is like none that is known may be a passphrase or a key, so it is not shown.
  for (const name of Object.keys(options as object))
    if (!names.includes(name) && nearestName(name, names) === undefined)
      loadFailed(
        `returned an object with an unknown member, not shown because it may be secret; return only these: ${names.join(", ")}`,
      );
  return readOptions("load()", options as LoadedKeyValue, signerKeyNames);
}

/** Throws for a whole response of a place where keys are kept. */
function refuseResponse(value: unknown): void {
  if (memberOf(value, "SecretString") !== undefined)
    loadFailed("returned the response of Secrets Manager; return its SecretString");
  if (memberOf(value, "Parameter") !== undefined)
    loadFailed("returned the response of Parameter Store; return its Parameter.Value");
  if (typeof memberOf(value, "text") === "function")
    loadFailed("returned a Response; return its text: (await fetch(url)).text()");
}

const jsonShape = '{"keyPairId": "K…", "privateKey": "-----BEGIN …"}';

function parseSecret(text: string): unknown {
  if (text.trim() === "") return loadFailed("returned an empty text; check that the secret has a value");
  if (text.trimStart().startsWith("-----BEGIN"))
    return loadFailed("returned a PEM without its ID; return { keyPairId, privateKey: pem }");
  if (isKmsCiphertext(text)) return loadFailed(`returned text that is encrypted by AWS KMS; ${decryptIt}`);
  let secret: unknown;
  try {
    secret = JSON.parse(text);
  } catch {
    // The error of JSON.parse is dropped: it quotes the text.
    return loadFailed(`returned a text that is not JSON; return ${jsonShape}, or the object itself`);
  }
  return typeTag(secret) === "Object"
    ? secret
    : loadFailed(`returned JSON of ${describeType(secret)}; the secret has to be an object: ${jsonShape}`);
}

function loadFailed(problem: string, cause?: unknown): never {
  return fail("ERR_KEY_LOAD_FAILED", "load", problem, cause);
}
