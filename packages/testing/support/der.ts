/** Just enough DER to take keys apart and put them together wrongly, written apart from the library's own. */

export interface DerNode {
  tag: number;
  content: Uint8Array;
}

export function readAll(bytes: Uint8Array): DerNode[] {
  const nodes: DerNode[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? 0;
    at += 2;
    if (length > 0x7f) {
      const octets = length - 0x80;
      length = bytes.subarray(at, at + octets).reduce((sum, byte) => sum * 256 + byte, 0);
      at += octets;
    }
    nodes.push({ tag, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return nodes;
}

export function write(tag: number, ...parts: ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const content = parts.flatMap((part) => Array.from(part));
  const { length } = content;
  const header =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Uint8Array.from([tag, ...header, ...content]);
}

/** The nine numbers of an RSA key in PKCS#1, by the names of RFC 8017. */
export const rsaParts = ["version", "n", "e", "d", "p", "q", "dp", "dq", "qi"] as const;

/** The same RSA key with some numbers changed, in correct DER. */
export function changeRsa(
  pkcs1: Uint8Array,
  change: (name: (typeof rsaParts)[number], content: Uint8Array) => ArrayLike<number>,
): Uint8Array<ArrayBuffer> {
  const numbers = readAll(readAll(pkcs1)[0]?.content ?? new Uint8Array());
  return write(
    0x30,
    ...numbers.map(({ tag, content }, i) => write(tag, change(rsaParts[i] ?? "version", content))),
  );
}

const p256Oid = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];

/** A SEC1 key on P-256 of any scalar and point bytes. */
export function sec1(scalar: ArrayLike<number>, point?: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const publicPart = point ? write(0xa1, write(0x03, [0], point)) : [];
  return write(0x30, [2, 1, 1], write(0x04, scalar), write(0xa0, p256Oid), publicPart);
}

export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
