import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { describe, expect, it } from "vitest";
import { readPrivate, readPublic } from "../support/key-fault.ts";
import { keyFaults } from "./all-key.faults.ts";
import { cryptoKeyFaults } from "./crypto-key.faults.ts";
import { encryptedKeyFaults, passphraseFaults } from "./encrypted-key.faults.ts";
import { jwkFaults } from "./jwk.faults.ts";
import { keyObjectFaults } from "./key-object.faults.ts";
import { keyPairIdFaults } from "./key-pair-id.faults.ts";
import { privateKeyFaults } from "./private-key.faults.ts";
import { keyGroupFaults, publicKeyFaults } from "./public-key.faults.ts";
import { sha1EncryptedKeyFaults, sha1Faults } from "./sha1.faults.ts";
import { unsupportedKeyFaults } from "./unsupported-key.faults.ts";

describeMessages(
  cryptoKeyFaults,
  encryptedKeyFaults,
  passphraseFaults,
  jwkFaults,
  keyObjectFaults,
  keyPairIdFaults,
  privateKeyFaults,
  keyGroupFaults,
  publicKeyFaults,
  sha1EncryptedKeyFaults,
  sha1Faults,
  unsupportedKeyFaults,
);

const others = keyFaults.flatMap(({ given, also = {}, message, code }) =>
  Object.entries(also).map(([kind, key]) => ({ given, kind, key, message, code })),
);

describe("the message for a key with the same fault", () => {
  it.each(others)("$given: $kind", async ({ key, message, code }) => {
    const read = message.startsWith("privateKey: ") ? readPrivate : readPublic;
    const error = await refusal(() => read(key));
    expect(`${error.code} ${error.message}`).toBe(`${code} ${message}`);
  });
});
