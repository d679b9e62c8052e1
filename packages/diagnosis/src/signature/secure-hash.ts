/**
 * SHA-1 and SHA-256 without waiting. A search hashes thousands of short texts, and WebCrypto hands each of them to another
 * thread, which takes longer than the hash itself. Nothing here decides about access: it finds what was signed.
 *
 * Source: FIPS 180-4, sections 5 and 6.
 */

type Bytes = Uint8Array<ArrayBuffer>;

/** Changes the state by a block, whose sixteen words are at the start of the schedule. */
type Compression = (state: Int32Array, schedule: Int32Array) => void;

const blockLength = 64;

const sha1Start = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
const sha256Start = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
const sha256Constants = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
];

/** The SHA-1 of bytes. */
export const sha1 = (bytes: Bytes): Bytes => hash(bytes, sha1Start, compressSha1);

/** The SHA-256 of bytes. */
export const sha256 = (bytes: Bytes): Bytes => hash(bytes, sha256Start, compressSha256);

function hash(bytes: Bytes, start: readonly number[], compress: Compression): Bytes {
  // A bit that is 1 and the number of bits, in 8 bytes, follow the message.
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / blockLength) * blockLength);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(message.length - 8, bytes.length / 2 ** 29);
  view.setUint32(message.length - 4, bytes.length * 8);
  const state = Int32Array.from(start);
  const schedule = new Int32Array(80);
  for (let block = 0; block < message.length; block += blockLength) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getInt32(block + 4 * i);
    compress(state, schedule);
  }
  const digest = new DataView(new ArrayBuffer(4 * state.length));
  for (const [i, value] of state.entries()) digest.setInt32(4 * i, value);
  return new Uint8Array(digest.buffer);
}

const word = (words: ArrayLike<number>, i: number): number => words[i] as number;
const rotateLeft = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));
const rotateRight = (value: number, bits: number): number => (value >>> bits) | (value << (32 - bits));

function compressSha1(state: Int32Array, schedule: Int32Array): void {
  for (let i = 16; i < 80; i++)
    schedule[i] = rotateLeft(
      word(schedule, i - 3) ^ word(schedule, i - 8) ^ word(schedule, i - 14) ^ word(schedule, i - 16),
      1,
    );
  let a = word(state, 0);
  let b = word(state, 1);
  let c = word(state, 2);
  let d = word(state, 3);
  let e = word(state, 4);
  for (let i = 0; i < 80; i++) {
    const choice = (b & c) | (~b & d);
    const parity = b ^ c ^ d;
    const majority = (b & c) | (b & d) | (c & d);
    const mixed =
      i < 20
        ? choice + 0x5a827999
        : i < 40
          ? parity + 0x6ed9eba1
          : i < 60
            ? majority + 0x8f1bbcdc
            : parity + 0xca62c1d6;
    const next = (rotateLeft(a, 5) + mixed + e + word(schedule, i)) | 0;
    e = d;
    d = c;
    c = rotateLeft(b, 30);
    b = a;
    a = next;
  }
  add(state, [a, b, c, d, e]);
}

function compressSha256(state: Int32Array, schedule: Int32Array): void {
  for (let i = 16; i < 64; i++) {
    const [near, far] = [word(schedule, i - 2), word(schedule, i - 15)];
    schedule[i] =
      (rotateRight(near, 17) ^ rotateRight(near, 19) ^ (near >>> 10)) +
      word(schedule, i - 7) +
      (rotateRight(far, 7) ^ rotateRight(far, 18) ^ (far >>> 3)) +
      word(schedule, i - 16);
  }
  let a = word(state, 0);
  let b = word(state, 1);
  let c = word(state, 2);
  let d = word(state, 3);
  let e = word(state, 4);
  let f = word(state, 5);
  let g = word(state, 6);
  let h = word(state, 7);
  for (let i = 0; i < 64; i++) {
    const first =
      h +
      (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
      ((e & f) ^ (~e & g)) +
      word(sha256Constants, i) +
      word(schedule, i);
    const second =
      (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  add(state, [a, b, c, d, e, f, g, h]);
}

function add(state: Int32Array, values: readonly number[]): void {
  values.forEach((value, i) => {
    state[i] = word(state, i) + value;
  });
}
