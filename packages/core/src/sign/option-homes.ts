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
] as const;
export const signUrlsOptionNames = ["concurrency", "signal", "onError"] as const;

/** Where options belong that people give somewhere else. */
const homes: readonly (readonly [home: string, names: readonly string[]])[] = [
  ["createCloudFrontSigner({ … }), which makes the signer", signerOptionNames],
  ['the terms of a call: signUrl(url, { expiresIn: "1h" })', termNames],
  ["the third argument of signUrls", signUrlsOptionNames],
  ["toSetCookie({ … }) of the signed cookies", attributeNames],
];

export function homeOfOption(name: string): string | undefined {
  const [home] = homes.find(([, names]) => names.includes(name)) ?? [];
  return home;
}
