import { codeAlone } from "../../foreign/numbered-step.ts";
import { type Code, shell } from "../../foreign/pasted-code.ts";
import { posixWord } from "../../output/shell-word.ts";
import { findKeyGroup } from "./checks.ts";
import {
  newKeyFiles,
  newNameOf,
  type Rotation,
  type RotationChanges,
  type ShellNames,
  shellNames,
} from "./rotation.ts";

/** Lines for a POSIX shell. `get-key-group-config` first: an update replaces the whole configuration. */
export function awsCliChanges(rotation: Rotation): RotationChanges {
  const names = shellNames(rotation);
  const { newKeyPairId, oldKeyPairId } = names;
  return {
    add: codeAlone(
      ...(rotation.keyGroups.length === 0 ? [findKeyGroup(rotation)] : []),
      ...(rotation.newKeyPairId === undefined ? [createPublicKey(rotation)] : []),
      ...updateKeyGroups(names, `[KeyGroupConfig.Items, ['${newKeyPairId}']][]`),
    ),
    remove: codeAlone(...updateKeyGroups(names, `KeyGroupConfig.Items[?@ != '${oldKeyPairId}']`)),
    delete: codeAlone(
      shell(
        `aws cloudfront delete-public-key --id "${oldKeyPairId}" --if-match \\`,
        `  "$(aws cloudfront get-public-key --id "${oldKeyPairId}" --query ETag --output text)"`,
      ),
    ),
  };
}

/** Source: AWS CLI User Guide, "Using shorthand syntax in the AWS CLI", "Loading a file". */
function createPublicKey(rotation: Rotation): Code {
  const name = newNameOf(rotation);
  const config = `CallerReference=${name},Name=${name},EncodedKey@=file://${newKeyFiles(rotation).publicKey}`;
  return shell(
    "NEW_KEY_PAIR_ID=$(aws cloudfront create-public-key \\",
    "  --query PublicKey.Id --output text --public-key-config \\",
    `  ${posixWord(config)})`,
    'echo "The new key pair ID is $NEW_KEY_PAIR_ID"',
  );
}

/**
 * The ETag is read before the configuration: if somebody changes the key group in between, CloudFront refuses
 * the update.
 *
 * Source: CloudFront API Reference, UpdateKeyGroup.
 */
function updateKeyGroups({ keyGroups }: ShellNames, items: string): Code[] {
  return keyGroups.map((keyGroup) =>
    shell(
      `aws cloudfront update-key-group --id "${keyGroup}" \\`,
      `  --if-match "$(aws cloudfront get-key-group-config --id "${keyGroup}" \\`,
      '    --query ETag --output text)" \\',
      `  --key-group-config "$(aws cloudfront get-key-group-config --id "${keyGroup}" \\`,
      `    --output json --query "merge(KeyGroupConfig, {Items: ${items}})")"`,
    ),
  );
}
