const __id__Store = new aws.cloudfront.KeyValueStore("__name__", { name: "__name__" });
const __id__Function = new aws.cloudfront.Function("__name__", {
  name: "__name__",
  runtime: "cloudfront-js-2.0",
  // SST allows no import above run().
  code: (await import("node:fs")).readFileSync("__file__", "utf8"),
  keyValueStoreAssociations: [__id__Store.arn],
});
