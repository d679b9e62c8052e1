import { fromBigInt, toBigInt } from "../encoding/integer.ts";
import { ecdsaFromDer, ecdsaToDer } from "./ecdsa-signature.ts";
import { invalidKey, named } from "./key-error.ts";

/**
 * The curve P-256, y² = x³ - 3x + b over the integers modulo p (SEC 2 section 2.4.2, NIST SP 800-186 section 3.2.1.3).
 */
const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Bytes of one coordinate. */
export const coordinateLength = 32;

/**
 * A public point in its uncompressed form of 65 bytes; throws unless it is on P-256. Not every runtime reads
 * compressed points, and not every runtime checks that a point is on the curve.
 *
 * For public numbers only: the time that BigInt takes depends on the numbers, and would reveal a private key.
 *
 * Source: SEC 1 section 2.3.4.
 */
export function readP256Point(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const [form] = bytes;
  const coordinates = bytes.subarray(1);
  if (form === 4 && coordinates.length === 2 * coordinateLength) {
    const x = toBigInt(coordinates.subarray(0, coordinateLength));
    const y = toBigInt(coordinates.subarray(coordinateLength));
    if (x >= p || y >= p || (y * y) % p !== curveEquation(x)) refusePoint();
    return new Uint8Array(bytes);
  }
  if ((form === 2 || form === 3) && coordinates.length === coordinateLength)
    return decompress(coordinates, form === 3);
  return refusePoint();
}

function decompress(coordinate: Uint8Array, isOdd: boolean): Uint8Array<ArrayBuffer> {
  const x = toBigInt(coordinate);
  const square = curveEquation(x);
  // p is 3 modulo 4, so this power is a square root if there is one.
  const root = power(square, (p + 1n) / 4n);
  if (x >= p || (root * root) % p !== square) refusePoint();
  const y = ((root & 1n) === 1n) === isOdd ? root : p - root;
  return Uint8Array.of(4, ...coordinate, ...fromBigInt(y, coordinateLength));
}

/** x³ - 3x + b modulo p. */
function curveEquation(x: bigint): bigint {
  return (x * x * x + (p - 3n) * x + b) % p;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % p;
    square = (square * square) % p;
  }
  return result;
}

/** For a key whose public half is corrupted. */
export function refusePoint(): never {
  return invalidKey(
    "holds a public point that is not on P-256, or two that differ; copy the whole file again",
  );
}

/** Readers of public points, and of signatures in DER and as r‖s. */
export const p256: {
  readonly readPoint: (bytes: Uint8Array, option: string) => Uint8Array<ArrayBuffer>;
  readonly signatureFromDer: typeof ecdsaFromDer;
  readonly signatureToDer: typeof ecdsaToDer;
} = {
  readPoint: (bytes, option) => named(option, () => readP256Point(bytes)),
  signatureFromDer: ecdsaFromDer,
  signatureToDer: ecdsaToDer,
};
