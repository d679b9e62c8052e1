import type { Rotation } from "./rotation.ts";

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
