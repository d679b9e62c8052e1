import { readDate } from "../../arguments/read-time.ts";
import { refuse } from "../../arguments/refusal.ts";
import { type Arguments, type Flag, inGroup } from "../../command.ts";
import {
  type InfrastructureTool,
  readIds,
  readName,
  readSeconds,
  readTool,
  toolFlag,
} from "../../foreign/infrastructure.ts";
import type { RotationTerms } from "./dates.ts";

const times = "Times (seconds, or 90s 15m 6h 7d)";
const names = "IDs and names";

export const rotateFlags = {
  ...inGroup(times, {
    "longest-lifetime": {
      value: "TIME",
      does: "the longest time from a signature to its expiry in all programs that sign with the old key",
    },
    "cache-window": { value: "TIME", does: "the longest cacheWindow of these programs; default: none" },
    "reload-after": {
      value: "TIME",
      does: "how long it takes until every signer has the new key: the time of a deployment, or twice the reloadAfter of loadedKey plus its timeout; default: 1h",
    },
    "deploy-time": {
      value: "TIME",
      does: "how long CloudFront takes to deploy a change of the key group; default: 35m, the limit of aws cloudfront wait",
    },
    "clock-margin": { value: "TIME", does: "how much the signers' clocks may be off; default: 5m" },
    from: {
      value: "TIME",
      does: "when you start: epoch seconds, or 2030-01-01T09:00:00Z; default: now. It is in the past for a rotation that has begun",
    },
    switched: {
      value: "TIME",
      does: "when every signer had the new key, once you know it: the later dates count from there",
    },
  }),
  ...inGroup(names, {
    "old-key-pair-id": { value: "ID", does: "the ID of the public key that signs now" },
    "new-key-pair-id": { value: "ID", does: "the ID of the new public key, if CloudFront has it already" },
    "key-group": {
      value: "ID",
      does: "the ID (a UUID) of a key group that contains the old key",
      isRepeatable: true,
    },
    distribution: {
      value: "ID",
      does: "a distribution to wait for; default: all distributions of the key groups",
      isRepeatable: true,
    },
    name: {
      value: "NAME",
      does: "the name of the old key and of the key group in your template; default: viewers. The new key gets this name with the start date",
    },
  }),
  for: toolFlag,
  json: { does: "print one line of JSON", group: "Output" },
} as const satisfies Record<string, Flag>;

export type RotateFlag = keyof typeof rotateFlags;

/** A rotation as the arguments describe it. IDs that are not known yet are `undefined`. */
export interface Rotation {
  readonly terms: RotationTerms;
  readonly isFromGiven: boolean;
  readonly tool: InfrastructureTool;
  readonly name: string;
  readonly oldKeyPairId: string | undefined;
  readonly newKeyPairId: string | undefined;
  readonly keyGroups: readonly string[];
  readonly distributions: readonly string[];
}

export function readRotation(args: Arguments<RotateFlag>): Rotation {
  if (args.positionals.length > 0)
    refuse(
      "rotate accepts only options; write --longest-lifetime 7d, with the longest lifetime of your URLs",
    );
  const [oldKeyPairId] = readIds(args, "old-key-pair-id", "public-key");
  const [newKeyPairId] = readIds(args, "new-key-pair-id", "public-key");
  if (oldKeyPairId !== undefined && oldKeyPairId === newKeyPairId)
    refuse(
      "--new-key-pair-id: is the same as --old-key-pair-id; pass the ID that CloudFront gave to the new public key, or leave it out",
    );
  return {
    terms: readTerms(args),
    isFromGiven: args.has("from"),
    tool: readTool(args),
    name: readName(args, "viewers"),
    oldKeyPairId,
    newKeyPairId,
    keyGroups: readIds(args, "key-group", "key-group"),
    distributions: readIds(args, "distribution", "distribution"),
  };
}

function readTerms(args: Arguments<RotateFlag>): RotationTerms {
  if (!args.has("longest-lifetime"))
    refuse(
      "--longest-lifetime: is missing; pass the longest time from a signature to its expiry in all your programs, such as 7d",
    );
  const from = readTime(args, "from") ?? wholeSeconds(Date.now());
  const switched = readTime(args, "switched");
  if (switched !== undefined && switched < from)
    refuse("--switched: is before the start; check --from, which is now if it is not given");
  // 0s means none, which the library does not take.
  const readLength = (flag: RotateFlag, otherwise: string): number => {
    const text = args.value(flag) ?? otherwise;
    return /^0[smhd]?$/.test(text) ? 0 : readSeconds(flag, text);
  };
  return {
    from,
    switched,
    longestLifetime: readSeconds("longest-lifetime", args.value("longest-lifetime") ?? ""),
    cacheWindow: readLength("cache-window", "0s"),
    deployTime: readLength("deploy-time", "35m"),
    reloadAfter: readLength("reload-after", "1h"),
    clockMargin: readLength("clock-margin", "5m"),
  };
}

/** A time in the past is that of a rotation that goes on. */
function readTime(args: Arguments<RotateFlag>, flag: "from" | "switched"): Date | undefined {
  const text = args.value(flag);
  if (text === undefined) return undefined;
  const date = readDate(text);
  return typeof date === "string" ? refuse(`--${flag}: ${date}`) : wholeSeconds(date.getTime());
}

function wholeSeconds(milliseconds: number): Date {
  return new Date(Math.ceil(milliseconds / 1000) * 1000);
}
