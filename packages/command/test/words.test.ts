import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyFaults } from "@cloudfront-sign-webcrypto/core-tests/key/all-key.faults.ts";
import { keyPairIdFaults } from "@cloudfront-sign-webcrypto/core-tests/key/key-pair-id.faults.ts";
import { addressFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/address.faults.ts";
import { durationFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/duration.faults.ts";
import { instantFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/instant.faults.ts";
import { policyFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/policy.faults.ts";
import { policyJsonFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/policy-json.faults.ts";
import { expiryFaults } from "@cloudfront-sign-webcrypto/core-tests/sign/expiry.faults.ts";
import { lifetimeFaults } from "@cloudfront-sign-webcrypto/core-tests/sign/lifetime.faults.ts";
import { resourceFaults } from "@cloudfront-sign-webcrypto/core-tests/url/resource.faults.ts";
import { resourceMismatchFaults } from "@cloudfront-sign-webcrypto/core-tests/url/resource-mismatch.faults.ts";
import { urlFaults } from "@cloudfront-sign-webcrypto/core-tests/url/url.faults.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, describe, expect, it } from "vitest";

/** Faults of the library whose input a shell can give, as the command tells them. */

const { folder, run, remove } = openCommand();
afterAll(remove);
writeFileSync(join(folder, "private.pem"), keyText("rsa2048.pkcs8.pem"), { mode: 0o600 });

const id = "K2JCJMDEHXQW5F";
const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
const signing = ["--key-pair-id", id, "--private-key", "private.pem"];

/** What only a program can do. */
const stepOfProgram =
  /readFileSync|JSON\.stringify|cloudFrontUrl\(|createPrivateKey\(|\bawait\b|new URL\(|\.trim\(|loadedKey|awsKmsKey\(/;

const options = [
  "keyPairId",
  "allowEmulatorKeyPairIds",
  "privateKey",
  "hashAlgorithm",
  "maxLifetime",
  "expiresIn",
  "dateLessThan",
  "dateGreaterThan",
  "cacheWindow",
  "ipAddress",
];

/** `own` is a text of the input: a JSON key has members with names of options. */
function expectWordsOfShell(message: string, own: string): void {
  expect(message).not.toMatch(stepOfProgram);
  for (const name of options)
    if (!own.includes(name)) expect(message).not.toMatch(new RegExp(`\\b${name}\\b`));
}

/** Each key that is a text, bytes or JSON, once. */
const givenKeys = keyFaults.flatMap(({ given, key, also = {} }) =>
  [key, ...Object.values(also)].flatMap((one) =>
    typeof one === "string" || one instanceof Uint8Array ? [{ given, key: one }] : [],
  ),
);

/** The command line that gives a value to an option. */
const lineFor: Readonly<Record<string, (value: string) => string[]>> = {
  url: (value) => ["sign", value, ...signing, "--expires-in=1h"],
  resource: (value) => ["cookies", value, ...signing, "--expires-in=1h"],
  expiresIn: (value) => ["sign", url, ...signing, `--expires-in=${value}`],
  dateLessThan: (value) => ["sign", url, ...signing, `--date-less-than=${value}`],
  dateGreaterThan: (value) => ["sign", url, ...signing, "--expires-in=1h", `--date-greater-than=${value}`],
  cacheWindow: (value) => ["sign", url, ...signing, "--expires-in=1h", `--cache-window=${value}`],
  maxLifetime: (value) => ["sign", url, ...signing, "--expires-in=1h", `--max-lifetime=${value}`],
  ipAddress: (value) => ["sign", url, ...signing, "--expires-in=1h", `--ip-address=${value}`],
  policy: (value) => ["sign", url, ...signing, `--policy=${value}`],
  keyPairId: (value) => [
    "sign",
    url,
    `--key-pair-id=${value}`,
    "--private-key=private.pem",
    "--expires-in=1h",
  ],
};

const valueFaults = [
  ...urlFaults,
  ...resourceFaults,
  ...resourceMismatchFaults,
  ...durationFaults,
  ...expiryFaults,
  ...instantFaults,
  ...lifetimeFaults,
  ...addressFaults,
  ...policyFaults,
  ...policyJsonFaults,
  ...keyPairIdFaults,
];

/** The faults that are shown as the value of such an option: `url: "s3://bucket/key"`. */
const givenValues = valueFaults.flatMap(({ given }) => {
  const [, option = "", value = ""] =
    /^(\w+): ("(?:[^"\\]|\\["\\bfnrt]|\\u[\da-f]{4})*"|-?[\d.]+)$/.exec(given) ?? [];
  return lineFor[option] ? [{ given, args: lineFor[option](String(JSON.parse(value))) }] : [];
});

describe("a fault of a key", () => {
  it("is told in the words of a shell", async () => {
    expect(givenKeys.length).toBeGreaterThan(140);
    for (const { given, key } of givenKeys) {
      const own = typeof key === "string" ? key : Buffer.from(key).toString("latin1");
      writeFileSync(join(folder, "key.pem"), key, { mode: 0o600 });
      const results = [
        await run(["sign", url, "--key-pair-id", id, "--private-key", "key.pem", "--expires-in", "1h"]),
        await run(["verify", url, "--public-key", `${id}=key.pem`]),
      ];
      if (typeof key === "string") {
        const env = { CLOUDFRONT_PRIVATE_KEY: key };
        results.push(await run(["sign", url, "--key-pair-id", id, "--expires-in", "1h"], { env }));
        const keys = { CLOUDFRONT_PUBLIC_KEYS: JSON.stringify({ [id]: key }) };
        results.push(await run(["verify", url], { env: keys }));
      }
      expect(
        results.some(({ stderr }) => stderr.startsWith("ERR_KEY_")),
        given,
      ).toBe(true);
      for (const { stderr } of results) expectWordsOfShell(stderr, own);
    }
  });
});

describe("a fault of a value", () => {
  it("is told in the words of a shell", async () => {
    expect(givenValues.length).toBeGreaterThan(70);
    for (const { given, args } of givenValues) {
      const { stderr } = await run(args);
      expectWordsOfShell(stderr, "");
      // Dates without a zone, numbers in quotes: a flag takes some of what an option refuses.
      if (stderr.startsWith("ERR_")) expect(stderr, given).toMatch(/^ERR_\w+\n(?:--[\w-]+|url|RESOURCE): /);
      expect(stderr, given).not.toContain("    at ");
    }
  });
});
