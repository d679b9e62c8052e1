/** Tags of the DER values in keys (X.680 section 8.6). */
export const derTags = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  sequence: 0x30,
} as const;

/** In bytes. Object identifiers of algorithms and curves have 3 to 11. */
const maxObjectIdentifierLength = 20;

/** One value of DER. */
export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
}

/**
 * Thrown for bytes that are not DER (X.690), not the value that belongs there, or a number that belongs to no key. It has
 * no message, because the bytes may be secret.
 */
export class DerError extends Error {
  override readonly name = "DerError";
}

/** The tag of `[number] EXPLICIT`, and of `[number] IMPLICIT` around a constructed value. */
export function constructedTag(number: number): number {
  return 0xa0 | number;
}

/** The tag of `[number] IMPLICIT` around a primitive value. */
export function primitiveTag(number: number): number {
  return 0x80 | number;
}

/** The consecutive values in `bytes`. Nested values are read by another call. */
function readDerValues(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] as number;
    // A tag of more than one byte. No key has one.
    if ((tag & 0x1f) === 0x1f) throw new DerError();
    const [length, start] = readLength(bytes, at + 1);
    at = start + length;
    if (at > bytes.length) throw new DerError();
    values.push({ tag, content: bytes.subarray(start, at) });
  }
  return values;
}

/**
 * A length and the position where its content starts. In DER it is definite and in its shortest form (X.690
 * section 10.1).
 */
function readLength(bytes: Uint8Array, at: number): [length: number, start: number] {
  const first = bytes[at];
  if (first === undefined) throw new DerError();
  if (first < 0x80) return [first, at + 1];
  const start = at + 1 + (first - 0x80);
  // 0x80 is the indefinite length of BER. A length in four or more bytes is 16 MB or more.
  if (first === 0x80 || first > 0x83 || start > bytes.length) throw new DerError();
  const octets = bytes.subarray(at + 1, start);
  const length = numberOf(octets);
  if (octets[0] === 0 || length < 0x80) throw new DerError();
  return [length, start];
}

function numberOf(octets: Uint8Array): number {
  return octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** The content of a value; throws unless the value has this tag. */
function readContent(value: DerValue | undefined, tag: number): Uint8Array {
  if (value?.tag !== tag) throw new DerError();
  return value.content;
}

/** Whether the bytes are a SEQUENCE of less than 128 bytes, whole. Its members are not read. */
export function isDerSequence({ 0: tag, 1: rest, length }: Uint8Array): boolean {
  return tag === derTags.sequence && rest === length - 2;
}

/** The members of a SEQUENCE, which is all that `bytes` hold. */
export function readDerSequence(bytes: Uint8Array): DerValue[] {
  const [value, ...more] = readDerValues(bytes);
  if (more.length > 0) throw new DerError();
  return readSequence(value);
}

/** The members of a SEQUENCE. */
export function readSequence(value: DerValue | undefined): DerValue[] {
  return readDerValues(readContent(value, derTags.sequence));
}

/** Removes the first of `members` if it has this tag: reads an OPTIONAL member. */
export function takeOptional(members: DerValue[], tag: number): DerValue | undefined {
  return members[0]?.tag === tag ? members.shift() : undefined;
}

/** The value inside `[number] EXPLICIT`. */
export function readExplicit(value: DerValue): DerValue {
  const [inner, ...more] = readDerValues(value.content);
  if (!inner || more.length > 0) throw new DerError();
  return inner;
}

/** The big-endian bytes of an INTEGER that is not negative, without leading zeros: none for 0. */
export function readInteger(value: DerValue | undefined): Uint8Array {
  const content = readContent(value, derTags.integer);
  const [first, second] = content;
  if (first === undefined || first > 0x7f) throw new DerError();
  if (first > 0) return content;
  // A leading zero is written only where the number would be negative without it (X.690 section 8.3.2).
  if (second !== undefined && second < 0x80) throw new DerError();
  return content.subarray(1);
}

/** An INTEGER that is not negative and counts something; about as large for one that no count reaches. */
export function readCount(value: DerValue | undefined): number {
  return numberOf(readInteger(value));
}

export function readOctetString(value: DerValue | undefined): Uint8Array {
  return readContent(value, derTags.octetString);
}

/** The bytes of a BIT STRING of whole bytes; `tag` is for one that is `[number] IMPLICIT`. */
export function readBitString(value: DerValue | undefined, tag: number = derTags.bitString): Uint8Array {
  const content = readContent(value, tag);
  // The first byte is the number of unused bits in the last byte.
  if (content[0] !== 0) throw new DerError();
  return content.subarray(1);
}

/** An OBJECT IDENTIFIER in dotted form, as in specifications. For comparison only, not for messages. */
export function readObjectIdentifier(value: DerValue | undefined): string {
  const content = readContent(value, derTags.objectIdentifier);
  const last = content.at(-1);
  if (last === undefined || last > 0x7f || content.length > maxObjectIdentifierLength) throw new DerError();
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    // An arc that starts with zero bits is not in its shortest form.
    if (arc === 0 && byte === 0x80) throw new DerError();
    arc = arc * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [head = 0, ...tail] = arcs;
  const root = Math.min(Math.floor(head / 40), 2);
  return [root, head - root * 40, ...tail].join(".");
}

/** Readers of DER (X.690). */
export const der: {
  readonly tags: typeof derTags;
  readonly isDerSequence: typeof isDerSequence;
  readonly readDerSequence: typeof readDerSequence;
  readonly readSequence: typeof readSequence;
  readonly readObjectIdentifier: typeof readObjectIdentifier;
  readonly readOctetString: typeof readOctetString;
  readonly DerError: typeof DerError;
} = {
  tags: derTags,
  isDerSequence,
  readDerSequence,
  readSequence,
  readObjectIdentifier,
  readOctetString,
  DerError,
};
