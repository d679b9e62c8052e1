import { shell } from "../../foreign/pasted-code.ts";
import type { RotationCode } from "./code.ts";
import { newKeyFiles, type Rotation } from "./rotation.ts";

/** What to choose in the AWS console. */
export function consoleCode(rotation: Rotation): RotationCode {
  return {
    add:
      rotation.newKeyPairId === undefined
        ? [shell("# Set NEW_KEY_PAIR_ID to the ID that the console shows for the new public key.")]
        : [],
    remove: [],
    delete: [],
    notes: {
      add: `Open CloudFront in the AWS console: Public keys, Create public key, and paste ${newKeyFiles(rotation).publicKey}. Then Key groups: edit the key group, and add the new public key.`,
      remove:
        "Open CloudFront in the AWS console: Key groups. Edit the key group, and remove the old public key.",
      delete: "Open CloudFront in the AWS console: Public keys. Select the old key, and delete it.",
    },
  };
}
