import { utcTime } from "cloudfront-sign-diagnosis/internals";
import { type Code, fill, shell } from "../../foreign/pasted-code.ts";
import { posixWord } from "../../output/shell-word.ts";
import { program } from "../../program.ts";
import { newKeyFiles, type Rotation, shellNames } from "./rotation.ts";
import query from "./templates/log-query.sql?raw";

/** Makes the key pair. */
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
  const { newKeyPairId } = shellNames(rotation);
  return shell(
    `${program()} explain --fetch "$(${program()} sign "$URL" --expires-in 5m \\`,
    `  --key-pair-id "${newKeyPairId}" --private-key ${posixWord(newKeyFiles(rotation).privateKey)})"`,
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
