import { oidName } from "./oid.ts";

/**
 * The shape of DER as text, by which structures are told apart, and the contents of its primitive values in their order.
 *
 * The shape has a tag in hexadecimal for each value, a name for an object identifier, and `<…>` around what is inside a constructed value
 * (a SEQUENCE is nothing but these): `<2,<RSA,5>,4>` is PKCS#8. It ends in `?` where bytes are cut off or no DER.
 */
export function readDer(bytes: Uint8Array = new Uint8Array(), contents: Uint8Array[] = []): [shape: string, contents: Uint8Array[]] {
  const shape: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at++] as number;
    let length = bytes[at++] as number;
    if (length > 0x80) {
      const start = at;
      at += length - 0x80;
      length = bytes.subarray(start, at).reduce((sum, byte) => sum * 256 + byte, 0);
    }
    // Also when the length is not a number, since it was read past the end. No key is as long as the limit; what is could be nested deeper
    // than the stack.
    if (!(at + length <= bytes.length && length < 1e4)) return ["?", contents];
    const content = bytes.subarray(at, at + length);
    at += length;
    const hex = tag.toString(16);
    if (tag & 0x20) {
      shape.push(`${hex.replace("30", "")}<${readDer(content, contents)[0]}>`);
    } else {
      contents.push(content);
      shape.push(tag === 0x06 ? oidName(content) : hex);
    }
  }
  return [shape.join(), contents];
}

/** One DER value of less than 64 KiB: header, then the parts joined. */
export function der(tag: number, ...parts: ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const header = [tag, ...(length < 0x80 ? [] : length < 0x100 ? [0x81] : [0x82, length >> 8]), length & 0xff];
  const out = new Uint8Array(header.length + length);
  let at = 0;
  for (const part of [header, ...parts]) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
