const __store__ = new aws.cloudfront.KeyValueStore("__name__", { name: "__name__" });
const __function__ = new aws.cloudfront.Function("__name__", {
  name: "__name__",
  runtime: "cloudfront-js-2.0",
  // SST allows no import above run().
  code: (await import("node:fs")).readFileSync("__file__", "utf8"),
  keyValueStoreAssociations: [__store__.arn],
});
