import type { Bytes } from "../encoding/bytes.ts";
import { fail } from "../errors.ts";
import { type HashAlgorithm, hashNames } from "../key/algorithm.ts";
import type { RemoteSigner, RemoteSignOptions } from "../key/remote-signer.ts";
import { returnedBytes, signatureOf } from "../key/returned-signature.ts";
import { subtleCrypto } from "../key/subtle-crypto.ts";
import type { AnyAbortSignal } from "../options/abort-signal.ts";
import type { RemotePublicKey } from "./public-key.ts";

/** What a remote key is made of. */
export interface RemoteKeyParts {
  readonly publicKey: RemotePublicKey;
  readonly hashAlgorithm: HashAlgorithm;
  readonly signal: AnyAbortSignal | undefined;
  /** Makes a signature in the form that CloudFront takes. `signal` ends this one. */
  readonly sign: (bytes: Bytes, signal: AnyAbortSignal | undefined) => Promise<Bytes>;
  /** The key that signs, in words, for a signature that is not valid with `publicKey`. */
  readonly signer: string;
  /** Prints the public key of that one as the base64 of its DER. */
  readonly printPublicKey?: string;
}

/**
 * A remote signer that returns no signature of another key or of other bytes. It checks each one: a signature
 * of another policy would open what that one covers, and a check takes less time than any call.
 */
export function checkedSigner(parts: RemoteKeyParts): RemoteSigner {
  const { publicKey, hashAlgorithm, signal, sign } = parts;
  let hasSigned = false;
  return Object.freeze({
    keyType: publicKey.keyType,
    hashAlgorithm,
    signal,
    sign: async (given: Uint8Array, options?: RemoteSignOptions): Promise<Uint8Array> => {
      const bytes = new Uint8Array(given);
      const signature = await sign(bytes, options?.signal);
      if (!(await publicKey.isSignatureValid(hashAlgorithm, signature, bytes))) {
        const isFirst = !hasSigned;
        const mistake = await describeMistake(publicKey, hashAlgorithm, signature, bytes);
        if (mistake === undefined && isFirst) return failSigning(describeOtherKey(parts), "publicKey");
        return failSigning(mistake ?? changedKey);
      }
      hasSigned = true;
      return signature;
    },
  });
}

/**
 * The signature that `sign` returned, in the form that CloudFront takes. It is a copy: what is checked is what
 * is used. `subject` says in messages where it stood: `returned`, `returned an answer whose Signature is`.
 */
export function readSignature(
  value: unknown,
  subject: string,
  { keyType, modulusLength = 0 }: RemotePublicKey,
): Bytes {
  const bytes = returnedBytes(value, subject, "sign");
  const rsaLength = Math.ceil(modulusLength / 8);
  const signature = signatureOf(keyType, bytes, rsaLength);
  if (signature) return new Uint8Array(signature);
  const form =
    keyType === "EC"
      ? "an EC key on P-256, are DER or the 64 bytes r‖s"
      : `an RSA key of ${modulusLength} bits, have ${rsaLength}`;
  return failSigning(
    `${subject} ${bytes.length} bytes, and signatures of publicKey, ${form}; pass the public key that belongs to the key that signs`,
  );
}

/** After a signature that was valid. */
const changedKey =
  "returned a signature of different bytes or by a different key, after a correct one; return the answer to this call, and after a key change, create a signer with the new publicKey";

function describeOtherKey({ signer, printPublicKey }: RemoteKeyParts): string {
  const problem = `is not the public key of ${signer}`;
  // As AWS KMS prints it: the body of the PEM in one line.
  const printThisKey = "openssl pkey -pubin -in public.pem -outform DER | openssl base64 -A";
  return printPublicKey === undefined
    ? `${problem}; compare it with the public key that the service shows: ${printThisKey}`
    : `${problem}; these two commands must print the same: ${printPublicKey}; ${printThisKey}`;
}

/**
 * Why the right key made a signature that is not valid, found by trying what functions often sign by mistake;
 * `undefined` for a signature of another key.
 */
async function describeMistake(
  publicKey: RemotePublicKey,
  hash: HashAlgorithm,
  signature: Bytes,
  bytes: Bytes,
): Promise<string | undefined> {
  const { isSignatureValid } = publicKey;
  const otherHash = hash === "SHA1" ? "SHA256" : "SHA1";
  if (await holds(async () => isSignatureValid(otherHash, signature, bytes)))
    return `signed with ${hashNames[otherHash]}; sign with ${hashNames[hash]}`;
  if (await holds(async () => isSignatureValid(hash, signature, await digest(hash, bytes))))
    return "hashed its input before signing, so it was hashed twice; pass the input on unchanged";
  if (await holds(async () => isPssSignatureValid(publicKey, signature, bytes)))
    return `signed with RSASSA-PSS; sign with RSASSA-PKCS1-v1_5 and ${hashNames[hash]}`;
  return undefined;
}

/** The hash of bytes, for a device or a service that does not hash them itself. */
export async function digest(hash: HashAlgorithm, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await subtleCrypto().digest(hashNames[hash], bytes));
}

/** A runtime may refuse SHA-1 or not know RSASSA-PSS: then it is not known. */
async function holds(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch {
    return false;
  }
}

/**
 * Whether it is RSASSA-PSS with SHA-256, the default of some services, with the salt as long as the hash or as
 * long as it can be (RFC 8017, section 9.1).
 */
async function isPssSignatureValid(
  { jwk, modulusLength = 0 }: RemotePublicKey,
  signature: Bytes,
  bytes: Bytes,
): Promise<boolean> {
  if (jwk === undefined) return false;
  const subtle = subtleCrypto();
  const algorithm = { name: "RSA-PSS", hash: "SHA-256" };
  const key = await subtle.importKey("jwk", jwk, algorithm, false, ["verify"]);
  const hashLength = 32;
  const longestSalt = Math.ceil((modulusLength - 1) / 8) - hashLength - 2;
  const isValid = (saltLength: number): Promise<boolean> =>
    subtle.verify({ name: "RSA-PSS", saltLength }, key, signature, bytes);
  return (await isValid(hashLength)) || isValid(longestSalt);
}

export function failSigning(problem: string, option = "sign"): never {
  return fail("ERR_SIGNING_FAILED", option, problem);
}
