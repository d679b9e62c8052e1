import { readDer } from "./der.ts";

/** The DER form of an ECDSA signature, which CloudFront expects, of the 64 bytes r‖s that WebCrypto makes. */
export function ecdsaToDer(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(72);
  let length = 2;
  for (const end of [32, 64]) {
    let at = end - 32;
    // Without leading zeros, but for the one that keeps it positive.
    while (raw[at] === 0 && at < end - 1) at++;
    const zero = (raw[at] as number) > 0x7f ? 1 : 0;
    out[length] = 0x02;
    out[length + 1] = end - at + zero;
    length += 2 + zero;
    while (at < end) out[length++] = raw[at++] as number;
  }
  out[0] = 0x30;
  out[1] = length - 2;
  return out.subarray(0, length);
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
  const only = ecdsaToDer(raw);
  return only.length === der.length && only.every((byte, i) => byte === der[i]) ? raw : undefined;
}
