import { describeSeconds, utcTime } from "../../policy/describe-time.ts";
import type { PlannedStep } from "../numbered-step.ts";
import { program } from "../program.ts";
import { awsCliCode } from "./aws-cli.ts";
import { cdkCode } from "./cdk.ts";
import { findKeyGroup, logQuery, makeKeyPair, requestWithNewKey, waitForDeployment } from "./checks.ts";
import type { RotationCode } from "./code.ts";
import { type RotationDates, rotationDates } from "./dates.ts";
import type { Rotation, RotationTool } from "./rotation.ts";
import { terraformCode } from "./terraform.ts";

/** One step of a rotation. */
export interface RotationStep extends PlannedStep {
  readonly id: RotationStepId;
  /** The earliest time for it. */
  readonly notBefore: Date;
}

type RotationStepId =
  | "make-key-pair"
  | "add-public-key"
  | "wait-for-deployment"
  | "switch-signers"
  | "check-signers"
  | "remove-public-key"
  | "delete-public-key";

const codeFor: Readonly<Record<RotationTool, (rotation: Rotation) => RotationCode>> = {
  "aws-cli": awsCliCode,
  terraform: terraformCode,
  cdk: cdkCode,
};

/** All steps, in their order. */
export function rotationSteps(rotation: Rotation): RotationStep[] {
  const dates = rotationDates(rotation.terms);
  return [...stepsToTheSwitch(rotation, dates), ...stepsAfterTheSwitch(rotation, dates)];
}

function stepsToTheSwitch(rotation: Rotation, dates: RotationDates): RotationStep[] {
  const { terms, tool, newKeyPairId, keyGroups, distributions } = rotation;
  const isMade = newKeyPairId !== undefined;
  // The lines of the AWS CLI have it from the step before.
  const isKeyGroupToFind = tool !== "aws-cli" && keyGroups.length === 0 && distributions.length === 0;
  return [
    {
      id: "make-key-pair",
      notBefore: dates.add,
      title: isMade ? `The new key pair is there: ${newKeyPairId}` : "Make the new key pair",
      notes: ["The private key is for your signers, the public key for CloudFront."],
      code: isMade ? [] : [makeKeyPair(rotation)],
    },
    {
      id: "add-public-key",
      notBefore: dates.add,
      title: "Add the new public key to the key group, beside the old one",
      notes: [
        "CloudFront takes signatures of both keys from then on. A key group holds 5 public keys, and an AWS account 10. Do it in every key group that has the old key, with a --key-group for each.",
      ],
      code: codeFor[tool](rotation).add,
    },
    {
      id: "wait-for-deployment",
      notBefore: dates.switchSigners,
      title: "Wait until the change is deployed, and test the new key",
      notes: [
        `CloudFront promises no time. This plan has ${describeSeconds(terms.deployTime)} for it (--deploy-time). The test asks one edge location, with a URL of yours as $URL. Wait longer if it does not say Allowed.`,
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
        "In one change: an ID with the signature of another key is a 403. Change the secret that loadedKey reads, or the environment variables, and deploy.",
        "If you switch earlier, viewers at edge locations that do not know the new key yet get 403 (InvalidKey).",
      ],
      code: [],
    },
  ];
}

function stepsAfterTheSwitch(rotation: Rotation, dates: RotationDates): RotationStep[] {
  const { terms, tool, oldKeyPairId } = rotation;
  const code = codeFor[tool](rotation);
  const oldKey = oldKeyPairId === undefined ? "the old key" : `the old key ${oldKeyPairId}`;
  return [
    {
      id: "check-signers",
      notBefore: dates.lastSignature,
      title: `Check that no signer uses ${oldKey} any more`,
      notes: [
        `Signers had ${describeSeconds(terms.reloadAfter)} for it (--reload-after). Look at a new URL of each program: ${program} inspect URL. The next dates are right only if none has the old ID. If one switches later, plan again with --switched TIME.`,
      ],
      code: [],
    },
    {
      id: "remove-public-key",
      notBefore: dates.remove,
      title: "Remove the old public key from the key group",
      notes: [
        `By then every URL and cookie of the old key has expired: it was signed ${utcTime(dates.lastSignature)} at the latest. If you remove it earlier, viewers who still have one get 403 (InvalidKey).`,
        "These dates cannot know of a program that you forgot. Standard logs can: ask Athena which requests with the old key still succeed. There should be none. Entries can be 24 hours late, and cookies are in them only if the distribution logs cookies.",
      ],
      code: [logQuery(rotation, dates.remove), ...code.remove],
    },
    {
      id: "delete-public-key",
      notBefore: dates.delete,
      title: "Delete the old public key, and destroy the old private key",
      notes: [
        "Until then you can undo the step before: add the old public key to the key group again, and its URLs work again.",
      ],
      code: code.delete,
    },
  ];
}
