import { deploySst } from "../../foreign/deploy.ts";
import { camelCase } from "../../foreign/infrastructure.ts";
import { fill, shell } from "../../foreign/pasted-code.ts";
import type { RotationCode } from "./code.ts";
import { dayOf, newKeyFiles, newNameOf, type Rotation } from "./rotation.ts";
import pulumi from "./templates/pulumi.ts?raw";
import sst from "./templates/sst.ts?raw";

const returned = `// Add it to what run() returns.
return { __id__KeyPairId__day__: __id__PublicKey__day__.id };`;

const withoutOldKey = `new aws.cloudfront.KeyGroup("__name__", {
  items: [__id__PublicKey__day__.id],
});`;

/** Changes to the resources that `keygen --for pulumi` makes. */
export function pulumiCode(rotation: Rotation): RotationCode {
  const { id, name, day, added } = valuesOf(rotation);
  const up = shell("pulumi up");
  return {
    add: [
      fill("ts", pulumi, added),
      rotation.newKeyPairId === undefined
        ? fill("sh", `${up.text}\nNEW_KEY_PAIR_ID=$(pulumi stack output __id__KeyPairId__day__)`, { id, day })
        : up,
    ],
    remove: [fill("ts", `${stays}\nexport const __id__KeyGroup = ${withoutOldKey}`, { id, name, day }), up],
    delete: [fill("ts", oldResources, { id }), up],
  };
}

/** Changes to the resources that `keygen --for sst` makes: Pulumi in a function. */
export function sstCode(rotation: Rotation): RotationCode {
  const { id, name, day, added } = valuesOf(rotation);
  return {
    add: [
      fill("ts", sst + returned, added),
      rotation.newKeyPairId === undefined
        ? fill("sh", `${deploySst.text}\n# Set NEW_KEY_PAIR_ID to the output __id__KeyPairId__day__.`, {
            id,
            day,
          })
        : deploySst,
    ],
    remove: [fill("ts", `${stays}\nconst __id__KeyGroup = ${withoutOldKey}`, { id, name, day }), deploySst],
    delete: [fill("ts", oldResources, { id }), deploySst],
  };
}

const stays = "// The old key stays a resource until the next step.";
const oldResources = "// Remove __id__PublicKey, and __id__KeyPairId.";

function valuesOf(rotation: Rotation) {
  const [id, name, day] = [camelCase(rotation.name), rotation.name, dayOf(rotation)];
  const { publicKey: publicKeyFile } = newKeyFiles(rotation);
  return { id, name, day, added: { id, name, day, newName: newNameOf(rotation), publicKeyFile } };
}
