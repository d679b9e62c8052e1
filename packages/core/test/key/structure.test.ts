import { readAll, write } from "@cloudfront-sign-webcrypto/testing/support/der.ts";
import { keyBytes, keyText, passphrase, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { keyPairId, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

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
