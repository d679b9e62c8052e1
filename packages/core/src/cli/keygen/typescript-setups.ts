import { camelCase, type NamedKey, pascalCase } from "../resource-names.ts";

/** A file of its own: a construct with both resources. */
export function cdkSetup({ name, publicKey }: NamedKey): string {
  const id = `${pascalCase(name)}Keys`;
  return `import { CfnOutput } from "aws-cdk-lib";
import { KeyGroup, PublicKey } from "aws-cdk-lib/aws-cloudfront";
import { Construct } from "constructs";

/** For the behavior of the private path: trustedKeyGroups: [new ${id}(this, "${id}").keyGroup] */
export class ${id} extends Construct {
  readonly keyGroup: KeyGroup;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const publicKey = new PublicKey(this, "PublicKey", {
      encodedKey: \`${publicKey}\`,
    });
    this.keyGroup = new KeyGroup(this, "KeyGroup", { items: [publicKey] });
    // Sign with this ID.
    new CfnOutput(this, "KeyPairId", { value: publicKey.publicKeyId });
  }
}
`;
}

/** SST makes `aws` a global of its configuration. */
export function sstSetup(key: NamedKey): string {
  const id = camelCase(key.name);
  return `${pulumiResources(key, "const")}// Sign with this ID. If run() returns something already, add it there.
return { ${id}KeyPairId: ${id}PublicKey.id };
`;
}

export function pulumiSetup(key: NamedKey): string {
  const id = camelCase(key.name);
  return `import * as aws from "@pulumi/aws";

${pulumiResources(key, "export const")}// Sign with this ID.
export const ${id}KeyPairId = ${id}PublicKey.id;
`;
}

function pulumiResources(
  { name, publicKey }: NamedKey,
  keyGroupDeclaration: "const" | "export const",
): string {
  const id = camelCase(name);
  return `const ${id}PublicKey = new aws.cloudfront.PublicKey("${name}", {
  encodedKey: \`${publicKey}\`,
});
// For the cache behavior of the private path: trustedKeyGroups: [${id}KeyGroup.id]
${keyGroupDeclaration} ${id}KeyGroup = new aws.cloudfront.KeyGroup("${name}", {
  items: [${id}PublicKey.id],
});
`;
}
