import type { InfrastructureTool } from "../../foreign/infrastructure.ts";
import type { StepContent } from "../../foreign/numbered-step.ts";
import type { RotationTerms } from "./dates.ts";

/** A rotation as the arguments describe it. IDs that are not known yet are `undefined`. */
export interface Rotation {
  readonly terms: RotationTerms;
  /** Whether `--from` gave the start. */
  readonly isFromGiven: boolean;
  /** The tool that changes the key group. */
  readonly tool: InfrastructureTool;
  /** The name of the old key and of the key group, in a template. */
  readonly name: string;
  readonly oldKeyPairId: string | undefined;
  readonly newKeyPairId: string | undefined;
  /** Every key group that has the old key. */
  readonly keyGroups: readonly string[];
  readonly distributions: readonly string[];
}

/** The name of the new key: that of the old one with the day of the rotation. */
export function newNameOf({ name, terms }: Rotation): string {
  return `${name}-${terms.from.toISOString().slice(0, "2030-01-01".length)}`;
}

/** The day of the rotation, as a part of a name. */
export function dayOf({ terms }: Rotation): string {
  return terms.from.toISOString().slice(0, "2030-01-01".length).replaceAll("-", "");
}

/** The files that `keygen --out` writes for it, without their endings. */
export function newKeyFiles(rotation: Rotation): { readonly privateKey: string; readonly publicKey: string } {
  const path = `keys/${newNameOf(rotation)}`;
  return { privateKey: `${path}.private.pem`, publicKey: `${path}.public.pem` };
}

/** How each ID is written in a line for a shell: as itself, or as a variable. */
export interface ShellNames {
  readonly oldKeyPairId: string;
  readonly newKeyPairId: string;
  readonly keyGroups: readonly string[];
}

export function shellNames({ oldKeyPairId, newKeyPairId, keyGroups }: Rotation): ShellNames {
  return {
    oldKeyPairId: oldKeyPairId ?? "$OLD_KEY_PAIR_ID",
    newKeyPairId: newKeyPairId ?? "$NEW_KEY_PAIR_ID",
    keyGroups: keyGroups.length > 0 ? keyGroups : ["$KEY_GROUP_ID"],
  };
}

/** The steps that change CloudFront. */
export type ChangeId = "add" | "remove" | "delete";

/** What is told of these steps. */
export type RotationChanges = Readonly<Record<ChangeId, StepContent>>;
