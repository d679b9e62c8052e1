import { readFileSync } from "node:fs";

// A second resource: a new encodedKey in the old one would replace the old key.
const __id__PublicKey__day__ = new aws.cloudfront.PublicKey("__newName__", {
  encodedKey: readFileSync("__publicKeyFile__", "utf8"),
});
// The key group that you have, with both keys.
export const __id__KeyGroup = new aws.cloudfront.KeyGroup("__name__", {
  items: [__id__PublicKey.id, __id__PublicKey__day__.id],
});
export const __id__KeyPairId__day__ = __id__PublicKey__day__.id;
