import { shell, typescript } from "../pasted-code.ts";
import type { RotationCode } from "./code.ts";
import { newKeyFiles, newNameOf, type Rotation } from "./rotation.ts";

/** Changes to the construct that `keygen --for cdk` makes. */
export function cdkCode(rotation: Rotation): RotationCode {
  const day = newNameOf(rotation).slice(rotation.name.length).replaceAll("-", "");
  return {
    add: [
      typescript(
        "// A second construct: CloudFormation cannot change the encodedKey of the old one.",
        `const newPublicKey = new PublicKey(this, "PublicKey${day}", {`,
        `  encodedKey: readFileSync("${newKeyFiles(rotation).publicKey}", "utf8"),`,
        "});",
        'this.keyGroup = new KeyGroup(this, "KeyGroup", { items: [publicKey, newPublicKey] });',
        `new CfnOutput(this, "KeyPairId${day}", { value: newPublicKey.publicKeyId });`,
      ),
      rotation.newKeyPairId === undefined
        ? shell("npx cdk deploy", `# Set NEW_KEY_PAIR_ID to the output KeyPairId${day}.`)
        : deploy,
    ],
    remove: [
      typescript(
        "// The old PublicKey stays in the construct until the next step.",
        'this.keyGroup = new KeyGroup(this, "KeyGroup", { items: [newPublicKey] });',
      ),
      deploy,
    ],
    delete: [typescript("// Remove the old PublicKey from the construct, and its CfnOutput."), deploy],
  };
}

const deploy = shell("npx cdk deploy");
