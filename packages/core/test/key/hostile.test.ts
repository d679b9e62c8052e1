import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** A DER of one SEQUENCE inside the other, so many that reading it by recursion could exhaust the stack. */
function nested(depth: number): Uint8Array {
  const header: number[] = [];
  for (let left = depth; left > 0; left--) {
    const length = (left - 1) * 5;
    header.push(0x30, 0x83, length >> 16, (length >> 8) & 0xff, length & 0xff);
  }
  return Uint8Array.from(header);
}

describe("a key made to break its reader", () => {
  it.each([10, 1_000, 100_000])("nested %i deep is refused", async (depth) => {
    const bytes = nested(depth);
    const pem = `-----BEGIN PRIVATE KEY-----\n${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}\n-----END PRIVATE KEY-----`;
    for (const privateKey of [bytes, pem]) {
      expect(await refusedAs(() => createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey }))).toBe(
        "ERR_KEY_INVALID privateKey",
      );
    }
  });
});
