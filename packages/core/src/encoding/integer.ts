/** The big-endian bytes of a number, without leading zeros. */
export function magnitude(number: Uint8Array): Uint8Array {
  let at = 0;
  while (number[at] === 0) at++;
  return number.subarray(at);
}

/** The number of bits that a number needs. */
export function bitLength(number: Uint8Array): number {
  const digits = magnitude(number);
  const [first] = digits;
  return first === undefined ? 0 : digits.length * 8 - (Math.clz32(first) - 24);
}

/** The number of big-endian bytes. Eight bytes at a time, which is many times faster than hexadecimal text. */
export function toBigInt(bytes: Uint8Array): bigint {
  const { length } = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let number = 0n;
  let at = 0;
  while (at < length % 8) number = (number << 8n) | BigInt(bytes[at++] as number);
  for (; at < length; at += 8) number = (number << 64n) | view.getBigUint64(at);
  return number;
}

/** The `length` big-endian bytes of a number, which must fit into them. */
export function fromBigInt(number: bigint, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let rest = number;
  for (let at = length - 1; at >= 0; at--) {
    bytes[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}
