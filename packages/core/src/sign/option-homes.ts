import { attributeNames } from "../cookie/check-attributes.ts";
import { termNames } from "./terms.ts";

export const signerOptionNames = [
  "keyPairId",
  "allowAnyKeyPairId",
  "privateKey",
  "passphrase",
  "hashAlgorithm",
  "key",
  "maxLifetime",
  "now",
  "memo",
  "onEvent",
] as const;
export const signUrlsOptionNames = ["concurrency", "signal", "onError"] as const;

/** Where options belong that people give somewhere else. */
const homes: readonly (readonly [home: string, names: readonly string[]])[] = [
  ["createCloudFrontSigner({ … }), which makes the signer", signerOptionNames],
  ['the terms of a call: signUrl(url, { expiresIn: "1h" })', termNames],
  ["the third argument of signUrls", signUrlsOptionNames],
  ["toSetCookie({ … }) of the signed cookies", attributeNames],
];

/** What is said of an option that stands in the wrong call. */
export function describeHome(name: string): string | undefined {
  const [home] = homes.find(([, names]) => names.includes(name)) ?? [];
  return home && `no such option here; it belongs in ${home}`;
}

/** The same for a term. Other libraries have names for the expiry time that are nearest to expiresIn, a length of time. */
export function describeTermHome(name: string): string | undefined {
  return /^expir(?:es?|ed|y|ation)_?(?:at|on|time|date)?$/i.test(name)
    ? "no such option; did you mean dateLessThan?"
    : describeHome(name);
}
