/// <reference path="./.sst/platform/config.d.ts" />

export default $config({
  app: () => ({ name: "private-files", home: "aws" }),
  async run() {
    // SST allows no import above run().
    const { readFileSync } = await import("node:fs");
    const { PrivateFiles } = await import("./private-files.ts");

    // As `npx cloudfront-sign-cli keygen --for sst` prints it. `npx cloudfront-sign-cli rotate --for sst` prints the changes.
    const viewersPublicKey = new aws.cloudfront.PublicKey("viewers", {
      encodedKey: readFileSync("keys/viewers.public.pem", "utf8"),
    });
    const viewersKeyGroup = new aws.cloudfront.KeyGroup("viewers", {
      items: [viewersPublicKey.id],
    });

    const files = new PrivateFiles("PrivateFiles", {
      keyGroup: viewersKeyGroup,
      publicKey: viewersPublicKey,
      privateKey: new sst.Secret("ViewersPrivateKey").value,
    });
    const { domain, secretArn } = files;
    const link = new sst.Linkable("PrivateFiles", {
      properties: { domain, secretArn },
      include: [sst.aws.permission({ actions: ["secretsmanager:GetSecretValue"], resources: [secretArn] })],
    });
    // Without `url`: only who may invoke it gets a signed URL.
    new sst.aws.Function("SignUrl", { handler: "sign-url.handler", link: [link] });

    return { domain, viewersKeyPairId: viewersPublicKey.id };
  },
});
