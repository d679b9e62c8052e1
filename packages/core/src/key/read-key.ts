import { decodeBase64 } from "../encoding/base64.ts";
import { DerError, type DerValue, derTags, readDerSequence } from "../encoding/der.ts";
import type { CloudFrontSignErrorCode } from "../errors.ts";
import type { ImportUse, ReadKey } from "./crypto-key.ts";
import { copyJwk, type Jwk } from "./jwk.ts";
import { invalidKey, KeyFault, unsupportedKey } from "./key-error.ts";
import { exportDer } from "./key-object.ts";
import type { CallersKey, KeySource } from "./key-source.ts";
import { refuseText } from "./not-a-key.ts";
import { decodePemBlock, type PemBlock, readPemBlocks } from "./pem.ts";

/**
 * Structures of DER by the tags of their members: INTEGER, BIT STRING, OCTET STRING, SEQUENCE, any other. The first that
 * fits.
 */
const structures: readonly (readonly [name: string, tags: RegExp])[] = [
  ["SubjectPublicKeyInfo", /^S0?B/],
  ["EncryptedPrivateKeyInfo", /^S0?O/],
  // What is signed of a request (RFC 2986) starts with its version, INTEGER 0; a certificate (RFC 5280) does not.
  ["CertificationRequest", /^S0SB/],
  ["Certificate", /^SSB/],
  ["PrivateKeyInfo", /^ISO/],
  ["PFX", /^IS/],
  ["ECPrivateKey", /^IO/],
  ["RSAPublicKey", /^II$/],
  // The public half, p, q and g: OpenSSL's own form, up to version 1.0.
  ["DSAPublicKey", /^I{4}$/],
  // Version, p, q, g, public and private key: a format of OpenSSL's own.
  ["DSAPrivateKey", /^I{6}$/],
  ["RSAPrivateKey", /^I[^I]*(?:I[^I]*){8}$/],
];

/** What a structure holds, if not a private key. */
const holdings: Readonly<Record<string, string>> = {
  SubjectPublicKeyInfo: "a public key",
  CertificationRequest: "a certificate request",
  Certificate: "a certificate",
  PFX: "a PKCS#12 file",
  RSAPublicKey: "a public key",
  DSAPublicKey: "a public key",
};

/** How the labels of PEM blocks end (RFC 7468 section 4): what the blocks hold, in lower case. */
const labelEnd = /(?:OPENSSH )?PRIVATE KEY$|PUBLIC KEY$|CERTIFICATE(?: REQUEST)?$/;

/** How one half of a key pair is read, and what is said of everything else. */
export interface KeyReader<Key extends ReadKey> extends ImportUse {
  readonly type: "private" | "public";
  /** How the labels of its PEM blocks end. */
  readonly label: string;
  /** The format in which a `KeyObject` exports it. */
  readonly format: "pkcs8" | "spki";
  /** Reads the members of each structure that has such a key in it. */
  readonly structures: Readonly<Record<string, (members: readonly DerValue[]) => Key>>;
  readonly readJwk: (jwk: Jwk) => Key;
  /** What is wrong with a text that names such a key instead of holding it. */
  readonly referenceProblem?: (text: string) => string | undefined;
  /** Throws for a PEM block that cannot be decoded. */
  readonly checkBlock?: (block: PemBlock) => void;
  /** The code for what is not such a key, and the steps from there to one. */
  readonly otherCode: CloudFrontSignErrorCode;
  readonly steps: Readonly<Record<string, string>>;
}

/**
 * Reads a key in any form; throws for anything else and names it: PEM with anything around it (quotes, comments,
 * other blocks, `\n` as two characters, any line breaks), base64 of a PEM, DER as bytes or base64, a JWK as an object
 * or JSON text, a `CryptoKey`, a `KeyObject`.
 */
export function readKey<Key extends ReadKey>(source: KeySource, reader: KeyReader<Key>): Key | CallersKey {
  try {
    switch (source.kind) {
      case "text":
        return readText(source.text, reader);
      case "bytes":
        return readBytes(source.bytes, reader) ?? readText(new TextDecoder().decode(source.bytes), reader);
      case "JWK":
        return reader.readJwk(source.jwk);
      case "KeyObject":
        if (source.type !== reader.type) refuseKeyObject(source.type, reader);
        return readDer(exportDer(source, reader.format), reader);
      case "CryptoKey":
        return source;
    }
  } catch (error) {
    throw error instanceof DerError ? new KeyFault("ERR_KEY_INVALID", reader.corrupt) : error;
  }
}

/** For what holds no such key. */
function refuseHolding(holding: string, reader: KeyReader<ReadKey>): never {
  const step = reader.steps[holding] ?? `pass the ${reader.type} key that belongs to it`;
  if (holding === `an OpenSSH ${reader.type} key`) return unsupportedKey(holding, step);
  // The key in a PKCS#12 file is a private one.
  const code =
    reader.type === "private" && holding === "a PKCS#12 file" ? "ERR_KEY_INVALID" : reader.otherCode;
  throw new KeyFault(code, `is ${holding}; ${step}`);
}

function refuseKeyObject(type: string, reader: KeyReader<ReadKey>): never {
  return type === "private" || type === "public"
    ? refuseHolding(`a ${type} KeyObject`, reader)
    : unsupportedKey("a KeyObject that is neither private nor public", `pass a ${reader.type} one`);
}

function readText<Key extends ReadKey>(source: string, reader: KeyReader<Key>): Key {
  const text = source.trim();
  if (text.startsWith("-----BEGIN%20") || /^%2D%2D%2D/i.test(text))
    invalidKey("is a percent-encoded PEM; decode it: decodeURIComponent(text)");
  const key = readPlainText(text, reader);
  if (key) return key;
  const problem = reader.referenceProblem?.(text);
  if (problem !== undefined) invalidKey(problem);
  // Base64, once or more often. Each decoding leaves a quarter less, so that this ends.
  for (let encoded = text; ; ) {
    const bytes = decodeBase64(encoded.replace(/\\[nr]|["'\\]/g, ""));
    if (!bytes?.length) return refuseText(text);
    encoded = new TextDecoder().decode(bytes).trim();
    const decoded = readBytes(bytes, reader) ?? readPlainText(encoded, reader);
    if (decoded) return decoded;
  }
}

/** The key of a PEM, a line of OpenSSH or the JSON of a JWK; `undefined` for any other text. */
function readPlainText<Key extends ReadKey>(text: string, reader: KeyReader<Key>): Key | undefined {
  // Line breaks that were escaped, once or more often. No backslash is part of a key.
  const blocks = readPemBlocks(text.replace(/\\[nr]/g, "\n").replaceAll("\\", ""));
  if (blocks.length > 0) return readBlocks(blocks, reader);
  if (/^(ssh|ecdsa|sk)-/.test(text)) refuseHolding("an OpenSSH public key", reader);
  return text.startsWith("{") ? reader.readJwk(copyJwk(parseJson(text))) : undefined;
}

/** The key of a PEM, which may hold several copies of it, and blocks of other labels. */
function readBlocks<Key extends ReadKey>(blocks: readonly PemBlock[], reader: KeyReader<Key>): Key {
  const keys = blocks
    .filter(({ label }) => label.endsWith(reader.label))
    .map((block) => {
      const isOpenSsh = block.label === "OPENSSH PRIVATE KEY";
      if (!isOpenSsh) reader.checkBlock?.(block);
      const der = decodePemBlock(block);
      return isOpenSsh ? refuseHolding("an OpenSSH private key", reader) : readDer(der, reader);
    });
  // Prefer a copy that holds the public point as well.
  // Not keys[0]: of an empty list it is what others may have given to every object.
  const [first] = keys;
  const [key = first, ...others] = keys.filter(({ point }) => point);
  if (!key) {
    const [end] = blocks.flatMap(({ label }) => labelEnd.exec(label) ?? []);
    if (end === "OPENSSH PRIVATE KEY") return refuseHolding("an OpenSSH private key", reader);
    return refuseHolding(end === undefined ? "a PEM without a key in it" : `a ${end.toLowerCase()}`, reader);
  }
  const isOther = others.some(({ point }) => point?.join() !== key.point?.join());
  if (isOther || keys.some(({ canonicalForm }) => canonicalForm !== key.canonicalForm))
    invalidKey("contains several different keys; pass one");
  return key;
}

/** DER starts with a SEQUENCE; a PEM, a comment before it or a byte order mark does not. */
function readBytes<Key extends ReadKey>(bytes: Uint8Array, reader: KeyReader<Key>): Key | undefined {
  if (bytes[0] === derTags.sequence) return readDer(bytes, reader);
  // The first bytes of an OpenSSH private key. Source: PROTOCOL.key of OpenSSH.
  return String.fromCharCode(...bytes.subarray(0, 15)) === "openssh-key-v1\0"
    ? refuseHolding("an OpenSSH private key", reader)
    : undefined;
}

function readDer<Key extends ReadKey>(der: Uint8Array, reader: KeyReader<Key>): Key {
  const members = readDerSequence(der);
  const tags = members.map(letterOf).join("");
  // PEM labels are unreliable, and DER bytes have none.
  for (const [name, form] of structures)
    if (form.test(tags))
      return reader.structures[name]?.(members) ?? refuseHolding(holdings[name] ?? "a private key", reader);
  throw new DerError();
}

/** A member in the table of structures; "S0" for a first one that starts with INTEGER 0. */
function letterOf({ tag, content }: DerValue, at: number): string {
  const [type, length, version] = content;
  const isZero = type === derTags.integer && length === 1 && version === 0;
  return at === 0 && tag === derTags.sequence && isZero
    ? "S0"
    : "IBO".charAt(tag - derTags.integer) || (tag === derTags.sequence ? "S" : ".");
}

function parseJson(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    // Without the cause: a parser's message quotes the text.
    return invalidKey(
      "starts like a JWK but is not JSON; copy the whole text again, in single quotes in a shell",
    );
  }
}
