import { keyText, pemToDer, rsaJwk } from "./keys.ts";

/**
 * Signatures made by hand, apart from the library: with WebCrypto, or with the padding of RFC 8017 written
 * out and the private exponent applied by BigInt.
 */

export type RsaFile = "rsa2048.pkcs8.pem" | "rsa2048-b.pkcs8.pem" | "rsa2048-e3.pkcs8.pem";

const digestInfoStart: Record<string, string> = {
  MD5: "3020300c06082a864886f70d020505000410",
  "SHA-1": "3021300906052b0e03021a05000414",
  "SHA-224": "302d300d06096086480165030402040500041c",
  "SHA-256": "3031300d060960864801650304020105000420",
  "SHA-384": "3041300d060960864801650304020205000430",
  "SHA-512": "3051300d060960864801650304020305000440",
  "SHA-1 without NULL": "301f300706052b0e03021a0414",
  "SHA-256 without NULL": "302f300b0609608648016503040201" + "0420",
};

export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export async function digestOf(
  hash: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest(hash, content));
}

function numberOf(base64url = ""): bigint {
  const binary = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return BigInt(`0x${hexOfBytes(Uint8Array.from(binary, (character) => character.charCodeAt(0)))}`);
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let [square, rest] = [base, exponent]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

async function readRsaNumbers(file: RsaFile) {
  const { p, q, dp, dq, qi } = await rsaJwk(pemToDer(keyText(file)));
  return { p: numberOf(p), q: numberOf(q), dp: numberOf(dp), dq: numberOf(dq), qi: numberOf(qi) };
}
const numbersOfFile = new Map<RsaFile, ReturnType<typeof readRsaNumbers>>();

function rsaNumbers(file: RsaFile): ReturnType<typeof readRsaNumbers> {
  const numbers = numbersOfFile.get(file) ?? readRsaNumbers(file);
  numbersOfFile.set(file, numbers);
  return numbers;
}

/** The raw private operation on a block of the modulus's size. */
export async function rawRsa(block: Uint8Array, file: RsaFile = "rsa2048.pkcs8.pem"): Promise<Uint8Array> {
  const { p, q, dp, dq, qi } = await rsaNumbers(file);
  const message = BigInt(`0x${hexOfBytes(block)}`);
  // The Chinese remainder theorem: two powers of half the size take a quarter of the time.
  const [one, other] = [power(message % p, dp, p), power(message % q, dq, q)];
  const signature = other + (((((one - other) * qi) % p) + p) % p) * q;
  return bytesOfHex(signature.toString(16).padStart(512, "0"));
}

/** EMSA-PKCS1-v1_5 with any content: 00 01 ff … 00, and then what is given. */
export function padded(content: Uint8Array, size = 256): Uint8Array {
  return Uint8Array.of(0, 1, ...new Array(size - 3 - content.length).fill(0xff), 0, ...content);
}

/** PKCS#1 v1.5 over a digest that is given, so that also hashes work that WebCrypto does not have. */
export async function signedDigest(hash: string, digest: Uint8Array, file?: RsaFile): Promise<Uint8Array> {
  return rawRsa(padded(Uint8Array.of(...bytesOfHex(digestInfoStart[hash] as string), ...digest)), file);
}

export async function rsaSignature(
  text: string | Uint8Array<ArrayBuffer>,
  hash = "SHA-1",
  file: RsaFile = "rsa2048.pkcs8.pem",
): Promise<Uint8Array> {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash };
  const key = await crypto.subtle.importKey("pkcs8", pemToDer(keyText(file)), algorithm, false, ["sign"]);
  const bytes = typeof text === "string" ? utf8(text) : text;
  return new Uint8Array(await crypto.subtle.sign(algorithm, key, bytes));
}

export async function pssSignature(text: string, hash: string, saltLength: number): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey(
    "pkcs8",
    pemToDer(keyText("rsa2048.pkcs8.pem")),
    { name: "RSA-PSS", hash },
    false,
    ["sign"],
  );
  return new Uint8Array(await crypto.subtle.sign({ name: "RSA-PSS", saltLength }, key, utf8(text)));
}

/** The 64 bytes r‖s of WebCrypto. */
export async function rawEcdsaSignature(text: string, hash: string): Promise<Uint8Array> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const der = pemToDer(keyText("ecp256.pkcs8.pem"));
  const key = await crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign({ name: "ECDSA", hash }, key, utf8(text)));
}

export async function ecdsaSignature(text: string, hash = "SHA-256"): Promise<Uint8Array> {
  const raw = await rawEcdsaSignature(text, hash);
  const integer = (half: Uint8Array): number[] => {
    const digits = Array.from(half.subarray(half.findIndex((byte) => byte !== 0)));
    const signed = (digits[0] as number) > 0x7f ? [0, ...digits] : digits;
    return [2, signed.length, ...signed];
  };
  const content = [...integer(raw.subarray(0, 32)), ...integer(raw.subarray(32))];
  return Uint8Array.of(0x30, content.length, ...content);
}
