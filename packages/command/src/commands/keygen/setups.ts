import {
  type CodeToolName,
  codeFor,
  codeTools,
  type InfrastructureTool,
} from "../../foreign/infrastructure.ts";
import { pem, quotedJson } from "../../foreign/pasted-code.ts";
import { callerReference } from "../../keys/key-pair.ts";
import cdk from "./templates/cdk.ts?raw";
import keysTf from "./templates/keys.tf?raw";
import keysYaml from "./templates/keys.yaml?raw";
import pulumi from "./templates/pulumi.ts?raw";
import sst from "./templates/sst.ts?raw";

/** A public key, and the name that it gets in CloudFront. */
interface NamedKey {
  readonly name: string;
  /** PEM text with the line break at its end. */
  readonly publicKey: string;
}

/** What makes the public key and a key group. No file by itself has a `return` outside a function. */
const templates: Readonly<Record<CodeToolName, string>> = {
  terraform: keysTf,
  cdk,
  cloudformation: keysYaml,
  sst: `${sst}// Sign with this ID. If run() returns something already, add it there.
return { __id__KeyPairId: __id__PublicKey.id };`,
  pulumi,
};

export function setupFor(tool: InfrastructureTool, { name, publicKey }: NamedKey): string {
  if (tool === "console") return publicKey;
  if (tool === "aws-cli") return awsCliSetup({ name, publicKey });
  const values = {
    name,
    callerReference: callerReference(name, publicKey),
    // TypeScript has it in quotes, the others in lines of its own.
    publicKey: codeTools[tool].language === "ts" ? publicKey : pem(publicKey),
  };
  return `${codeFor(tool, templates[tool], values).text}\n`;
}

export const places: Readonly<Record<InfrastructureTool, string>> = {
  console:
    "Open CloudFront in the AWS console: Public keys, Create public key, and paste the key. Then Key groups, Create key group, with this public key in it.",
  "aws-cli": "Run it in a POSIX shell: bash, zsh, AWS CloudShell.",
  terraform: "Put it into a .tf file.",
  cdk: "Put it into a file of its own, such as lib/viewer-keys.ts.",
  cloudformation: "It is a whole template; put its parts into yours, or deploy it.",
  sst: "Put it into run() of sst.config.ts.",
  pulumi: "Put it into index.ts, or a module of its own.",
};

function awsCliSetup({ name, publicKey }: NamedKey): string {
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
