import { utcTime } from "cloudfront-sign-diagnosis/internals";
import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import { idFor, plansOf } from "../../foreign/infrastructure.ts";
import { nothing, readSection, type Section } from "../../foreign/plan.ts";
import { program } from "../../program.ts";
import { rotationDates } from "./dates.ts";
import type { Rotation } from "./read-rotation.ts";
import plan from "./templates/plan.md?raw";

export interface RotationStep extends Section {
  readonly id: string;
  readonly notBefore: Date;
}

export function rotationSteps(rotation: Rotation): RotationStep[] {
  const { terms, tool, name, oldKeyPairId, newKeyPairId, keyGroups, distributions } = rotation;
  const dates = rotationDates(terms);
  const day = terms.from.toISOString().slice(0, "2030-01-01".length);
  // The new key has the name of the old one with the day of the rotation.
  const newName = `${name}-${day}`;
  const values = {
    id: idFor(tool, name),
    name,
    newId: idFor(tool, newName),
    newName,
    day: day.replaceAll("-", ""),
    program: program().split(" "),
    distributions,
    oldKey: oldKeyPairId === undefined ? "the old key" : `the old key ${oldKeyPairId}`,
    oldKeyPairId: oldKeyPairId ?? "OLD_KEY_PAIR_ID",
    newKeyPairId: newKeyPairId ?? "",
    deployTime: describeSeconds(terms.deployTime),
    reloadAfter: describeSeconds(terms.reloadAfter),
    lastSignature: utcTime(dates.lastSignature),
    since: utcTime(dates.remove),
  };
  const variables = {
    OLD_KEY_PAIR_ID: oldKeyPairId === undefined ? [] : [oldKeyPairId],
    NEW_KEY_PAIR_ID: newKeyPairId === undefined ? [] : [newKeyPairId],
    KEY_GROUP_ID: keyGroups,
    DISTRIBUTION_ID: distributions,
  };
  const findKeyGroup = readSection(plan, "find-key-group", values, variables);
  const ofTool = (id: string): Section =>
    readSection(plansOf[tool], id, { ...values, findKeyGroup }, variables);
  const sections = {
    // The lines of the AWS CLI have it from the step before.
    findKeyGroup: tool === "aws-cli" || distributions.length > 0 ? nothing : findKeyGroup,
    add: ofTool("add-key"),
    remove: ofTool("remove-key"),
    delete: ofTool("delete-key"),
  };
  const step = (id: string, notBefore: Date, section = id): RotationStep => ({
    id,
    notBefore,
    ...readSection(plan, section, { ...values, ...sections }, variables),
  });
  return [
    step("make-key-pair", dates.add, newKeyPairId === undefined ? "make-key-pair" : "keep-key-pair"),
    step("add-public-key", dates.add),
    step("wait-for-deployment", dates.switchSigners),
    step("switch-signers", dates.switchSigners),
    step("check-signers", dates.lastSignature),
    step("remove-public-key", dates.remove),
    step("delete-public-key", dates.delete),
  ];
}
