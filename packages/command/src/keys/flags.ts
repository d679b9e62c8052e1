import {
  keyFileVariable,
  keyPairIdVariable,
  keyVariable,
  passphraseVariable,
  publicKeysVariable,
} from "../arguments/variables.ts";
import type { Flag } from "../command.ts";

/** The flags of the key that signs. */
export const keyFlags = {
  "key-pair-id": {
    value: "ID",
    does: `the ID in CloudFront of the public key that belongs to the private key, or ${keyPairIdVariable}`,
    group: "Key",
  },
  "private-key": {
    value: "FILE",
    does: `the private key: a file, file://FILE, "-" for standard input; or ${keyVariable} with its text, ${keyFileVariable} with its path`,
    group: "Key",
  },
  "passphrase-file": {
    value: "FILE",
    does: `the passphrase of an encrypted key, or ${passphraseVariable}`,
    group: "Key",
  },
  "hash-algorithm": {
    value: "HASH",
    does: "hash of the signature; default: SHA1 for RSA, SHA256 for P-256",
    group: "Key",
    choices: ["SHA1", "SHA256"],
  },
  "allow-emulator-key-pair-ids": {
    does: "accept any ID, for an emulator of CloudFront",
    group: "Key",
  },
} as const satisfies Record<string, Flag>;

/** The flags of a policy, without what it covers. */
export const signOptionFlags = {
  "expires-in": {
    value: "TIME",
    does: "time until expiry: seconds, or 90s 15m 6h 7d; for a film, past its end",
    group: "When and for whom",
  },
  "date-less-than": {
    value: "TIME",
    does: "expiry: epoch seconds, or 2030-01-01T00:00:00Z",
    group: "When and for whom",
  },
  "date-greater-than": { value: "TIME", does: "start of access", group: "When and for whom" },
  "ip-address": {
    value: "IPV4",
    does: "IPv4 address or CIDR of the viewer; turn IPv6 off for the distribution",
    group: "When and for whom",
  },
  "cache-window": {
    value: "TIME",
    does: "with --expires-in: the same result for all calls in this time; access lasts up to this much longer",
    group: "When and for whom",
  },
  "max-lifetime": {
    value: "TIME",
    does: "refuse an expiry that is further away than this",
    group: "When and for whom",
  },
  policy: {
    value: "JSON",
    does: "a policy to sign unchanged: its text, or file://policy.json",
    group: "When and for whom",
  },
} as const satisfies Record<string, Flag>;

export type KeyFlag = keyof typeof keyFlags;
export type SignOptionFlag = keyof typeof signOptionFlags;

/** The flags of the public keys that verify. */
const publicKeyFlags = {
  "public-key": {
    value: "ID=FILE",
    does: `a public key: its ID in CloudFront, and its file (PEM, DER, JWK, or what aws cloudfront get-public-key prints); or ${publicKeysVariable} with ID=FILE,ID=FILE or with JSON: {"ID": "PEM text"}. verify and explain also accept a FILE alone: it is the key of the ID that it is called after, such as K2JCJMDEHXQW5F.pem, or else of the ID in the request`,
    group: "Public keys",
    isRepeatable: true,
  },
  "key-group": {
    value: "DIR",
    does: "a folder of public keys that are named by their IDs: K2JCJMDEHXQW5F.pem (also .pub, .der, .jwk, .json)",
    group: "Public keys",
  },
  "allow-emulator-key-pair-ids": {
    does: "accept any ID, for an emulator of CloudFront",
    group: "Public keys",
  },
} as const satisfies Record<string, Flag>;

/** The flags of everything that decides besides the request. */
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

/** The flags of what a viewer sends besides the URL. */
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
