// A private key has no business here. It is recognised before anything is read, in every form in which people carry keys around.

/** PKCS#8, PKCS#1 and SEC1 start with a version number, which no public key does; this is how that looks in base64. */
const der =
  /(?:^|[^A-Za-z0-9+/])(?:MII[A-Za-z0-9+/]{2}[AQgw]IBA|MI[E-H][A-Za-z0-9+/]AgE[AB]|M[GH][A-Za-z0-9+/]CAQ[AE])/;
const base64OfPem = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{16,40}/;

/** @param {string} text as it was pasted */
export function holdsPrivateKey(text) {
  if (/BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|"d"\s*:\s*"/.test(text) || der.test(text)) return true;
  const [encoded = ""] = base64OfPem.exec(text) ?? [];
  return atob(encoded.slice(0, encoded.length - (encoded.length % 4))).includes("PRIVATE");
}
