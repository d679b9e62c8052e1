import { callerReference } from "../key-pair.ts";
import { jsonString } from "../pasted-code.ts";
import { type NamedKey, pascalCase } from "../resource-names.ts";

/** Command lines for a POSIX shell. JSON in single quotes: nothing in it needs an escape. */
export function awsCliSetup({ name, publicKey }: NamedKey): string {
  const config = {
    CallerReference: callerReference(name, publicKey),
    Name: name,
    EncodedKey: publicKey,
  };
  return `KEY_PAIR_ID=$(aws cloudfront create-public-key --query PublicKey.Id --output text \\
  --public-key-config '${JSON.stringify(config)}')
KEY_GROUP_ID=$(aws cloudfront create-key-group --query KeyGroup.Id --output text \\
  --key-group-config '{"Name":"${name}","Items":["'"$KEY_PAIR_ID"'"]}')
echo "Sign with --key-pair-id $KEY_PAIR_ID"
echo "Give the cache behavior of the private path the key group $KEY_GROUP_ID"
`;
}

export function terraformSetup({ name, publicKey }: NamedKey): string {
  return `resource "aws_cloudfront_public_key" "${name}" {
  name_prefix = "${name}-"
  encoded_key = <<-EOT
${indented(publicKey, "    ")}  EOT
  lifecycle { create_before_destroy = true }
}

# For the cache behavior of the private path: trusted_key_groups = [aws_cloudfront_key_group.${name}.id]
resource "aws_cloudfront_key_group" "${name}" {
  name  = "${name}"
  items = [aws_cloudfront_public_key.${name}.id]
}

# Sign with this ID.
output "${name}_key_pair_id" { value = aws_cloudfront_public_key.${name}.id }
`;
}

export function cloudFormationSetup({ name, publicKey }: NamedKey): string {
  const id = pascalCase(name);
  return `Resources:
  ${id}PublicKey:
    Type: AWS::CloudFront::PublicKey
    Properties:
      PublicKeyConfig:
        CallerReference: ${callerReference(name, publicKey)}
        Name: ${jsonString(name)}
        EncodedKey: |
${indented(publicKey, "          ")}
  # For the cache behavior of the private path: TrustedKeyGroups: [!Ref ${id}KeyGroup]
  ${id}KeyGroup:
    Type: AWS::CloudFront::KeyGroup
    Properties:
      KeyGroupConfig:
        Name: ${jsonString(name)}
        Items:
          - !Ref ${id}PublicKey

Outputs:
  ${id}KeyPairId:
    Description: Sign with this ID
    Value: !Ref ${id}PublicKey
`;
}

function indented(text: string, indent: string): string {
  return text.replace(/^(?=.)/gm, indent);
}
