import {
  camelCase,
  type InfrastructureTool,
  type NamedKey,
  pascalCase,
} from "../../foreign/infrastructure.ts";
import { fill, pem } from "../../foreign/pasted-code.ts";
import { quotedJson } from "../../foreign/quoted-string.ts";
import { callerReference } from "../../keys/key-pair.ts";
import cdk from "./templates/cdk.ts?raw";
import keysTf from "./templates/keys.tf?raw";
import keysYaml from "./templates/keys.yaml?raw";
import pulumi from "./templates/pulumi.ts?raw";
import sst from "./templates/sst.ts?raw";

export interface Setup {
  /** All that is pasted. */
  paste(key: NamedKey): string;
  /** Where to paste it. */
  readonly where: string;
}

export const setups: Readonly<Record<InfrastructureTool, Setup>> = {
  console: {
    paste: ({ publicKey }) => publicKey,
    where:
      "Open CloudFront in the AWS console: Public keys, Create public key, and paste the key. Then Key groups, Create key group, with this public key in it.",
  },
  "aws-cli": {
    paste: awsCliSetup,
    where: "Run it in a POSIX shell: bash, zsh, AWS CloudShell.",
  },
  terraform: { paste: terraformSetup, where: "Put it into a .tf file." },
  cdk: { paste: cdkSetup, where: "Put it into a file of its own, such as lib/viewer-keys.ts." },
  cloudformation: {
    paste: cloudFormationSetup,
    where: "It is a whole template; put its parts into yours, or deploy it.",
  },
  sst: { paste: sstSetup, where: "Put it into run() of sst.config.ts." },
  pulumi: { paste: pulumiSetup, where: "Put it into index.ts, or a module of its own." },
};

/** Command lines for a POSIX shell. */
export function awsCliSetup({ name, publicKey }: NamedKey): string {
  const config = {
    CallerReference: callerReference(name, publicKey),
    Name: name,
    EncodedKey: publicKey,
  };
  return `KEY_PAIR_ID=$(aws cloudfront create-public-key --query PublicKey.Id --output text \\
  --public-key-config '${quotedJson(config)}')
KEY_GROUP_ID=$(aws cloudfront create-key-group --query KeyGroup.Id --output text \\
  --key-group-config '{"Name":${quotedJson(name)},"Items":["'"$KEY_PAIR_ID"'"]}')
echo "Sign with --key-pair-id $KEY_PAIR_ID"
echo "Give the cache behavior of the private path the key group $KEY_GROUP_ID"
`;
}

export function terraformSetup({ name, publicKey }: NamedKey): string {
  return `${fill("hcl", keysTf, { name, publicKey: pem(publicKey) }).text}\n`;
}

export function cloudFormationSetup({ name, publicKey }: NamedKey): string {
  const values = {
    id: pascalCase(name),
    name,
    callerReference: callerReference(name, publicKey),
    publicKey: pem(publicKey),
  };
  return `${fill("yaml", keysYaml, values).text}\n`;
}

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
