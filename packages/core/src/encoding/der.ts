/** One ASN.1 value in DER: the tag byte and the content without its header. */
export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** The values that fill `bytes` exactly, one after the other; none when they do not (cut off, trailing bytes, not DER). */
export function readDer(bytes: Uint8Array = new Uint8Array()): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at++] as number;
    let length = bytes[at++] as number;
    if (length > 0x80) {
      const start = at;
      at += length - 0x80;
      length = bytes.subarray(start, at).reduce((sum, byte) => sum * 256 + byte, 0);
    }
    // Also when the length is not a number, since it was read past the end.
    if (!(at + length <= bytes.length)) return [];
    values.push({ tag, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return values;
}

/** The values inside the SEQUENCE that alone fills `bytes`, and their tags as text, by which structures are told apart. */
export function readSequence(bytes?: Uint8Array): [values: DerValue[], tags: string] {
  const [sequence, ...more] = readDer(bytes);
  const values = sequence?.tag === 0x30 && !more[0] ? readDer(sequence.content) : [];
  return [values, values.map(({ tag }) => tag.toString(16)).join()];
}

/** One DER value of less than 64 KiB: header, then the parts joined. */
export function der(tag: number, ...parts: ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const header = length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff];
  const out = new Uint8Array(header.length + length);
  let at = 0;
  for (const part of [header, ...parts]) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
