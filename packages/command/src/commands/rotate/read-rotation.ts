import { readInstant } from "cloudfront-sign-webcrypto/internals";
import { numberOrText } from "../../arguments/read-time.ts";
import { refuse } from "../../arguments/refusal.ts";
import type { Arguments } from "../../command.ts";
import { checkId, checkName, type InfrastructureTool } from "../../foreign/infrastructure.ts";
import { readSeconds } from "../../keys/read-duration.ts";
import type { RotationTerms } from "./dates.ts";
import type { RotateFlag } from "./flags.ts";
import type { Rotation } from "./rotation.ts";

type DurationFlag = Extract<
  RotateFlag,
  "longest-lifetime" | "cache-window" | "deploy-time" | "reload-after" | "clock-margin"
>;

/** The rotation that the flags ask for. Refuses the first one that is wrong. */
export function readRotation(args: Arguments<RotateFlag>): Rotation {
  if (args.positionals.length > 0)
    refuse(
      "rotate accepts only options; write --longest-lifetime 7d, with the longest lifetime of your URLs",
    );
  const oldKeyPairId = readKeyPairId(args, "old-key-pair-id");
  const newKeyPairId = readKeyPairId(args, "new-key-pair-id");
  if (oldKeyPairId !== undefined && oldKeyPairId === newKeyPairId)
    refuse(
      "--new-key-pair-id: is the same as --old-key-pair-id; pass the ID that CloudFront gave to the new public key, or leave it out",
    );
  return {
    terms: readTerms(args),
    isFromGiven: args.has("from"),
    tool: (args.value("for") ?? "aws-cli") as InfrastructureTool,
    name: checkName(args.value("name") ?? "viewers"),
    oldKeyPairId,
    newKeyPairId,
    keyGroups: args.values("key-group").map((id) => checkId("key-group", id, "key-group")),
    distributions: args.values("distribution").map((id) => checkId("distribution", id, "distribution")),
  };
}

function readTerms(args: Arguments<RotateFlag>): RotationTerms {
  if (!args.has("longest-lifetime"))
    refuse(
      "--longest-lifetime: is missing; pass the longest time from a signature to its expiry in all your programs, such as 7d",
    );
  const from = readTime(args, "from") ?? new Date(Math.ceil(Date.now() / 1000) * 1000);
  const switched = readTime(args, "switched");
  if (switched !== undefined && switched < from)
    refuse("--switched: is before the start; check --from, which is now if it is not given");
  return {
    from,
    switched,
    longestLifetime: readLength(args, "longest-lifetime", "0s"),
    cacheWindow: readLength(args, "cache-window", "0s"),
    deployTime: readLength(args, "deploy-time", "35m"),
    reloadAfter: readLength(args, "reload-after", "1h"),
    clockMargin: readLength(args, "clock-margin", "5m"),
  };
}

/** A length of time; `0s` means none, which the library does not take. */
function readLength(args: Arguments<RotateFlag>, flag: DurationFlag, otherwise: string): number {
  const text = args.value(flag) ?? otherwise;
  return flag !== "longest-lifetime" && /^0[smhd]?$/.test(text) ? 0 : readSeconds(flag, text);
}

/** A time in the past is that of a rotation that goes on. */
function readTime(args: Arguments<RotateFlag>, flag: "from" | "switched"): Date | undefined {
  const text = args.value(flag);
  if (text === undefined) return undefined;
  const seconds = readInstant(numberOrText(text));
  if (typeof seconds === "number") return new Date(Math.ceil(seconds) * 1000);
  const problem = seconds.isDuration
    ? "is a length of time; write a date such as 2030-01-01T09:00:00Z"
    : seconds.sentence;
  return refuse(`--${flag}: ${problem}`);
}

function readKeyPairId(
  args: Arguments<RotateFlag>,
  flag: "old-key-pair-id" | "new-key-pair-id",
): string | undefined {
  const id = args.value(flag);
  return id === undefined ? undefined : checkId(flag, id, "public-key");
}
