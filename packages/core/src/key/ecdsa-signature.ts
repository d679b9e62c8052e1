/** The DER of an ECDSA signature, which CloudFront expects, from the 64 bytes r‖s of WebCrypto. */
export function ecdsaToDer(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(72);
  let length = 2;
  for (const end of [32, 64]) {
    let at = end - 32;
    // Without leading zeros, except for the one that keeps the number positive.
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

/** The 64 bytes r‖s of an ECDSA signature in DER; `undefined` for anything else, other encodings included. */
export function ecdsaFromDer(der: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const raw = new Uint8Array(64);
  let at = 2;
  for (const start of [0, 32]) {
    const length = der[at + 1] as number;
    // A leading zero is written only where the number would be negative without it.
    const zero = length > 1 && der[at + 2] === 0 ? 1 : 0;
    const digits = length - zero;
    if (der[at] !== 0x02 || !(digits > 0) || digits > 32 || (der[at + 2 + zero] as number) >> 7 !== zero)
      return undefined;
    at += 2 + length;
    for (let i = 1; i <= digits; i++) raw[start + 32 - i] = der[at - i] as number;
  }
  return der[0] === 0x30 && der[1] === at - 2 && der.length === at ? raw : undefined;
}
