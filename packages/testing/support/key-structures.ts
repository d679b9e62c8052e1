import { hexToBytes, write } from "./der.ts";

/** Structures around keys of any algorithm. What is inside of them is not a key. */

export const sequence = (...parts: ArrayLike<number>[]) => write(0x30, ...parts);
export const oid = (hex: string) => write(0x06, hexToBytes(hex));
export const nil = [5, 0];
export const unknownOid = oid("2a0304");
const octets = write(0x04, new Uint8Array(32).fill(7));

export const pkcs8 = (algorithm: Uint8Array) => sequence([2, 1, 0], algorithm, write(0x04, octets));
export const spki = (algorithm: Uint8Array) => sequence(algorithm, write(0x03, [0], octets));
export const onCurve = (curve: Uint8Array) => sequence(oid("2a8648ce3d0201"), curve);

/** An encrypted key of any scheme. */
const encrypted = (scheme: Uint8Array) => sequence(scheme, write(0x04, new Uint8Array(32)));
export const pbkdf2 = (prf: ArrayLike<number> = [], ...more: ArrayLike<number>[]) =>
  sequence(oid("2a864886f70d01050c"), sequence(write(0x04, new Uint8Array(8)), [2, 2, 8, 0], ...more, prf));
const aes256 = sequence(oid("60864801650304012a"), write(0x04, new Uint8Array(16)));
export const pbes2 = (derivation: Uint8Array, cipher: Uint8Array = aes256) =>
  encrypted(sequence(oid("2a864886f70d01050d"), sequence(derivation, cipher)));
/** PBES2 whose PBKDF2 states 0 iterations. */
export const noIterations = pbes2(
  sequence(oid("2a864886f70d01050c"), sequence(write(0x04, new Uint8Array(8)), [2, 1, 0])),
);

/** An OpenSSH private key; the name of its algorithm is not encrypted. */
export function opensshKey(name: string): Uint8Array<ArrayBuffer> {
  const string = (bytes: ArrayLike<number>) => [0, 0, 0, bytes.length, ...Array.from(bytes)];
  const ascii = (text: string) => new TextEncoder().encode(text);
  const publicKey = string([...string(ascii(name)), ...string(new Uint8Array(32))]);
  return Uint8Array.from([
    ...ascii("openssh-key-v1\0"),
    ...string(ascii("none")),
    ...string(ascii("none")),
    ...string([]),
    ...[0, 0, 0, 1],
    ...publicKey,
  ]);
}
