import { hostileValue, type Maker } from "@cloudfront-sign-webcrypto/testing/support/hostile-values.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import * as awsCloudFrontSign from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import * as awsSdk from "cloudfront-sign-webcrypto/aws-sdk";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Any value at all as each option of the two adapters: a signature, or an error of this package. */

const privateKey = keyText("rsa2048.pkcs8.pem");
const url = `${host}/a.jpg`;
const input = { url, keyPairId, privateKey, dateLessThan: end * 1000 };
const options = { keypairId: keyPairId, privateKeyString: privateKey, expireTime: end * 1000 };

const calls: [
  call: string,
  names: readonly string[],
  run: (name: string, value: unknown) => Promise<unknown>,
][] = [
  [
    "getSignedUrl of /aws-sdk",
    [...Object.keys(input), "dateGreaterThan", "ipAddress", "policy", "algorithm", "passphrase"],
    (name, value) => awsSdk.getSignedUrl({ ...input, [name]: value } as never),
  ],
  [
    "getSignedCookies of /aws-sdk",
    [...Object.keys(input), "policy", "x"],
    (name, value) => awsSdk.getSignedCookies({ ...input, [name]: value } as never),
  ],
  [
    "getSignedUrl of /aws-cloudfront-sign",
    [...Object.keys(options), "ipRange", "privateKeyPath", "hashAlgorithm", "allowEmulatorKeyPairIds"],
    (name, value) => awsCloudFrontSign.getSignedUrl(url, { ...options, [name]: value } as never),
  ],
  [
    "the first arguments",
    ["awsSdk", "awsCloudFrontSign", "options"],
    (name, value) => {
      if (name === "awsSdk") return awsSdk.getSignedUrl(value as never);
      return name === "options"
        ? awsCloudFrontSign.getSignedCookies(url, value as never)
        : awsCloudFrontSign.getSignedUrl(value as never, options);
    },
  ],
];

describe.each(calls)("%s", (_, names, run) => {
  it.each(names)("takes or refuses any value as %s", async (name) => {
    const property = fc.asyncProperty(hostileValue, async (make: Maker) => {
      const caught: unknown = await run(name, make()).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(caught === undefined || isCloudFrontSignError(caught)).toBe(true);
    });
    await fc.assert(property, runs(1717, 80));
  });
});
