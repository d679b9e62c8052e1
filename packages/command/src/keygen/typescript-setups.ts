import { fill } from "../pasted-code.ts";
import { camelCase, type NamedKey, pascalCase } from "../resource-names.ts";
import cdk from "./templates/cdk.ts?raw";
import pulumi from "./templates/pulumi.ts?raw";
import sst from "./templates/sst.ts?raw";

/** A file of its own: a construct with both resources. */
export function cdkSetup({ name, publicKey }: NamedKey): string {
  return `${fill("ts", cdk, { id: `${pascalCase(name)}Keys`, publicKey }).text}\n`;
}

/** No file by itself has a `return` outside a function. */
const returned = `// Sign with this ID. If run() returns something already, add it there.
return { __id__KeyPairId: __id__PublicKey.id };`;

/** SST makes `aws` a global of its configuration. */
export function sstSetup({ name, publicKey }: NamedKey): string {
  return `${fill("ts", sst + returned, { id: camelCase(name), name, publicKey }).text}\n`;
}

export function pulumiSetup({ name, publicKey }: NamedKey): string {
  return `${fill("ts", pulumi, { id: camelCase(name), name, publicKey }).text}\n`;
}
