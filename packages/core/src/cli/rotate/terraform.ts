import { hcl, shell } from "../pasted-code.ts";
import type { RotationCode } from "./code.ts";
import { newKeyFiles, newNameOf, type Rotation } from "./rotation.ts";

/** Resources as `keygen --for terraform` makes the first ones. */
export function terraformCode(rotation: Rotation): RotationCode {
  const { name } = rotation;
  const newResource = newNameOf(rotation).replaceAll("-", "_");
  const newKey = `aws_cloudfront_public_key.${newResource}.id`;
  return {
    add: [
      hcl(
        "# A second resource: a new encoded_key in the old one would replace the old key.",
        `resource "aws_cloudfront_public_key" "${newResource}" {`,
        `  name_prefix = "${newNameOf(rotation)}-"`,
        `  encoded_key = file("${newKeyFiles(rotation).publicKey}")`,
        "  lifecycle { create_before_destroy = true }",
        "}",
        "",
        "# The key group that you have, with both keys.",
        `resource "aws_cloudfront_key_group" "${name}" {`,
        `  name = "${name}"`,
        "  items = [",
        `    aws_cloudfront_public_key.${name}.id,`,
        `    ${newKey},`,
        "  ]",
        "}",
        "",
        `output "new_key_pair_id" { value = ${newKey} }`,
      ),
      rotation.newKeyPairId === undefined ? applyAndRead : apply,
    ],
    remove: [
      hcl(
        "# The old key stays a resource until the next step.",
        `resource "aws_cloudfront_key_group" "${name}" {`,
        `  name  = "${name}"`,
        `  items = [${newKey}]`,
        "}",
      ),
      apply,
    ],
    delete: [hcl(`# Remove this resource: aws_cloudfront_public_key.${name}`), apply],
  };
}

const apply = shell("terraform apply");
const applyAndRead = shell("terraform apply", "NEW_KEY_PAIR_ID=$(terraform output -raw new_key_pair_id)");
