import { readDer } from "./der.ts";

/** The DER form of an ECDSA signature, which CloudFront expects, of the 64 bytes r‖s that WebCrypto makes. */
export function ecdsaToDer(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const [r, s] = [raw.subarray(0, 32), raw.subarray(32)];
  /** Where an INTEGER starts: behind the leading zeros, or one byte earlier when it would be negative without one. */
  const start = (number: Uint8Array): number => {
    let at = 0;
    while (number[at] === 0 && at < 31) at++;
    return (number[at] as number) > 0x7f ? at - 1 : at;
  };
  const length = 68 - start(r) - start(s);
  const out = new Uint8Array(length + 2);
  out[0] = 0x30;
  out[1] = length;
  let at = 2;
  for (const number of [r, s]) {
    let from = start(number);
    out[at++] = 0x02;
    out[at++] = 32 - from;
    // In front of the first byte is nothing, which a byte array keeps as zero.
    while (from < 32) out[at++] = number[from++] as number;
  }
  return out;
}

/** The 64 bytes r‖s of an ECDSA signature in DER; `undefined` when it is no such, or not the one DER that these numbers have. */
export function ecdsaFromDer(der: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const raw = new Uint8Array(64);
  // Longer ones are none, and not worth reading.
  const [shape, numbers] = readDer(der.subarray(0, 73));
  if (shape !== "<2,2>") return undefined;
  numbers.forEach((number, i) => {
    const digits = number.slice(-32);
    raw.set(digits, 32 + 32 * i - digits.length);
  });
  return `${ecdsaToDer(raw)}` === `${der}` ? raw : undefined;
}
