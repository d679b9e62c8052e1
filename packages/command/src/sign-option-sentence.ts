import { utcTime } from "cloudfront-sign-diagnosis/internals";
import type { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { limits, readDuration, readInstant } from "cloudfront-sign-webcrypto/internals";
import type { Arguments } from "./command.ts";

import { numberOrText } from "./read-time.ts";
import type { SignOptionFlag } from "./signing-flags.ts";

/**
 * What to change about the flags that an error is about; `undefined` if the library's own sentence says it. It looks
 * at the flags, never at the message.
 */
export function signOptionSentence(
  { code, option }: CloudFrontSignError,
  args: Arguments<SignOptionFlag>,
): string | undefined {
  switch (code) {
    case "ERR_OPTION_MISSING":
      return option === "dateLessThan"
        ? "there is no expiry; pass --date-less-than or --expires-in"
        : undefined;
    case "ERR_OPTION_CONFLICT":
      return conflictSentence(option, args);
    case "ERR_DATE_INVALID":
    case "ERR_DATE_PAST":
      return dateSentence(option, args);
    default:
      return undefined;
  }
}

function conflictSentence(option: string, args: Arguments<SignOptionFlag>): string | undefined {
  // An attribute of cookies, not a term.
  if (option === "path") return undefined;
  if (args.has("policy")) return "cannot be combined with --policy; write it into the policy, or remove one";
  if (option === "cacheWindow") return "cannot move a fixed --date-less-than; give --expires-in instead";
  return option === "dateLessThan" ? "is given together with --expires-in; keep one of them" : undefined;
}

function dateSentence(option: string, args: Arguments<SignOptionFlag>): string | undefined {
  if (option === "expiresIn") {
    const duration = readDuration(numberOrText(args.value("expires-in")));
    return typeof duration === "object" && duration.isDate
      ? "is a point in time, not a length of time; pass it as --date-less-than"
      : undefined;
  }
  if (option !== "dateLessThan" && option !== "dateGreaterThan") return undefined;
  const text = args.value(option === "dateLessThan" ? "date-less-than" : "date-greater-than");
  const instant = readInstant(numberOrText(text));
  if (typeof instant === "object")
    return instant.isDuration
      ? "is a length of time, not a date; pass it as --expires-in, or pass the date itself"
      : undefined;
  return instant < limits.earliestPlausible
    ? `${utcTime(new Date(instant * 1000))} is not in the future; give epoch seconds, or a number of seconds from now as --expires-in`
    : undefined;
}
