export default $config({
  app: () => ({ name: "private-files", home: "aws", removal: "retain" }),
  async run() {
    // SST allows no import above run().
    const { privateFiles } = await import("./private-files.js");
    const { domain, sign } = privateFiles("viewers", { keys: ["viewers"], signingKey: "viewers" });
    return { domain, sign: sign.name };
  },
});
