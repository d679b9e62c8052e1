/** What a signature of this size, and with this beginning, is. */
export function signatureKind({ 0: first, 1: rest, length }: Uint8Array): string {
  if (length === 64) return "P-256 raw, not DER";
  if (length < 73) return first === 0x30 && rest === length - 2 ? "P-256" : "unknown";
  return length % 64 ? "unknown" : `RSA ${length * 8}`;
}
