import { utcTime } from "cloudfront-sign-diagnosis/internals";
import { codeAlone } from "../../foreign/numbered-step.ts";
import { type Code, fill, shell } from "../../foreign/pasted-code.ts";
import { posixWord } from "../../output/shell-word.ts";
import { program } from "../../program.ts";
import { newKeyFiles, newNameOf, type Rotation, type RotationChanges } from "./read-rotation.ts";
import query from "./templates/log-query.sql?raw";

/** How each ID is written in a line for a shell: as itself, or as a variable. */
function shellNames({ oldKeyPairId, newKeyPairId, keyGroups }: Rotation) {
  return {
    oldKeyPairId: oldKeyPairId ?? "$OLD_KEY_PAIR_ID",
    newKeyPairId: newKeyPairId ?? "$NEW_KEY_PAIR_ID",
    keyGroups: keyGroups.length > 0 ? keyGroups : ["$KEY_GROUP_ID"],
  };
}

export function makeKeyPair(rotation: Rotation): Code {
  const out = newKeyFiles(rotation).privateKey.replace(/\.private\.pem$/, "");
  return shell(`${program()} keygen --out ${posixWord(out)}`);
}

/** If there are several IDs, the lines after it get them as one word, which CloudFront refuses. */
export function findKeyGroup(rotation: Rotation): Code {
  return shell(
    "KEY_GROUP_ID=$(aws cloudfront list-key-groups --output text --query \\",
    `  "KeyGroupList.Items[?contains(KeyGroup.KeyGroupConfig.Items, '${shellNames(rotation).oldKeyPairId}')].KeyGroup.Id")`,
    'echo "Key groups with the old key: $KEY_GROUP_ID"',
  );
}

/**
 * Waits until every edge location has the key group.
 *
 * Source: AWS CLI Command Reference, cloudfront wait distribution-deployed, list-distributions-by-key-group.
 */
export function waitForDeployment(rotation: Rotation): Code {
  const { distributions } = rotation;
  const ids =
    distributions.length > 0
      ? [`for id in ${distributions.map(posixWord).join(" ")}; do`]
      : shellNames(rotation).keyGroups.flatMap((keyGroup, i, { length }) => [
          `${i === 0 ? "for id in" : " "} $(aws cloudfront list-distributions-by-key-group --key-group-id "${keyGroup}" \\`,
          `    --query 'DistributionIdList.Items[]' --output text)${i + 1 < length ? " \\" : "; do"}`,
        ]);
  return shell(...ids, '  aws cloudfront wait distribution-deployed --id "$id"', "done");
}

/** Requests a URL that the new key signed. `$URL` is one of the user's own. */
export function requestWithNewKey(rotation: Rotation): Code {
  return shell(
    `${program()} explain --fetch "$(${program()} sign "$URL" --expires-in 5m \\`,
    `  --key-pair-id "${shellNames(rotation).newKeyPairId}" --private-key ${posixWord(newKeyFiles(rotation).privateKey)})"`,
  );
}

/**
 * Finds successful requests with the old key in standard logs, after every URL of it has expired: they come from
 * forgotten programs.
 *
 * Source: Amazon Athena User Guide, "Create a table for CloudFront standard logs (legacy)".
 */
export function logQuery({ oldKeyPairId }: Rotation, since: Date): Code {
  return fill("sql", query, { since: utcTime(since), id: oldKeyPairId ?? "OLD_KEY_PAIR_ID" });
}

export function awsCliChanges(rotation: Rotation): RotationChanges {
  const { oldKeyPairId, newKeyPairId, keyGroups } = shellNames(rotation);
  /**
   * The ETag is read before the configuration, which an update replaces as a whole: if somebody changes the key group
   * in between, CloudFront refuses the update.
   *
   * Source: CloudFront API Reference, UpdateKeyGroup.
   */
  const updateKeyGroups = (items: string): Code[] =>
    keyGroups.map((keyGroup) =>
      shell(
        `aws cloudfront update-key-group --id "${keyGroup}" \\`,
        `  --if-match "$(aws cloudfront get-key-group-config --id "${keyGroup}" \\`,
        '    --query ETag --output text)" \\',
        `  --key-group-config "$(aws cloudfront get-key-group-config --id "${keyGroup}" \\`,
        `    --output json --query "merge(KeyGroupConfig, {Items: ${items}})")"`,
      ),
    );
  return {
    add: codeAlone(
      ...(rotation.keyGroups.length === 0 ? [findKeyGroup(rotation)] : []),
      ...(rotation.newKeyPairId === undefined ? [createPublicKey(rotation)] : []),
      ...updateKeyGroups(`[KeyGroupConfig.Items, ['${newKeyPairId}']][]`),
    ),
    remove: codeAlone(...updateKeyGroups(`KeyGroupConfig.Items[?@ != '${oldKeyPairId}']`)),
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
