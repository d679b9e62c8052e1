/** The DER form of an ECDSA signature, which CloudFront expects, of the 64 bytes r‖s that WebCrypto makes. */
export function ecdsaToDer(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  /** Where an INTEGER starts: behind its leading zeros, or one byte earlier, at a zero, when it would be negative without. */
  const start = (from: number): number => {
    let at = from;
    while (raw[at] === 0 && at < from + 31) at++;
    return (raw[at] as number) > 0x7f ? at - 1 : at;
  };
  const [r, s] = [start(0), start(32)];
  const out = new Uint8Array(102 - r - s);
  out.set([0x30, 100 - r - s, 0x02, 32 - r]);
  // From the right: a byte in front of the numbers themselves stays zero.
  out.set(raw.subarray(Math.max(r, 0), 32), 4 - Math.min(r, 0));
  out.set([0x02, 64 - s], 36 - r);
  out.set(raw.subarray(Math.max(s, 32)), 38 - r + Math.max(32 - s, 0));
  return out;
}
