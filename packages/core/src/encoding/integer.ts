/** A number without leading zeros. */
export function magnitude(number: Uint8Array): Uint8Array {
  return number.subarray(number.findIndex(Boolean));
}

/** The number that big-endian bytes make; eight of them at a time, which is many times as fast as by hexadecimal text. */
export function toBigInt(bytes: Uint8Array): bigint {
  const { length } = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let number = 0n;
  let at = 0;
  while (at < length % 8) number = (number << 8n) | BigInt(bytes[at++] as number);
  for (; at < length; at += 8) number = (number << 64n) | view.getBigUint64(at);
  return number;
}
