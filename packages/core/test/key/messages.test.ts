import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { describe, expect, it } from "vitest";
import { readPrivate, readPublic } from "../support/key-fault.ts";
import { keyFaults } from "./all-key.faults.ts";
import { cryptoKeyFaults } from "./crypto-key.faults.ts";
import { keyPairIdFaults } from "./key-pair-id.faults.ts";
import { keyGroupFaults } from "./public-key.faults.ts";
import { sha1Faults } from "./sha1.faults.ts";

describeMessages(keyFaults, cryptoKeyFaults, keyPairIdFaults, keyGroupFaults, sha1Faults);

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
