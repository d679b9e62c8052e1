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
