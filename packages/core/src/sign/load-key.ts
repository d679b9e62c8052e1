import { CloudFrontSignError, fail, isOwnError } from "../errors.ts";
import type { PlatformAbortSignal } from "../options/abort-signal.ts";
import { nearestName } from "../options/nearest-name.ts";
import { readOptions } from "../options/read-options.ts";
import { memberOf } from "../options/read-properties.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import { prepareSignerKey, type SignerKey, type SignerKeyOptions, signerKeyNames } from "./signer-key.ts";

/** What `load` of {@link loadedKey} returns: ID and key of one version. */
export type LoadedKeyValue = SignerKeyOptions;

/** What a loader is given. */
export interface LoadContext {
  /** Aborted when the load has taken longer than `timeout`. */
  readonly signal: PlatformAbortSignal;
}

/** Returns ID and key together, also as JSON text, or a promise of them. */
export type LoadKey = (context: LoadContext) => LoadedKeyValue | string | Promise<LoadedKeyValue | string>;

/**
 * The key that `load` returns, imported; `last`, if it is the same, so that what was signed with it stays
 * remembered. Rejects with `ERR_KEY_LOAD_FAILED`. `timeout` is in seconds.
 */
export async function loadKey(
  load: LoadKey,
  timeout: number,
  last: SignerKey | undefined,
): Promise<SignerKey> {
  const value = await callLoader(load, timeout);
  try {
    const key = await prepareSignerKey(readLoadedValue(value))();
    if (last?.keyPairId === key.keyPairId && last.signingKey === key.signingKey) return last;
    await checkSigning(key);
    return key;
  } catch (cause) {
    if (!isOwnError(cause))
      return loadFailed("returned a key that cannot be read; see the cause of this error", cause);
    if (cause.code === "ERR_KEY_LOAD_FAILED") throw cause;
    return loadFailed(`returned a key that cannot be used: ${cause.message}`, cause);
  }
}

/** In FIPS mode a runtime imports a key for SHA-1, and refuses to sign with it: better now than later. */
async function checkSigning({ signingKey }: SignerKey): Promise<void> {
  // A signature of a remote signer may cost money.
  const isImported = "cryptoKey" in signingKey;
  if (isImported && signingKey.hashAlgorithm === "SHA1")
    await signingKey.sign(new Uint8Array(), "privateKey");
}

async function callLoader(load: LoadKey, timeout: number): Promise<unknown> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = loadError(
        `took longer than ${timeout} s; check whether the place of the key answers, or raise timeout`,
      );
      reject(error);
      controller.abort(error);
    }, timeout * 1000);
  });
  const { signal } = controller;
  try {
    return await Promise.race([(async () => load({ signal }))(), timedOut]);
  } catch (cause) {
    if (isOwnError(cause) && cause.code === "ERR_KEY_LOAD_FAILED") throw cause;
    return loaderFailed(cause);
  } finally {
    clearTimeout(timer);
  }
}

function loaderFailed(cause: unknown): never {
  // Engines quote the text that is no JSON, which may be the key.
  return memberOf(cause, "name") === "SyntaxError"
    ? loadFailed(
        "failed with a SyntaxError, whose message may quote the key; return the text of the secret itself, which is read as JSON here",
      )
    : loadFailed(
        cause === undefined
          ? "failed with undefined; throw an Error that says why"
          : "failed; see the cause of this error",
        cause,
      );
}

function readLoadedValue(value: unknown): LoadedKeyValue {
  const options = typeof value === "string" ? parseSecret(value) : value;
  const response = describeResponse(options);
  if (response !== undefined) loadFailed(response);
  if (typeTag(options) !== "Object")
    loadFailed(`returned ${describeType(options)}; return { keyPairId, privateKey }`);
  refuseForeignMember(options as object);
  return readOptions("load()", options as LoadedKeyValue, signerKeyNames);
}

/** A member whose name is like none that is known: it may be a passphrase or a key, so it is not shown. */
function refuseForeignMember(secret: object): void {
  const names: readonly string[] = signerKeyNames;
  for (const name of Object.keys(secret)) {
    if (!names.includes(name) && nearestName(name, names) === undefined)
      loadFailed(
        `returned an object with an unknown member, which is not shown since it may be secret; return these only: ${names.join(", ")}`,
      );
  }
}

/** What to return instead of a whole response of a place where keys are kept. */
function describeResponse(value: unknown): string | undefined {
  if (memberOf(value, "SecretString") !== undefined)
    return "returned the response of Secrets Manager; return its SecretString";
  if (memberOf(value, "Parameter") !== undefined)
    return "returned the response of Parameter Store; return its Parameter.Value";
  return typeof memberOf(value, "text") === "function"
    ? "returned a Response; return its text: (await fetch(url)).text()"
    : undefined;
}

const jsonShape = '{"keyPairId": "K…", "privateKey": "-----BEGIN …"}';

function parseSecret(text: string): unknown {
  if (text.trim() === "") return loadFailed("returned an empty text; check that the secret has a value");
  if (text.trimStart().startsWith("-----BEGIN"))
    return loadFailed("returned a PEM without its ID; return { keyPairId, privateKey: pem }");
  const secret = jsonValue(text);
  if (secret === undefined)
    return loadFailed(`returned a text that is no JSON; return ${jsonShape}, or the object itself`);
  return typeTag(secret) === "Object"
    ? secret
    : loadFailed(`returned JSON of ${describeType(secret)}; the secret has to be an object: ${jsonShape}`);
}

/** The value of a JSON text. The error of JSON.parse is dropped: it quotes the text. */
function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function loadError(problem: string, cause?: unknown): CloudFrontSignError {
  return new CloudFrontSignError("ERR_KEY_LOAD_FAILED", "load", problem, cause);
}

function loadFailed(problem: string, cause?: unknown): never {
  return fail("ERR_KEY_LOAD_FAILED", "load", problem, cause);
}
