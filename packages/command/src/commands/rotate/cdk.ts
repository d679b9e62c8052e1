import { fill, shell } from "../../foreign/pasted-code.ts";
import type { RotationCode } from "./code.ts";
import { dayOf, newKeyFiles, type Rotation } from "./rotation.ts";

const secondKey = `// A second construct: CloudFormation cannot change the encodedKey of the old one.
const newPublicKey = new PublicKey(this, "PublicKey__day__", {
  encodedKey: readFileSync("__publicKeyFile__", "utf8"),
});
this.keyGroup = new KeyGroup(this, "KeyGroup", { items: [publicKey, newPublicKey] });
new CfnOutput(this, "KeyPairId__day__", { value: newPublicKey.publicKeyId });`;

const withoutOldKey = `// The old PublicKey stays in the construct until the next step.
this.keyGroup = new KeyGroup(this, "KeyGroup", { items: [newPublicKey] });`;

/** Changes to the construct that `keygen --for cdk` makes. */
export function cdkCode(rotation: Rotation): RotationCode {
  const day = dayOf(rotation);
  return {
    add: [
      fill("ts", secondKey, { day, publicKeyFile: newKeyFiles(rotation).publicKey }),
      rotation.newKeyPairId === undefined
        ? fill("sh", `${deploy.text}\n# Set NEW_KEY_PAIR_ID to the output KeyPairId__day__.`, { day })
        : deploy,
    ],
    remove: [fill("ts", withoutOldKey, {}), deploy],
    delete: [fill("ts", "// Remove the old PublicKey from the construct, and its CfnOutput.", {}), deploy],
  };
}

const deploy = shell("npx cdk deploy");
