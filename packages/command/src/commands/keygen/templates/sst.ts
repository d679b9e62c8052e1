const __id__PublicKey = new aws.cloudfront.PublicKey("__name__", {
  encodedKey: `__publicKey__`,
});
// For the cache behavior of the private path: trustedKeyGroups: [__id__KeyGroup.id]
const __id__KeyGroup = new aws.cloudfront.KeyGroup("__name__", {
  items: [__id__PublicKey.id],
});
