import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontPresignedUrl, createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";

type Row = readonly [given: string, keyPairId: unknown, message: string];

const copyIt = "copy the ID of the public key, such as K2JCJMDEHXQW5F, from CloudFront's list of public keys";
const emulator = "an emulator's ID needs allowEmulatorKeyPairIds: true";
const privateKey = keyText("rsa2048.pkcs8.pem");
const uuid = "4b9d3a9e-1f0b-4c55-9a3e-0123456789ab";

const ids: readonly Row[] = [
  [
    "process.env.KEY_PAIR_ID",
    undefined,
    "is undefined, not the ID of a public key, such as K2JCJMDEHXQW5F; check where it is set",
  ],
  ["42", 42, "is a number, not the ID of a public key, such as K2JCJMDEHXQW5F; check where it is set"],
  [
    "fetchId()",
    Promise.resolve("K2JCJMDEHXQW5F"),
    "is a Promise, not the ID of a public key, such as K2JCJMDEHXQW5F; await it",
  ],
  ['""', "", "is an empty string, not the ID of a public key, such as K2JCJMDEHXQW5F; check where it is set"],
  [
    `\`\${undefined}\``,
    "undefined",
    'is the text "undefined": a variable was not set, a Promise was not awaited, or an object was put into a string; check the code that builds it',
  ],
  [
    '" K2JCJMDEHXQW5F"',
    " K2JCJMDEHXQW5F",
    'has the character " " at position 0; remove it: a file or a shell has added it',
  ],
  [
    '"K2JCJMDEHXQW5F\\n"',
    "K2JCJMDEHXQW5F\n",
    "has the character U+000A at position 14; remove it: a file or a shell has added it",
  ],
  [
    "'\"K2JCJMDEHXQW5F\"'",
    '"K2JCJMDEHXQW5F"',
    'has the character """ at position 0; remove it: a file or a shell has added it',
  ],
  ['"K2JCJMDEHXQW5F&Policy="', "K2JCJMDEHXQW5F&Policy=", `has the character "&" at position 14; ${copyIt}`],
  ['"Ключ"', "Ключ", `has the character U+041A at position 0; ${copyIt}`],
  [`"${uuid}"`, uuid, `is a UUID, the ID of a key group; ${copyIt}; ${emulator}`],
  [
    '"EDFDVBD632BHDS5"',
    "EDFDVBD632BHDS5",
    `looks like the ID of a distribution (E…); ${copyIt}; ${emulator}`,
  ],
  ['"E2QWRUHAPOMQZL"', "E2QWRUHAPOMQZL", `looks like the ID of a distribution (E…); ${copyIt}; ${emulator}`],
  ['"AKIAIOSFODNN7EXAMPLE"', "AKIAIOSFODNN7EXAMPLE", `is the ID of an access key of IAM; ${copyIt}`],
  [
    '"arn:aws:cloudfront::111122223333:public-key/K2JCJMDEHXQW5F"',
    "arn:aws:cloudfront::111122223333:public-key/K2JCJMDEHXQW5F",
    `is an ARN; ${copyIt}; ${emulator}`,
  ],
  [
    '"k2jcjmdehxqw5f"',
    "k2jcjmdehxqw5f",
    `has characters other than capital letters and digits; ${copyIt}; ${emulator}`,
  ],
  [
    '"my-public-key"',
    "my-public-key",
    `has characters other than capital letters and digits; ${copyIt}; ${emulator}`,
  ],
  [
    '"-----BEGIN PRIVATE KEY-----…"',
    privateKey,
    `has 1704 characters, so it may be the key itself; ${copyIt}`,
  ],
  ['"A".repeat(200)', "A".repeat(200), `has 200 characters, so it may be the key itself; ${copyIt}`],
];

/** Faults of the ID of a public key. */
export const keyPairIdFaults: readonly Fault[] = [
  ...ids.map(
    ([given, keyPairId, message]): Fault => ({
      given: `keyPairId: ${given}`,
      run: () => createCloudFrontSigner({ keyPairId: keyPairId as string, privateKey }),
      code: "ERR_KEY_PAIR_ID_INVALID",
      message: `keyPairId: ${message}`,
    }),
  ),
  {
    given: 'key: { keyPairId: "EDFDVBD632BHD", … } in createCloudFrontPresignedUrl',
    run: () =>
      createCloudFrontPresignedUrl({
        policy: { url: `${host}/a.jpg`, expireTimeEpochMs: end * 1000 },
        key: { keyPairId: "EDFDVBD632BHD", content: privateKey },
      }),
    code: "ERR_KEY_PAIR_ID_INVALID",
    message: `keyPairId: looks like the ID of a distribution (E…); ${copyIt}; ${emulator}`,
  },
  {
    given: `publicKeys: { K2JCJMDEHXQW5F: key1, "${uuid}": key2 }`,
    run: () =>
      createCloudFrontVerifier({
        publicKeys: {
          K2JCJMDEHXQW5F: keyText("rsa2048.pub.spki.pem"),
          [uuid]: keyText("ecp256.pub.spki.pem"),
        },
      }),
    code: "ERR_KEY_PAIR_ID_INVALID",
    message: `keyPairId: entry 2 of publicKeys is a UUID, the ID of a key group; ${copyIt}; ${emulator}`,
  },
  {
    given: 'allowEmulatorKeyPairIds: "true"',
    run: () =>
      createCloudFrontSigner({ keyPairId: uuid, privateKey, allowEmulatorKeyPairIds: "true" as never }),
    code: "ERR_OPTION_INVALID",
    message: "allowEmulatorKeyPairIds: expected true or false; leave it out for CloudFront",
  },
  {
    given: 'keyPairId: "a=b", allowEmulatorKeyPairIds: true',
    run: () => createCloudFrontSigner({ keyPairId: "a=b", privateKey, allowEmulatorKeyPairIds: true }),
    code: "ERR_KEY_PAIR_ID_INVALID",
    message: `keyPairId: has the character "=" at position 1; ${copyIt}`,
  },
];
