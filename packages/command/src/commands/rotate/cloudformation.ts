import { deployTemplate, stackName } from "../../foreign/deploy.ts";
import { pascalCase } from "../../foreign/infrastructure.ts";
import { fill, shell } from "../../foreign/pasted-code.ts";
import type { RotationCode } from "./code.ts";
import { dayOf, newKeyFiles, newNameOf, type Rotation } from "./rotation.ts";
import newKey from "./templates/new-key.yaml?raw";

const withoutOldKey = `# The old key stays a resource until the next step.
__id__KeyGroup:
  Type: AWS::CloudFront::KeyGroup
  Properties:
    KeyGroupConfig:
      Name: "__name__"
      Items:
        - !Ref __id__PublicKey__day__`;

/** Changes to the template that `keygen --for cloudformation` makes. A template reads no file: the key is a parameter. */
export function cloudFormationCode(rotation: Rotation): RotationCode {
  const { name } = rotation;
  const [id, day, newName] = [pascalCase(name), dayOf(rotation), newNameOf(rotation)];
  const { publicKey } = newKeyFiles(rotation);
  const withKey = `--parameter-overrides "${id}PublicKey${day}Text=$(cat ${publicKey})"`;
  return {
    add: [
      fill("yaml", newKey, { id, day, name, newName }),
      shell(
        `${deployTemplate.text} \\`,
        `  ${withKey}`,
        ...(rotation.newKeyPairId === undefined ? newIdOf(`${id}KeyPairId${day}`) : []),
      ),
    ],
    remove: [fill("yaml", withoutOldKey, { id, day, name }), deployTemplate],
    delete: [
      fill("yaml", "# Remove the resource __id__PublicKey, and the output __id__KeyPairId.", { id }),
      deployTemplate,
    ],
  };
}

function newIdOf(output: string): string[] {
  return [
    `NEW_KEY_PAIR_ID=$(aws cloudformation describe-stacks --stack-name "${stackName}" \\`,
    `  --output text --query "Stacks[0].Outputs[?OutputKey=='${output}'].OutputValue")`,
  ];
}
