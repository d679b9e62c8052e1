import { hexToBytes, readAll, sec1, write } from "@cloudfront-sign-webcrypto/testing/support/der.ts";
import { opensshKey } from "@cloudfront-sign-webcrypto/testing/support/key-structures.ts";
import {
  bytesToBase64,
  derToPem,
  keyBytes,
  keyText,
  passphrase,
  pemToDer,
} from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, keyPairId, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

/** Which structure, curve point, text or ID something is, told from what is next to it. */

const messageFor = async (privateKey: unknown, options = {}) =>
  (await refusal(() => signerOf(privateKey, options))).message;
const verifierFor = (key: unknown) => () =>
  createCloudFrontVerifier({ publicKeys: { [keyPairId]: key as string } });

const integer = (value = 1) => write(0x02, [value]);
const [octets, bits, nothing] = [write(0x04, [1]), write(0x03, [0, 1]), write(0x05)];
const sequence = (...members: Uint8Array[]) => write(0x30, ...members);
const integers = (count: number) => Array.from({ length: count }, () => integer());

describe("the structure of DER is told from its members", () => {
  it.each<[members: string, der: Uint8Array, part: RegExp]>([
    ["an INTEGER and a BIT STRING", sequence(integer(), bits), /corrupted/],
    ["two SEQUENCEs and an INTEGER", sequence(sequence(), sequence(), integer()), /corrupted/],
    ["an OCTET STRING, a SEQUENCE and a BIT STRING", sequence(octets, sequence(), bits), /corrupted/],
    ["a SEQUENCE, an INTEGER and a BIT STRING", sequence(sequence(), integer(), bits), /corrupted/],
    ["a NULL and a SEQUENCE", sequence(nothing, sequence()), /corrupted/],
    ["a SEQUENCE that starts with 1", sequence(sequence(integer(1)), sequence(), bits), /is a certificate;/],
    [
      "a SEQUENCE that starts with 0",
      sequence(sequence(integer(0)), sequence(), bits),
      /certificate signing request|certificate request/,
    ],
    [
      "a SEQUENCE that starts with 128",
      sequence(sequence(write(0x02, [0, 128])), sequence(), bits),
      /is a certificate;/,
    ],
    [
      "a SEQUENCE that starts with an OCTET STRING of 0",
      sequence(sequence(write(0x04, [0])), sequence(), bits),
      /is a certificate;/,
    ],
    ["two INTEGERs and a NULL", sequence(...integers(2), nothing), /corrupted/],
    ["an INTEGER and three NULLs", sequence(integer(), nothing, nothing, nothing), /corrupted/],
    ["three INTEGERs", sequence(...integers(3)), /corrupted/],
    ["four INTEGERs and a NULL", sequence(...integers(4), nothing), /corrupted/],
    ["five INTEGERs", sequence(...integers(5)), /corrupted/],
    ["six INTEGERs and a NULL", sequence(...integers(6), nothing), /corrupted/],
    [
      "an INTEGER and five NULLs",
      sequence(integer(), ...Array.from({ length: 5 }, () => nothing)),
      /corrupted/,
    ],
  ])("%s", async (_, der, part) => {
    expect(await messageFor(der)).toMatch(part);
  });
});

describe("a point of P-256 is checked before WebCrypto sees it", () => {
  const ecAlgorithm = hexToBytes("301306072a8648ce3d020106082a8648ce3d030107");
  const spki = (point: string) => sequence(ecAlgorithm, write(0x03, [0], hexToBytes(point)));
  const p = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
  const root = "66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4";
  const zero = "0".repeat(64);

  it.each([
    ["x = 0", `04${zero}${root}`],
    ["x = 0, compressed", `02${zero}`],
  ])("%s is on the curve", (_, point) => {
    expect(verifierFor(spki(point))).not.toThrow();
  });

  it.each([
    ["x = p, which is 0", `04${p}${root}`],
    ["x = p, compressed", `02${p}`],
    ["x = 1, for which there is no y", `04${zero.slice(1)}1${root}`],
    ["x = 1, compressed", `02${zero.slice(1)}1`],
    ["the form 5", `05${zero}`],
    ["the form 1", `01${zero}`],
  ])("%s is not", (_, point) => {
    expect(verifierFor(spki(point))).toThrow(/on P-256/);
  });
});

describe("a key that the test encrypts itself", () => {
  const oid = (hex: string) => write(0x06, hexToBytes(hex));
  const salt = new Uint8Array(16).fill(1);
  const iv = new Uint8Array(16).fill(2);

  /** EncryptedPrivateKeyInfo with PBKDF2 of HMAC-SHA-256 and AES-256-CBC, with a key length, an IV and data of any size. */
  async function encrypt(
    der: Uint8Array<ArrayBuffer>,
    { keyLength = [], vector = iv, size = Number.POSITIVE_INFINITY }: Parts = {},
  ) {
    const { subtle } = crypto;
    const secret = await subtle.importKey("raw", new TextEncoder().encode(passphrase), "PBKDF2", false, [
      "deriveKey",
    ]);
    const derivation = { name: "PBKDF2", salt, iterations: 2, hash: "SHA-256" };
    const key = await subtle.deriveKey(derivation, secret, { name: "AES-CBC", length: 256 }, false, [
      "encrypt",
    ]);
    const data = new Uint8Array(await subtle.encrypt({ name: "AES-CBC", iv }, key, der));
    const length = keyLength.length > 0 ? write(0x02, keyLength) : [];
    const prf = sequence(oid("2a864886f70d0209"), nothing);
    const parameters = write(0x30, write(0x04, salt), write(0x02, [2]), length, prf);
    const scheme = sequence(oid("60864801650304012a"), write(0x04, vector));
    const pbes2 = sequence(sequence(oid("2a864886f70d01050c"), parameters), scheme);
    return sequence(sequence(oid("2a864886f70d01050d"), pbes2), write(0x04, data.subarray(0, size)));
  }
  interface Parts {
    keyLength?: number[];
    vector?: Uint8Array;
    size?: number;
  }
  const der = keyBytes("ecp256.pkcs8.der");
  const sign = (key: Uint8Array) =>
    signerOf(key, { passphrase }).signUrl(`${host}/a.jpg`, { dateLessThan: end });

  it.each<[given: string, parts: Parts]>([
    ["as it is", {}],
    ["with the length of its AES key", { keyLength: [32] }],
  ])("%s signs", async (_, parts) => {
    expect(await sign(await encrypt(der, parts))).toContain("Hash-Algorithm=SHA256");
  });

  it.each<[given: string, parts: Parts]>([
    ["with the length of another AES key", { keyLength: [16] }],
    ["with an initialization vector of 15 bytes", { vector: iv.subarray(1) }],
    ["with no block", { size: 0 }],
    ["with a block and a half", { size: 24 }],
  ])("%s is corrupted", async (_, parts) => {
    expect(await messageFor(await encrypt(der, parts), { passphrase })).toContain("corrupted");
  });

  it("in which the key is corrupted is so, whatever the passphrase", async () => {
    const [version, algorithm] = readAll(
      readAll(keyBytes("rsa2048.pkcs8.der"))[0]?.content ?? new Uint8Array(),
    );
    const broken = sequence(
      write(version?.tag ?? 0, version?.content ?? []),
      write(algorithm?.tag ?? 0, algorithm?.content ?? []),
      write(0x04, sequence(nothing)),
    );
    const { code, message } = await refusal(async () => sign(await encrypt(broken)));
    expect(code).toBe("ERR_KEY_INVALID");
    expect(message).toContain("corrupted");
  });
});

describe("a text", () => {
  const pem = keyText("ecp256.sec1.pem");

  it.each<[given: string, text: string, part: string]>([
    ["with OpenSSH's name in its middle", "my ssh-rsa key", "contains no key"],
    ["with a scheme in its middle", "see https://cdn.example/key", "contains no key"],
    ["with a drive in its middle", "on drive c:", "contains no key"],
    ["with a file name in its middle", "the key.pem of mine", "contains no key"],
    ["with a key pair ID at its end", "xK2JCJMDEHXQW5F", "contains no key"],
    ["with a key pair ID at its start", "K2JCJMDEHXQW5Fx", "contains no key"],
    [
      "of 32 bytes in base64",
      bytesToBase64(new Uint8Array(32).fill(7)),
      "has 44 characters and contains no key",
    ],
    ["of 31 bytes in base64", bytesToBase64(new Uint8Array(31).fill(7)), "contains no key"],
    [
      "with two BEGIN lines broken",
      pem.replace("-----BEGIN EC PRIVATE KEY-----", "-----BEGIN EC\nPRIVATE KEY-----"),
      "broken -----BEGIN",
    ],
    [
      "with its END line broken",
      pem.replace("-----END EC PRIVATE KEY-----", "-----END EC\nPRIVATE KEY-----"),
      "broken -----BEGIN",
    ],
    [
      "that has white space behind its first line only",
      "-----BEGIN PRIVATE KEY-----  \n ",
      "cut off after its first line",
    ],
  ])("%s", async (_, text, part) => {
    expect(await messageFor(text)).toContain(part);
  });

  it("may be base64 of a text with white space around it, with line breaks that were escaped", () => {
    for (const inside of [`\n ${pem}\n`, ` \n${bytesToBase64(pemToDer(pem))}\n `]) {
      const encoded = bytesToBase64(new TextEncoder().encode(inside));
      for (const text of [encoded, encoded.replace(/.{64}/g, "$&\\n"), `"${encoded}"`])
        expect(() => signerOf(text)).not.toThrow();
    }
  });

  it("may be base64 of a JWK with white space around it", async () => {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const key = await crypto.subtle.importKey("pkcs8", keyBytes("ecp256.pkcs8.der"), algorithm, true, [
      "sign",
    ]);
    const jwk = `\n ${JSON.stringify(await crypto.subtle.exportKey("jwk", key))} `;
    expect(() => signerOf(bytesToBase64(new TextEncoder().encode(jwk)))).not.toThrow();
  });

  it.each([
    ['"\\n"', "is empty; check that the file or environment variable holds the PEM text"],
    ["'\\r'", "is empty; check that the file or environment variable holds the PEM text"],
  ])("%s holds nothing", async (text, part) => {
    expect(await messageFor(text)).toContain(part);
  });

  it("may be the name of an OpenSSH key alone", () => {
    expect(verifierFor("ssh-ed25519")).toThrow(/an OpenSSH public key/);
  });

  it("may be an OpenSSH key that was cut off", async () => {
    const pem = derToPem(opensshKey("ssh-rsa").subarray(0, 30), "OPENSSH PRIVATE KEY");
    expect(await messageFor(pem)).toContain("is an OpenSSH private key;");
  });

  it("may have 65,536 bytes", () => {
    const bytes = new Uint8Array(65_536).fill(0x20);
    bytes.set(new TextEncoder().encode(pem));
    expect(() => signerOf(bytes)).not.toThrow();
  });

  it("may be a certificate request by its label alone", async () => {
    for (const label of ["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"])
      expect(await messageFor(derToPem(sequence(octets), label))).toContain("request");
  });
});

describe("the public half in a PKCS#8 of RSA", () => {
  const numbers = readAll(readAll(keyBytes("rsa2048.pkcs1.der"))[0]?.content ?? new Uint8Array());
  const [, n, e] = numbers.map(({ content }) => content);
  const withPublic = (exponent: ArrayLike<number>) => {
    const [version, algorithm, key] = readAll(
      readAll(keyBytes("rsa2048.pkcs8.der"))[0]?.content ?? new Uint8Array(),
    );
    const half = sequence(write(0x02, n ?? []), write(0x02, exponent));
    return sequence(
      write(0x02, [1]),
      ...[algorithm, key].map((node) => write(node?.tag ?? 0, node?.content ?? [])),
      write(0x81, [0], half),
      ...(version ? [] : [nothing]),
    );
  };

  it("must be the same in both numbers", async () => {
    expect(() => signerOf(withPublic(e ?? []))).not.toThrow();
    expect(await messageFor(withPublic([3]))).toContain("corrupted");
  });
});

it("an EC key of the scalar 0 is corrupted, before WebCrypto sees it", async () => {
  expect(await messageFor(sec1(new Uint8Array(32)))).toContain("corrupted");
});

/** Keys in correct DER that no specification of the structure allows: each member more, of another type, or empty. */

interface Node {
  readonly tag: number;
  /** What is inside, also in a string that holds DER itself, behind its `lead`. */
  readonly children?: Node[];
  readonly lead?: number[];
  readonly content: Uint8Array;
}

/** Every value of a DER text; `opens` says which strings hold DER. */
function parse(bytes: Uint8Array, opens: (tag: number, content: Uint8Array) => boolean): Node[] {
  return readAll(bytes).map(({ tag, content }) => {
    const lead = tag === 0x03 ? [0] : [];
    const inside = content.subarray(lead.length);
    const isOpen = (tag & 0x20) !== 0 || ((tag === 0x04 || tag === 0x03) && opens(tag, inside));
    return isOpen ? { tag, lead, content, children: parse(inside, opens) } : { tag, content };
  });
}

const print = ({ tag, content, children, lead = [] }: Node): Uint8Array =>
  children ? write(tag, lead, ...children.map(print)) : write(tag, content);

/** The tree with one node replaced, for every node. */
function* replaced(node: Node, change: (node: Node) => Node | undefined): Generator<Node> {
  const changed = change(node);
  if (changed) yield changed;
  for (const [i, child] of (node.children ?? []).entries())
    for (const other of replaced(child, change))
      yield { ...node, children: node.children?.map((same, k) => (k === i ? other : same)) ?? [] };
}

const holdsSequence = (_: number, content: Uint8Array) =>
  content[0] === 0x30 && content.length === print(readAll(content)[0] as Node).length;
const forSigning = (der: Uint8Array) => signerOf(der, { passphrase });
const forVerifying = (der: Uint8Array) => createCloudFrontVerifier({ publicKeys: { [keyPairId]: der } });

const structures: Record<string, [der: Uint8Array, use: (der: Uint8Array) => unknown]> = {
  "RSA in PKCS#8": [keyBytes("rsa2048.pkcs8.der"), forSigning],
  "RSA in PKCS#1": [keyBytes("rsa2048.pkcs1.der"), forSigning],
  "EC in PKCS#8": [keyBytes("ecp256.pkcs8.der"), forSigning],
  "EC in SEC1": [pemToDer(keyText("ecp256.sec1.pem")), forSigning],
  "RSA in PBES2": [pemToDer(keyText("rsa2048.enc-aes256-sha256.pkcs8.pem")), forSigning],
  "an RSA public key": [pemToDer(keyText("rsa2048.pub.spki.pem")), forVerifying],
  "an EC public key": [pemToDer(keyText("ecp256.pub.spki.pem")), forVerifying],
};

describe.each(Object.entries(structures))("%s", (_, [der, use]) => {
  const [root] = parse(der, holdsSequence) as [Node];
  const nothing: Node = { tag: 0x05, content: new Uint8Array() };

  const refusals = async (change: (node: Node) => Node | undefined) => {
    const codes: string[] = [];
    for (const changed of replaced(root, change)) codes.push((await refusal(() => use(print(changed)))).code);
    return codes;
  };

  it("is taken as it is", () => {
    expect(print(root)).toEqual(new Uint8Array(der));
    expect(() => use(der)).not.toThrow();
  });

  it("with one member too many is refused, wherever it is", async () => {
    const codes = await refusals(
      ({ children, ...node }) => children && { ...node, children: [...children, nothing] },
    );
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) expect(code).toMatch(/^ERR_KEY_(INVALID|UNSUPPORTED)$/);
  });

  it("with a member of another type is refused", async () => {
    const codes = await refusals((node) => ({ ...node, tag: 0x13 }));
    for (const code of codes) expect(code).toMatch(/^ERR_KEY_(INVALID|UNSUPPORTED|NOT_PRIVATE|NOT_PUBLIC)$/);
  });

  it("with an empty member is refused", async () => {
    const codes = await refusals((node) =>
      node.content.length === 0 || (node.tag === 0x04 && !node.children)
        ? undefined
        : { tag: node.tag, content: new Uint8Array() },
    );
    for (const code of codes) expect(code).toMatch(/^ERR_KEY_/);
  });

  it("with a NULL that is not empty is refused", async () => {
    for (const code of await refusals((node) =>
      node.tag === 0x05 ? { ...node, content: new Uint8Array(1) } : undefined,
    ))
      expect(code).toBe("ERR_KEY_INVALID");
  });
});
