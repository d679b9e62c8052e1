import { newRsaKey } from "./algorithm-identifier.ts";
import { unsupportedKey } from "./key-error.ts";

/** How an OpenSSH private key starts. Source: PROTOCOL.key of OpenSSH. */
const magic = "openssh-key-v1\0";

/**
 * The names of keys in OpenSSH that CloudFront takes once they are converted (RFC 4253 section 6.6, RFC 5656
 * section 6.2).
 */
const convertible = ["ssh-rsa", "ecdsa-sha2-nistp256"];
const others: Readonly<Record<string, string>> = {
  "ssh-ed25519": "for Ed25519",
  "ssh-dss": "for DSA",
  "ecdsa-sha2-nistp384": "on P-384",
  "ecdsa-sha2-nistp521": "on P-521",
  "sk-ssh-ed25519@openssh.com": "of a security key (FIDO)",
  "sk-ecdsa-sha2-nistp256@openssh.com": "of a security key (FIDO)",
};

export function isOpensshPrivateKey(bytes: Uint8Array): boolean {
  return (
    bytes.length >= magic.length &&
    Array.from(magic).every((character, i) => bytes[i] === character.charCodeAt(0))
  );
}

/**
 * The name of the algorithm in an OpenSSH private key, which stands in front even of an encrypted one; ""
 * when it is cut off.
 */
function opensshKeyName(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** Where the string at a place ends: its length is written in front of it. */
  const after = (at: number): number => (at + 4 <= bytes.length ? at + 4 + view.getUint32(at) : bytes.length);
  // The cipher, the key derivation and its options are strings, and behind them stands the number of keys.
  const publicKey = after(after(after(magic.length))) + 4;
  // The public key is a string that starts with its name, a string.
  const name = publicKey + 4;
  return new TextDecoder().decode(bytes.subarray(name + 4, after(name)));
}

export function refuseOpensshPrivateKey(bytes: Uint8Array, option: string): never {
  return refuseOpenssh(opensshKeyName(bytes), "convert it: ssh-keygen -p -m PKCS8 -f key.pem", option);
}

/** For a line as in authorized_keys, where a public key belongs. */
export function refuseOpensshPublicKey(line: string, option: string): never {
  const end = line.indexOf(" ");
  // A certificate holds the key that it is for (PROTOCOL.certkeys of OpenSSH).
  const name = (end < 0 ? line : line.slice(0, end)).replace("-cert-v01@openssh.com", "");
  return refuseOpenssh(name, "convert it: ssh-keygen -e -m PKCS8 -f key.pub > public.pem", option);
}

function refuseOpenssh(name: string, conversion: string, option: string): never {
  const kind = Object.hasOwn(others, name) ? others[name] : undefined;
  if (kind) return unsupportedKey(option, `an OpenSSH key ${kind}`, newRsaKey);
  const which = convertible.includes(name)
    ? "in OpenSSH's own format"
    : "in OpenSSH's own format, of an unknown algorithm";
  return unsupportedKey(option, `a key ${which}`, conversion);
}
