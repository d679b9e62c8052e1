import { utcTime } from "cloudfront-sign-diagnosis/internals";
import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import type { PlannedStep } from "../../foreign/numbered-step.ts";
import { program } from "../../program.ts";
import { changesFor } from "./changes.ts";
import { rotationDates } from "./dates.ts";
import type { Rotation } from "./read-rotation.ts";
import { findKeyGroup, logQuery, makeKeyPair, requestWithNewKey, waitForDeployment } from "./shell-lines.ts";

export interface RotationStep extends PlannedStep {
  readonly id: string;
  readonly notBefore: Date;
}

export function rotationSteps(rotation: Rotation): RotationStep[] {
  const { terms, tool, oldKeyPairId, newKeyPairId, keyGroups, distributions } = rotation;
  const dates = rotationDates(terms);
  const changes = changesFor(rotation);
  const isMade = newKeyPairId !== undefined;
  // The lines of the AWS CLI have it from the step before.
  const isKeyGroupToFind = tool !== "aws-cli" && keyGroups.length === 0 && distributions.length === 0;
  const oldKey = oldKeyPairId === undefined ? "the old key" : `the old key ${oldKeyPairId}`;
  return [
    {
      id: "make-key-pair",
      notBefore: dates.add,
      title: isMade ? `The new key pair exists: ${newKeyPairId}` : "Make the new key pair",
      notes: ["The private key is for your signers, the public key for CloudFront."],
      code: isMade ? [] : [makeKeyPair(rotation)],
    },
    {
      id: "add-public-key",
      notBefore: dates.add,
      title: "Add the new public key to the key group, beside the old one",
      notes: [
        "When this is deployed (next step), CloudFront accepts signatures of both keys. A key group can have 5 public keys, and an AWS account 10. Do this in every key group that has the old key: repeat --key-group.",
        ...changes.add.notes,
      ],
      code: changes.add.code,
    },
    {
      id: "wait-for-deployment",
      notBefore: dates.switchSigners,
      title: "Wait until the change is deployed, and test the new key",
      notes: [
        `CloudFront promises no time. This plan allows ${describeSeconds(terms.deployTime)} (--deploy-time). The test requests a URL of yours, $URL, from one edge location. If it does not print Allowed, wait longer.`,
      ],
      code: [
        ...(isKeyGroupToFind ? [findKeyGroup(rotation)] : []),
        waitForDeployment(rotation),
        requestWithNewKey(rotation),
      ],
    },
    {
      id: "switch-signers",
      notBefore: dates.switchSigners,
      title: "Give the signers the new private key and the new ID, together",
      notes: [
        "Change both at once: CloudFront answers 403 if the ID does not belong to the key that signed. Change the secret that loadedKey reads, or change the environment variables and deploy.",
        "If you switch earlier, viewers at edge locations without the new key get 403 (InvalidKey).",
      ],
      code: [],
    },
    {
      id: "check-signers",
      notBefore: dates.lastSignature,
      title: `Check that no signer uses ${oldKey} any more`,
      notes: [
        `Signers had ${describeSeconds(terms.reloadAfter)} to switch (--reload-after). Check a new URL of each program: ${program()} inspect URL. The next dates are right only if no new URL has the old ID. If a program switches later, make a new plan with --switched TIME.`,
      ],
      code: [],
    },
    {
      id: "remove-public-key",
      notBefore: dates.remove,
      title: "Remove the old public key from the key group",
      notes: [
        `By then every URL and cookie of the old key has expired, because the last one was signed before ${utcTime(dates.lastSignature)}. If you remove the key earlier, viewers who still have one get 403 (InvalidKey).`,
        "The plan cannot know about a program that you forgot, but standard logs show its requests. This query for Athena finds requests with the old key that still succeed. There should be none. Entries can be 24 hours late, and they have cookies only if the distribution logs cookies.",
        ...changes.remove.notes,
      ],
      code: [logQuery(rotation, dates.remove), ...changes.remove.code],
    },
    {
      id: "delete-public-key",
      notBefore: dates.delete,
      title: "Delete the old public key, and destroy the old private key",
      notes: [
        "Before this step you can still undo the previous one: add the old public key to the key group again, and its URLs work again.",
        ...changes.delete.notes,
      ],
      code: changes.delete.code,
    },
  ];
}
