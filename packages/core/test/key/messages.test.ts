import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
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
