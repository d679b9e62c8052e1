import { attributeNames } from "../cookie/check-attributes.ts";
import { signOptionNames } from "./sign-options.ts";

export const signerOptionNames = [
  "keyPairId",
  "allowEmulatorKeyPairIds",
  "privateKey",
  "passphrase",
  "hashAlgorithm",
  "key",
  "maxLifetime",
  "now",
  "signatureCacheSize",
  "onEvent",
] as const;
export const urlListOptionNames = ["concurrency", "signal", "onError"] as const;

/** Where options belong that people give somewhere else. */
const homes: readonly (readonly [home: string, names: readonly string[]])[] = [
  ["createCloudFrontSigner({ … }), which makes the signer", signerOptionNames],
  ['a call: signUrl(url, { expiresIn: "1h" })', signOptionNames],
  ["signUrls, in the third argument", urlListOptionNames],
  ["toSetCookie({ … }) of the signed cookies", attributeNames],
];

/** What is said of an option that stands in the wrong call. */
export function describeHome(name: string): string | undefined {
  const [home] = homes.find(([, names]) => names.includes(name)) ?? [];
  return home && `no such option here; pass it to ${home}`;
}

/** The same for an option of one signature. Other libraries have names for the expiry time that are nearest to expiresIn, a length of time. */
export function describeSignOptionHome(name: string): string | undefined {
  return /^expir(?:es?|ed|y|ation)_?(?:at|on|time|date)?$/i.test(name)
    ? "no such option; did you mean dateLessThan?"
    : describeHome(name);
}
