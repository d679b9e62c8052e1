import { callerReference } from "../key-pair.ts";
import { fill, pem } from "../pasted-code.ts";
import { quotedJson } from "../quoted-string.ts";
import { type NamedKey, pascalCase } from "../resource-names.ts";
import keysTf from "./templates/keys.tf?raw";
import keysYaml from "./templates/keys.yaml?raw";

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
