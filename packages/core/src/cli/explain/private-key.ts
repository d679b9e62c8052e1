/**
 * The beginning of PKCS#8, PKCS#1 and SEC1 in base64: a version number, which no public key starts with
 * (RFC 5958, section 2; RFC 8017, appendix A.1.2; RFC 5915, section 3).
 */
const derOfPrivateKey =
  /(?:^|[^A-Za-z0-9+/])(?:MII[A-Za-z0-9+/]{2}[AQgw]IBA|MI[E-H][A-Za-z0-9+/]AgE[AB]|M[GH][A-Za-z0-9+/]CAQ[AE])/;
const labelOfPrivateKey = /BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY|"d"\s*:\s*"/;
const base64OfPem = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{16,40}/g;

/** Whether a text has a private key in it, in one of the forms in which people carry keys around. */
export function holdsPrivateKey(text: string): boolean {
  return (
    labelOfPrivateKey.test(text) ||
    derOfPrivateKey.test(text) ||
    (text.match(base64OfPem) ?? []).some((encoded) => labelOfPem(encoded).includes("PRIVATE"))
  );
}

function labelOfPem(encoded: string): string {
  return atob(encoded.slice(0, encoded.length - (encoded.length % 4)));
}
