import {
  constructedTag,
  DerError,
  type DerValue,
  derTags,
  readBitString,
  readExplicit,
  readInteger,
  readOctetString,
  takeOptional,
  writeDer,
} from "../encoding/der.ts";
import { magnitude } from "../encoding/integer.ts";
import { corruptPrivateKey, invalidKey } from "./key-error.ts";
import { coordinateLength, readP256Point } from "./p256-point.ts";

/** ECPrivateKey (SEC1, RFC 5915 section 3). */
export interface EcPrivateKey {
  readonly privateKey: Uint8Array;
  readonly parameters: DerValue | undefined;
  readonly publicKey: Uint8Array | undefined;
}

/** A key on P-256 that can be imported. As PKCS#8, because a JWK needs the public point. */
export interface PlainEcKey {
  readonly keyType: "EC";
  /** The same text for every format of the same key; as secret as the key. */
  readonly canonicalForm: string;
  readonly format: "pkcs8";
  readonly data: Uint8Array<ArrayBuffer>;
  /** The public point, uncompressed, if the key holds it. */
  readonly point: Uint8Array<ArrayBuffer> | undefined;
}

/** Reads the members of an ECPrivateKey. */
export function readEcPrivateKey([version, privateKey, ...optional]: readonly DerValue[]): EcPrivateKey {
  const [major] = readInteger(version);
  const parameters = takeOptional(optional, constructedTag(0));
  const publicKey = takeOptional(optional, constructedTag(1));
  if (major !== 1 || optional.length > 0) throw new DerError();
  return {
    privateKey: readOctetString(privateKey),
    parameters: parameters && readExplicit(parameters),
    publicKey: publicKey && readBitString(readExplicit(publicKey)),
  };
}

/**
 * A key on P-256 from its scalar and every public point that the file holds. `importPrivateKey` checks whether
 * scalar and point belong together.
 */
export function plainEcKey(
  privateKey: Uint8Array,
  publicKeys: readonly (Uint8Array | undefined)[],
  option: string,
): PlainEcKey {
  const scalar = paddedScalar(privateKey, option);
  const [point, ...others] = publicKeys.flatMap((publicKey) =>
    publicKey ? [readP256Point(publicKey, option)] : [],
  );
  if (others.some((other) => other.join() !== point?.join()))
    invalidKey(option, "holds two public points that differ; copy the whole file again");
  return { keyType: "EC", canonicalForm: scalar.join(), format: "pkcs8", data: pkcs8(scalar, point), point };
}

/** Some encoders drop leading zeros or add one; the formats require 32 bytes. */
function paddedScalar(privateKey: Uint8Array, option: string): Uint8Array<ArrayBuffer> {
  const digits = magnitude(privateKey);
  if (digits.length === 0 || digits.length > coordinateLength) invalidKey(option, corruptPrivateKey);
  const scalar = new Uint8Array(coordinateLength);
  scalar.set(digits, coordinateLength - digits.length);
  return scalar;
}

/** PKCS#8 (RFC 5208) around SEC1 (RFC 5915). */
function pkcs8(scalar: Uint8Array, point: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  const { integer, bitString, octetString, objectIdentifier, sequence } = derTags;
  const publicKey = point ? writeDer(constructedTag(1), writeDer(bitString, [0], point)) : [];
  const ecPrivateKey = writeDer(sequence, writeDer(integer, [1]), writeDer(octetString, scalar), publicKey);
  const algorithm = writeDer(
    sequence,
    // id-ecPublicKey and prime256v1 (RFC 5480).
    writeDer(objectIdentifier, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]),
    writeDer(objectIdentifier, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]),
  );
  return writeDer(sequence, writeDer(integer, [0]), algorithm, writeDer(octetString, ecPrivateKey));
}
