import {
  camelCase,
  deploySst,
  deployTemplate,
  type InfrastructureTool,
  pascalCase,
  stackName,
} from "../../foreign/infrastructure.ts";
import { type Code, fillFrom, type Language, shell } from "../../foreign/pasted-code.ts";
import { awsCliChanges } from "./aws-cli.ts";
import {
  type ChangeId,
  dayOf,
  newKeyFiles,
  newNameOf,
  type Rotation,
  type RotationChanges,
} from "./rotation.ts";
import newKeyTf from "./templates/new-key.tf?raw";
import newKeyYaml from "./templates/new-key.yaml?raw";
import pulumi from "./templates/pulumi.ts?raw";
import sst from "./templates/sst.ts?raw";

/** A tool that changes resources as `keygen --for` makes the first ones: a template for each change. */
interface ResourceTool extends Readonly<Record<ChangeId, string>> {
  readonly language: Language;
  /** The name in the form of the language. */
  readonly idOf: (name: string) => string;
  /** Lines for a shell that apply a change. */
  readonly deploy: string;
  /** The same with the new key, if it is no part of the code. */
  readonly deployNewKey?: string;
  /** Sets `NEW_KEY_PAIR_ID` after it. */
  readonly readNewId: string;
}

const cdk: ResourceTool = {
  language: "ts",
  idOf: pascalCase,
  add: `// A second construct: CloudFormation cannot change the encodedKey of the old one.
const newPublicKey = new PublicKey(this, "PublicKey__day__", {
  encodedKey: readFileSync("__publicKeyFile__", "utf8"),
});
this.keyGroup = new KeyGroup(this, "KeyGroup", { items: [publicKey, newPublicKey] });
new CfnOutput(this, "KeyPairId__day__", { value: newPublicKey.publicKeyId });`,
  remove: `// The old PublicKey stays in the construct until the next step.
this.keyGroup = new KeyGroup(this, "KeyGroup", { items: [newPublicKey] });`,
  delete: "// Remove the old PublicKey from the construct, and its CfnOutput.",
  deploy: "npx cdk deploy",
  readNewId: "# Set NEW_KEY_PAIR_ID to the output KeyPairId__day__.",
};

/** A template reads no file: the key is a parameter. */
const cloudFormation: ResourceTool = {
  language: "yaml",
  idOf: pascalCase,
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
  deploy: deployTemplate,
  deployNewKey: `${deployTemplate} \\
  --parameter-overrides "__id__PublicKey__day__Text=$(cat keys/__newName__.public.pem)"`,
  readNewId: `NEW_KEY_PAIR_ID=$(aws cloudformation describe-stacks --stack-name "${stackName}" \\
  --output text --query "Stacks[0].Outputs[?OutputKey=='__id__KeyPairId__day__'].OutputValue")`,
};

const terraform: ResourceTool = {
  language: "hcl",
  idOf: (name) => name.replaceAll("-", "_"),
  add: newKeyTf,
  remove: `# The old key stays a resource until the next step.
resource "aws_cloudfront_key_group" "__name__" {
  name  = "__name__"
  items = [aws_cloudfront_public_key.__newId__.id]
}`,
  delete: "# Remove this resource: aws_cloudfront_public_key.__name__",
  deploy: "terraform apply",
  readNewId: "NEW_KEY_PAIR_ID=$(terraform output -raw new_key_pair_id)",
};

const stays = "// The old key stays a resource until the next step.";
const keyGroupOfPulumi = `new aws.cloudfront.KeyGroup("__name__", {
  items: [__id__PublicKey__day__.id],
});`;

const pulumiProgram: ResourceTool = {
  language: "ts",
  idOf: camelCase,
  add: pulumi,
  remove: `${stays}\nexport const __id__KeyGroup = ${keyGroupOfPulumi}`,
  delete: "// Remove __id__PublicKey, and __id__KeyPairId.",
  deploy: "pulumi up",
  readNewId: "NEW_KEY_PAIR_ID=$(pulumi stack output __id__KeyPairId__day__)",
};

/** Pulumi in a function. */
const sstFunction: ResourceTool = {
  ...pulumiProgram,
  add: `${sst}// Add it to what run() returns.
return { __id__KeyPairId__day__: __id__PublicKey__day__.id };`,
  remove: `${stays}\nconst __id__KeyGroup = ${keyGroupOfPulumi}`,
  deploy: deploySst,
  readNewId: "# Set NEW_KEY_PAIR_ID to the output __id__KeyPairId__day__.",
};

function resourceChanges(tool: ResourceTool, rotation: Rotation): RotationChanges {
  const { language, idOf, deploy, deployNewKey = deploy, readNewId } = tool;
  const { name, newKeyPairId } = rotation;
  const newName = newNameOf(rotation);
  const values = {
    id: idOf(name),
    name,
    newId: idOf(newName),
    newName,
    day: dayOf(rotation),
    publicKeyFile: newKeyFiles(rotation).publicKey,
  };
  const codeOf = (change: ChangeId, lines: string): Code[] => [
    fillFrom(language, tool[change], values),
    fillFrom("sh", lines, values),
  ];
  return {
    add: codeOf("add", newKeyPairId === undefined ? `${deployNewKey}\n${readNewId}` : deployNewKey),
    remove: codeOf("remove", deploy),
    delete: codeOf("delete", deploy),
  };
}

/** What to choose in the AWS console. */
function consoleChanges(rotation: Rotation): RotationChanges {
  return {
    add:
      rotation.newKeyPairId === undefined
        ? [shell("# Set NEW_KEY_PAIR_ID to the ID that the console shows for the new public key.")]
        : [],
    remove: [],
    delete: [],
    notes: {
      add: `Open CloudFront in the AWS console: Public keys, Create public key, and paste ${newKeyFiles(rotation).publicKey}. Then Key groups: edit the key group, and add the new public key.`,
      remove:
        "Open CloudFront in the AWS console: Key groups. Edit the key group, and remove the old public key.",
      delete: "Open CloudFront in the AWS console: Public keys. Select the old key, and delete it.",
    },
  };
}

/** How each tool changes CloudFront. */
export const changesFor: Readonly<Record<InfrastructureTool, (rotation: Rotation) => RotationChanges>> = {
  console: consoleChanges,
  "aws-cli": awsCliChanges,
  terraform: (rotation) => resourceChanges(terraform, rotation),
  cdk: (rotation) => resourceChanges(cdk, rotation),
  cloudformation: (rotation) => resourceChanges(cloudFormation, rotation),
  sst: (rotation) => resourceChanges(sstFunction, rotation),
  pulumi: (rotation) => resourceChanges(pulumiProgram, rotation),
};
