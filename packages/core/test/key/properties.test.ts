import { anyText } from "@cloudfront-sign-webcrypto/testing/support/any-text.ts";
import { clientRequest, isSignatureValid } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { changeRsa, readAll, write } from "@cloudfront-sign-webcrypto/testing/support/der.ts";
import {
  derToPem,
  type KeyFile,
  keyBytes,
  keyText,
  passphrase,
} from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Whatever is given as a key: our error, or a signature that fits the key's public half. */

const seed = 20260101;
const url = `${host}/a`;

/** Our error, or a URL. Anything else fails the property. */
async function outcome(privateKey: unknown): Promise<string | undefined> {
  try {
    return await signerOf(privateKey, { passphrase }).signUrl(url, { dateLessThan: end });
  } catch (error) {
    expect(error).toSatisfy(isCloudFrontSignError);
    return undefined;
  }
}

describe("never anything but our error", () => {
  const refused = (arbitrary: fc.Arbitrary<unknown>, numRuns: number) =>
    fc.assert(
      fc.asyncProperty(arbitrary, async (key) => {
        expect(await outcome(key)).toBeUndefined();
      }),
      runs(seed, numRuns),
    );

  it("for random bytes", () => refused(fc.uint8Array({ maxLength: 200 }), 300));
  it("for random bytes that start as DER does", () =>
    refused(
      fc.uint8Array({ maxLength: 120 }).map((bytes) => write(0x30, [2, 1, 0], bytes)),
      200,
    ));
  it("for random DER", () => {
    const { value } = fc.letrec<{ value: Uint8Array }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small", maxDepth: 4 },
        fc
          .tuple(fc.constantFrom(2, 3, 4, 5, 6, 0x0c), fc.uint8Array({ maxLength: 40 }))
          .map(([tag, content]) => write(tag, content)),
        fc
          .tuple(fc.constantFrom(0x30, 0x31, 0xa0, 0xa1), fc.array(tie("value"), { maxLength: 4 }))
          .map(([tag, parts]) => write(tag, ...parts)),
      ),
    }));
    return refused(
      fc.oneof(
        value,
        value.map((der) => derToPem(der, "PRIVATE KEY")),
      ),
      300,
    );
  });
  it("for random text", () =>
    refused(
      fc.oneof(
        anyText,
        fc.base64String(),
        fc.string().map((body) => `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`),
      ),
      300,
    ));
  it("for random objects", () =>
    refused(
      fc.oneof(
        fc.anything(),
        fc.record(
          {
            kty: fc.constantFrom("RSA", "EC", "oct"),
            n: fc.base64String(),
            d: fc.anything(),
            crv: fc.constant("P-256"),
          },
          { requiredKeys: ["kty"] },
        ),
      ),
      300,
    ));
  it("for random numbers in a good RSA key", () =>
    refused(
      fc
        .tuple(
          fc.constantFrom("n", "e", "d", "p", "q", "dp", "dq", "qi"),
          fc.uint8Array({ minLength: 1, maxLength: 64 }),
        )
        .map(([part, content]) =>
          changeRsa(keyBytes("rsa2048.pkcs1.der"), (name, own) => (name === part ? [0, ...content] : own)),
        ),
      100,
    ));
});

describe("a good key with a mistake in it", () => {
  const files: [file: KeyFile, publicKey: KeyFile][] = [
    ["ecp256.pkcs8.pem", "ecp256.pub.spki.pem"],
    ["ecp256.sec1.pem", "ecp256.pub.spki.pem"],
    ["ecp256.enc-aes256-sha256.pkcs8.pem", "ecp256.pub.spki.pem"],
    ["rsa1024.pkcs8.pem", "rsa1024.pub.spki.pem"],
    ["rsa1024.pkcs1.pem", "rsa1024.pub.spki.pem"],
  ];
  // One character is deleted, doubled, replaced, or two are exchanged: what happens to a key on its way.
  const mistake = fc.record({
    at: fc.nat(10_000),
    kind: fc.constantFrom("delete", "double", "replace", "exchange"),
    other: fc.constantFrom(...'Aa0+/=\n -_\\"é'),
  });

  function mutate(text: string, { at, kind, other }: { at: number; kind: string; other: string }): string {
    const place = at % (text.length - 1);
    const [here = "", next = ""] = text.slice(place, place + 2);
    const middle =
      { delete: next, double: here + here + next, replace: other + next, exchange: next + here }[kind] ?? "";
    return text.slice(0, place) + middle + text.slice(place + 2);
  }

  it.each(files)("%s: is refused, or the signature fits all the same", (file, publicKey) =>
    fc.assert(
      fc.asyncProperty(mistake, async (change) => {
        const signed = await outcome(mutate(keyText(file), change));
        // A changed line break or comment is not a mistake; a changed number must never sign with a key that
        // nobody has.
        if (signed !== undefined) expect(await isSignatureValid(publicKey, clientRequest(signed))).toBe(true);
      }),
      runs(seed, 40),
    ),
  );

  it.each(files)("%s, cut anywhere, is refused", (file) =>
    fc.assert(
      fc.asyncProperty(fc.nat(keyText(file).trimEnd().length - 1), async (length) => {
        expect(await outcome(keyText(file).slice(0, length))).toBeUndefined();
      }),
      runs(seed, 40),
    ),
  );
});

it("the public half of a key stays the same in any order of wrapping", async () => {
  // PKCS#8 with attributes behind the key, as Java and macOS write them.
  const [version, algorithm, key] = readAll(
    readAll(keyBytes("rsa2048.pkcs8.der"))[0]?.content ?? new Uint8Array(),
  );
  const parts = [version, algorithm, key].map((node) => write(node?.tag ?? 0, node?.content ?? []));
  const attributes = write(
    0xa0,
    write(0x30, write(0x06, [0x55, 0x1d, 0x0f]), write(0x31, write(0x03, [0, 0x80]))),
  );
  const signed = await outcome(write(0x30, ...parts, attributes));
  expect(await isSignatureValid("rsa2048.pub.spki.pem", clientRequest(signed ?? ""))).toBe(true);
});
