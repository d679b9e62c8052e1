// A private key has no business here. It is recognised before anything is read, in every form in which people carry keys around.

/** PKCS#8, PKCS#1 and SEC1 start with a version number, which no public key does; this is how that looks in base64. */
const der =
  /(?:^|[^A-Za-z0-9+/])(?:MII[A-Za-z0-9+/]{2}[AQgw]IBA|MI[E-H][A-Za-z0-9+/]AgE[AB]|M[GH][A-Za-z0-9+/]CAQ[AE])/;
const base64OfPem = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{16,40}/;

/** A PEM, a JWK (also inside JSON text), a file of PuTTY, and what `openssl pkey -text` prints. */
const words =
  /BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|\\{0,8}"d\\{0,8}"\s{0,8}:\s{0,8}\\{0,8}"|PuTTY-User-Key-File|^Private-Key:|privateExponent:|^priv:\s{0,8}[\da-f]{2}:/m;
/** A JWK as an object of a program. */
const member = /[{,\s]'?d'?\s{0,8}:\s{0,8}["'`][\w-]{20}/;
/** The same start as above, in hexadecimal digits. */
const hexadecimal = /^30(?:82[\da-f]{4}|81[\da-f]{2}|[0-7][\da-f])02010[0-3](?:30|04|02)[\da-f]{40}/i;

/** @param {string} text as it was pasted */
export function holdsPrivateKey(text) {
  if (words.test(text) || der.test(text)) return true;
  if (/\bkty\b/.test(text) && member.test(text)) return true;
  if (hexadecimal.test(text.slice(0, 500).replace(/[\s:]/g, ""))) return true;
  const [encoded = ""] = base64OfPem.exec(text) ?? [];
  return atob(encoded.slice(0, encoded.length - (encoded.length % 4))).includes("PRIVATE");
}
