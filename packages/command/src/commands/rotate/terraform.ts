import { fill, shell } from "../../foreign/pasted-code.ts";
import type { RotationCode } from "./code.ts";
import { newKeyFiles, newNameOf, type Rotation } from "./rotation.ts";
import newKey from "./templates/new-key.tf?raw";

const withoutOldKey = `# The old key stays a resource until the next step.
resource "aws_cloudfront_key_group" "__name__" {
  name  = "__name__"
  items = [aws_cloudfront_public_key.__newResource__.id]
}`;

/** Resources as `keygen --for terraform` makes the first ones. */
export function terraformCode(rotation: Rotation): RotationCode {
  const { name } = rotation;
  const newName = newNameOf(rotation);
  const newResource = newName.replaceAll("-", "_");
  const { publicKey: publicKeyFile } = newKeyFiles(rotation);
  return {
    add: [
      fill("hcl", newKey, { name, newName, newResource, publicKeyFile }),
      rotation.newKeyPairId === undefined ? applyAndRead : apply,
    ],
    remove: [fill("hcl", withoutOldKey, { name, newResource }), apply],
    delete: [fill("hcl", "# Remove this resource: aws_cloudfront_public_key.__name__", { name }), apply],
  };
}

const apply = shell("terraform apply");
const applyAndRead = shell("terraform apply", "NEW_KEY_PAIR_ID=$(terraform output -raw new_key_pair_id)");
