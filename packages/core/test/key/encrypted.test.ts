import { type KeyFile, keyText, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, rsaSigner, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** Encrypted PKCS#8 with the right passphrase, a wrong one and none. */

const url = `${host}/image.jpg`;
const rsa = "rsa2048.enc-aes256-sha256.pkcs8.pem";
const ec = "ecp256.enc-aes256-sha256.pkcs8.pem";
const open = (file: KeyFile, given?: unknown) =>
  signerOf(keyText(file), given === undefined ? {} : { passphrase: given as string }).signUrl(url, {
    dateLessThan: end,
  });

it("signs with its passphrase, in several calls at the same time", async () => {
  const expected = await rsaSigner().signUrl(url, { dateLessThan: end });
  const signer = signerOf(keyText(rsa), { passphrase });
  const signed = await Promise.all(
    Array.from({ length: 5 }, () => signer.signUrl(url, { dateLessThan: end })),
  );
  expect(new Set(signed)).toEqual(new Set([expected]));
});

describe("with a wrong passphrase", () => {
  // One wrong passphrase in 256 gives bytes that look well padded: these two do.
  const cases: [file: KeyFile, wrong: string][] = [
    [rsa, "wrong"],
    [rsa, "wrong 224"],
    [rsa, "correct horse "],
    [rsa, "Correct horse"],
    [ec, "wrong"],
    [ec, "wrong 175"],
    ["ecp256.enc-utf8-passphrase.pkcs8.pem", "a\u0308 pass 密"],
  ];

  it.each(cases)("%s is not decrypted by %j", async (file, wrong) => {
    const error = await refusal(() => open(file, wrong));
    expect(`${error.code} ${error.option}`).toBe("ERR_KEY_PASSPHRASE passphrase");
    expect(error.message).not.toContain(wrong);
  });

  it("is refused on each use", async () => {
    const signer = signerOf(keyText(ec), { passphrase: "wrong" });
    for (let use = 0; use < 2; use++) {
      expect(await refusedAs(() => signer.signUrl(url, { dateLessThan: end }))).toBe(
        "ERR_KEY_PASSPHRASE passphrase",
      );
    }
  });
});

it("ignores a passphrase for a key that is not encrypted", async () => {
  const expected = await rsaSigner().signUrl(url, { dateLessThan: end });
  expect(await rsaSigner({ passphrase }).signUrl(url, { dateLessThan: end })).toBe(expected);
});
