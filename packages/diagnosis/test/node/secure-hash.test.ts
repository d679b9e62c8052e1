import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sha1, sha256 } from "../../src/signature/secure-hash.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

it.each([
  ["sha1", sha1],
  ["sha256", sha256],
] as const)("%s is that of OpenSSL", (name, hash) => {
  const check = (bytes: Uint8Array<ArrayBuffer>): void =>
    expect(hex(hash(bytes))).toBe(createHash(name).update(bytes).digest("hex"));
  // Each place in a block where the message may end.
  for (let length = 0; length < 200; length++) check(new Uint8Array(length).fill(length));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
      check(bytes as Uint8Array<ArrayBuffer>);
    }),
    { numRuns: 2000 },
  );
});
