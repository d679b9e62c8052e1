// For index.ts (or a module of its own).
import * as aws from "@pulumi/aws";

const __id__PublicKey = new aws.cloudfront.PublicKey("__name__", {
  encodedKey: `__publicKey__`,
});
// For the cache behavior of the private path: trustedKeyGroups: [__id__KeyGroup.id]
export const __id__KeyGroup = new aws.cloudfront.KeyGroup("__name__", {
  items: [__id__PublicKey.id],
});
// Sign with this ID.
export const __id__KeyPairId = __id__PublicKey.id;
