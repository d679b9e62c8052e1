import { lacks } from "@cloudfront-sign-webcrypto/testing/runtime-differences";
import { clientRequest, isSignatureValid } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import {
  isText,
  type KeyFile,
  keyBytes,
  keyText,
  moreKeyFiles,
  vectorKeyFiles,
} from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  type KeyExpectation,
  keyExpectations,
  moreKeyExpectations,
} from "@cloudfront-sign-webcrypto/testing/vectors/key-expectations.ts";
import { type CloudFrontSigner, createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { describe, expect, inject, it } from "vitest";

/**
 * Every key file, as text and as bytes: it signs as its public key says, or it is refused with the way out.
 */

const url = "https://d111111abcdef8.cloudfront.net/image.jpg";
const now = () => new Date("2026-01-01T00:00:00Z");

function open(privateKey: string | Uint8Array, passphrase?: string): CloudFrontSigner {
  return createCloudFrontSigner({
    keyPairId: "K2JCJMDEHXQW5F",
    privateKey,
    now,
    ...(passphrase === undefined ? {} : { passphrase }),
  });
}

/**
 * The signature of one fixed URL; checked with the public key, so that equal signatures are also right ones.
 */
async function signature(signer: CloudFrontSigner, publicKey: string): Promise<string> {
  const request = clientRequest(await signer.signUrl(url, { dateLessThan: 1900000000 }));
  expect(request.resource).toBe(url);
  expect(await isSignatureValid(publicKey as KeyFile, request)).toBe(true);
  return request.signature;
}

/** ECDSA signatures differ each time; those of one RSA key must all be the same. */
const reference = (publicKey: string) => keyText(publicKey.replace("pub.spki", "pkcs8") as KeyFile);

async function check(file: KeyFile, key: string | Uint8Array, expectation: KeyExpectation): Promise<void> {
  if (expectation.as === "refused") {
    const error = await refusal(() =>
      open(key, expectation.passphrase).signUrl(url, { dateLessThan: 1900000000 }),
    );
    expect(`${error.code} ${error.option}`).toBe(`${expectation.code} privateKey`);
    expect(error.message).toMatch(expectation.fix);
  } else if (expectation.needs && lacks(inject("runtime"), expectation.needs)) {
    // Not asked of the runtime itself: one that has learnt it, or lost it, has to fail here.
    const error = await refusal(() => signature(open(key, expectation.passphrase), expectation.publicKey));
    expect(`${error.code} ${error.option}`).toBe("ERR_KEY_UNSUPPORTED privateKey");
    expect(error.message).toMatch(/openssl pkcs8 -topk8/);
  } else {
    const signed = await signature(open(key, expectation.passphrase), expectation.publicKey);
    if (file.startsWith("rsa"))
      expect(signed).toBe(await signature(open(reference(expectation.publicKey)), expectation.publicKey));
  }
}

it("has one expectation for each file, and no other", () => {
  expect(vectorKeyFiles).toHaveLength(79);
  expect(Object.keys(keyExpectations).sort()).toEqual([...vectorKeyFiles].sort());
  expect(Object.keys(moreKeyExpectations).sort()).toEqual([...moreKeyFiles].sort());
});

describe.each(Object.entries({ ...keyExpectations, ...moreKeyExpectations }))("%s", (name, expectation) => {
  const file = name as KeyFile;
  const outcome = expectation.as === "refused" ? `is refused with ${expectation.code}` : expectation.as;

  if (isText(file)) it(`${outcome} when passed as text`, () => check(file, keyText(file), expectation));
  it(`${outcome} when passed as bytes`, () => check(file, keyBytes(file), expectation));
});

describe("what can be told without WebCrypto is told at once", () => {
  const late = /enc-(aes|emp|utf)/;
  const refusedAtOnce = Object.entries(keyExpectations).filter(
    ([name, { as }]) => as === "refused" && !late.test(name),
  );

  it.each(refusedAtOnce)("%s", (name, expectation) => {
    const file = name as KeyFile;
    const passphrase = expectation.as === "refused" ? expectation.passphrase : undefined;
    expect(() => open(keyBytes(file), passphrase)).toThrow(
      expect.objectContaining({ name: "CloudFrontSignError" }),
    );
  });
});
