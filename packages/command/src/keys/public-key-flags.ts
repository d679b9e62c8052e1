import { publicKeysVariable } from "../arguments/variables.ts";
import type { Flag } from "../command.ts";

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
