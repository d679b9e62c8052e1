import { type CodeToolName, codeFor, codeTools, stackName } from "../../foreign/infrastructure.ts";
import { codeAlone, type StepContent } from "../../foreign/numbered-step.ts";
import { type Code, fill, shell } from "../../foreign/pasted-code.ts";
import { newKeyFiles, newNameOf, type Rotation, type RotationChanges } from "./read-rotation.ts";
import { awsCliChanges } from "./shell-lines.ts";
import newKeyTf from "./templates/new-key.tf?raw";
import newKeyYaml from "./templates/new-key.yaml?raw";
import pulumi from "./templates/pulumi.ts?raw";
import sst from "./templates/sst.ts?raw";

/** The template of each change to the resources that `keygen --for` makes. */
interface ChangeTemplates extends Readonly<Record<keyof RotationChanges, string>> {
  /** Lines for a shell that apply the first change, if the new key is no part of the code. */
  readonly deployNewKey?: string;
  /** Sets `NEW_KEY_PAIR_ID` after it. */
  readonly readNewId: string;
}

const stays = "// The old key stays a resource until the next step.";
const keyGroupOfPulumi = `new aws.cloudfront.KeyGroup("__name__", {
  items: [__id__PublicKey__day__.id],
});`;

const pulumiProgram: ChangeTemplates = {
  add: pulumi,
  remove: `${stays}\nexport const __id__KeyGroup = ${keyGroupOfPulumi}`,
  delete: "// Remove __id__PublicKey, and __id__KeyPairId.",
  readNewId: "NEW_KEY_PAIR_ID=$(pulumi stack output __id__KeyPairId__day__)",
};

const templates: Readonly<Record<CodeToolName, ChangeTemplates>> = {
  terraform: {
    add: newKeyTf,
    remove: `# The old key stays a resource until the next step.
resource "aws_cloudfront_key_group" "__name__" {
  name  = "__name__"
  items = [aws_cloudfront_public_key.__newId__.id]
}`,
    delete: "# Remove this resource: aws_cloudfront_public_key.__name__",
    readNewId: "NEW_KEY_PAIR_ID=$(terraform output -raw new_key_pair_id)",
  },
  cdk: {
    add: `// A second construct: CloudFormation cannot change the encodedKey of the old one.
const newPublicKey = new PublicKey(this, "PublicKey__day__", {
  encodedKey: readFileSync("__publicKeyFile__", "utf8"),
});
this.keyGroup = new KeyGroup(this, "KeyGroup", { items: [publicKey, newPublicKey] });
new CfnOutput(this, "KeyPairId__day__", { value: newPublicKey.publicKeyId });`,
    remove: `// The old PublicKey stays in the construct until the next step.
this.keyGroup = new KeyGroup(this, "KeyGroup", { items: [newPublicKey] });`,
    delete: "// Remove the old PublicKey from the construct, and its CfnOutput.",
    readNewId: "# Set NEW_KEY_PAIR_ID to the output KeyPairId__day__.",
  },
  // A template reads no file: the key is a parameter.
  cloudformation: {
    add: newKeyYaml,
    remove: `# The old key stays a resource until the next step.
__id__KeyGroup:
  Type: AWS::CloudFront::KeyGroup
  Properties:
    KeyGroupConfig:
      Name: "__name__"
      Items:
        - !Ref __id__PublicKey__day__`,
    delete: "# Remove the resource __id__PublicKey, and the output __id__KeyPairId.",
    deployNewKey: `${codeTools.cloudformation.deploy} \\
  --parameter-overrides "__id__PublicKey__day__Text=$(cat keys/__newName__.public.pem)"`,
    readNewId: `NEW_KEY_PAIR_ID=$(aws cloudformation describe-stacks --stack-name "${stackName}" \\
  --output text --query "Stacks[0].Outputs[?OutputKey=='__id__KeyPairId__day__'].OutputValue")`,
  },
  // Pulumi in a function.
  sst: {
    ...pulumiProgram,
    add: `${sst}// Add it to what run() returns.
return { __id__KeyPairId__day__: __id__PublicKey__day__.id };`,
    remove: `${stays}\nconst __id__KeyGroup = ${keyGroupOfPulumi}`,
    readNewId: "# Set NEW_KEY_PAIR_ID to the output __id__KeyPairId__day__.",
  },
  pulumi: pulumiProgram,
};

function codeChanges(tool: CodeToolName, rotation: Rotation): RotationChanges {
  const { idOf, deploy } = codeTools[tool];
  const { deployNewKey = deploy, readNewId } = templates[tool];
  const { name, newKeyPairId } = rotation;
  const newName = newNameOf(rotation);
  const values = {
    id: idOf(name),
    name,
    newId: idOf(newName),
    newName,
    day: newName.slice(-"2030-01-01".length).replaceAll("-", ""),
    publicKeyFile: newKeyFiles(rotation).publicKey,
  };
  const changeOf = (change: keyof RotationChanges, lines: string): StepContent =>
    codeAlone(codeFor(tool, templates[tool][change], values), fill("sh", lines, values));
  return {
    add: changeOf("add", newKeyPairId === undefined ? `${deployNewKey}\n${readNewId}` : deployNewKey),
    remove: changeOf("remove", deploy),
    delete: changeOf("delete", deploy),
  };
}

function consoleChanges(rotation: Rotation): RotationChanges {
  const readNewId = shell("# Set NEW_KEY_PAIR_ID to the ID that the console shows for the new public key.");
  const inConsole = (step: string, ...code: readonly Code[]): StepContent => ({
    notes: [`Open CloudFront in the AWS console: ${step}`],
    code,
  });
  return {
    add: inConsole(
      `Public keys, Create public key, and paste ${newKeyFiles(rotation).publicKey}. Then Key groups: edit the key group, and add the new public key.`,
      ...(rotation.newKeyPairId === undefined ? [readNewId] : []),
    ),
    remove: inConsole("Key groups. Edit the key group, and remove the old public key."),
    delete: inConsole("Public keys. Select the old key, and delete it."),
  };
}

export function changesFor(rotation: Rotation): RotationChanges {
  const { tool } = rotation;
  if (tool === "console") return consoleChanges(rotation);
  return tool === "aws-cli" ? awsCliChanges(rotation) : codeChanges(tool, rotation);
}
