import type { KeyFault } from "../support/key-fault.ts";
import { encryptedKeyFaults, passphraseFaults } from "./encrypted-key.faults.ts";
import { jwkFaults } from "./jwk.faults.ts";
import { keyObjectFaults } from "./key-object.faults.ts";
import { privateKeyFaults } from "./private-key.faults.ts";
import { publicKeyFaults } from "./public-key.faults.ts";
import { sha1EncryptedKeyFaults } from "./sha1.faults.ts";
import { unsupportedKeyFaults } from "./unsupported-key.faults.ts";

/** Faults of a key; their messages may hold a command. */
export const keyFaults: readonly KeyFault[] = [
  ...privateKeyFaults,
  ...unsupportedKeyFaults,
  ...encryptedKeyFaults,
  ...sha1EncryptedKeyFaults,
  ...passphraseFaults,
  ...jwkFaults,
  ...keyObjectFaults,
  ...publicKeyFaults,
];
