import {
  keyFileVariable,
  keyPairIdVariable,
  keyVariable,
  passphraseVariable,
  publicKeysVariable,
} from "../arguments/variables.ts";
import { type Flag, inGroup } from "../command.ts";

export const keyFlags = inGroup("Key", {
  "key-pair-id": {
    value: "ID",
    does: `the ID in CloudFront of the public key that belongs to the private key, or ${keyPairIdVariable}`,
  },
  "private-key": {
    value: "FILE",
    does: `the private key: a file, file://FILE, "-" for standard input; or ${keyVariable} with its text, ${keyFileVariable} with its path`,
  },
  "passphrase-file": { value: "FILE", does: `the passphrase of an encrypted key, or ${passphraseVariable}` },
  "hash-algorithm": {
    value: "HASH",
    does: "hash of the signature; default: SHA1 for RSA, SHA256 for P-256",
    choices: ["SHA1", "SHA256"],
  },
  "allow-emulator-key-pair-ids": { does: "accept any ID, for an emulator of CloudFront" },
});

export const signOptionFlags = inGroup("When and for whom", {
  "expires-in": {
    value: "TIME",
    does: "time until expiry: seconds, or 90s 15m 6h 7d; for a film, past its end",
  },
  "date-less-than": { value: "TIME", does: "expiry: epoch seconds, or 2030-01-01T00:00:00Z" },
  "date-greater-than": { value: "TIME", does: "start of access" },
  "ip-address": {
    value: "IPV4",
    does: "IPv4 address or CIDR of the viewer; turn IPv6 off for the distribution",
  },
  "cache-window": {
    value: "TIME",
    does: "with --expires-in: the same result for all calls in this time; access lasts up to this much longer",
  },
  "max-lifetime": { value: "TIME", does: "refuse an expiry that is further away than this" },
  policy: { value: "JSON", does: "a policy to sign unchanged: its text, or file://policy.json" },
});

export type KeyFlag = keyof typeof keyFlags;
export type SignOptionFlag = keyof typeof signOptionFlags;

const publicKeyFlags = inGroup("Public keys", {
  "public-key": {
    value: "ID=FILE",
    does: `a public key: its ID in CloudFront, and its file (PEM, DER, JWK, or what aws cloudfront get-public-key prints); or ${publicKeysVariable} with ID=FILE,ID=FILE or with JSON: {"ID": "PEM text"}. verify and explain also accept a FILE alone: it is the key of the ID that it is called after, such as K2JCJMDEHXQW5F.pem, or else of the ID in the request`,
    isRepeatable: true,
  },
  "key-group": {
    value: "DIR",
    does: "a folder of public keys that are named by their IDs: K2JCJMDEHXQW5F.pem (also .pub, .der, .jwk, .json)",
  },
  "allow-emulator-key-pair-ids": { does: "accept any ID, for an emulator of CloudFront" },
});

export const verifierFlags = {
  ...publicKeyFlags,
  restrict: {
    value: "PATTERN",
    does: "path pattern of a cache behavior: PATTERN needs signatures, '!PATTERN' is open. The first that matches decides; a path that none matches is open. Default: every path needs a signature",
    group: "Distribution",
    isRepeatable: true,
  },
  now: {
    value: "TIME",
    does: "use this time instead of the current time: epoch seconds, or 2030-01-01T00:00:00Z",
    group: "Request",
  },
} as const satisfies Record<string, Flag>;

export const viewerFlags = {
  cookie: {
    value: "COOKIES",
    does: "cookies of the request: a whole Cookie header, one NAME=VALUE, or the text of a curl cookie jar",
    group: "Request",
    aliases: ["cookies"],
    isRepeatable: true,
  },
  "ip-address": { value: "IP", does: "the viewer's address", group: "Request" },
} as const satisfies Record<string, Flag>;

export type PublicKeyFlag = keyof typeof publicKeyFlags;
export type VerifierFlag = keyof typeof verifierFlags;
