import type { CommandFault, Places } from "./command-faults.ts";

/** Times and lengths of time that the command refuses. */
export function commandTimeFaults({ url, pem }: Places): CommandFault[] {
  const key = ["--key-pair-id", "K2JCJMDEHXQW5F", "--private-key", pem];
  const usual = [...key, "--expires-in", "1h"];
  return [
    [
      "no expiry",
      [url, ...key],
      "ERR_OPTION_MISSING\n--date-less-than: there is no expiry; pass --date-less-than or --expires-in",
    ],
    [
      "two expiries",
      [url, ...usual, "--date-less-than", "1900000000"],
      "ERR_OPTION_CONFLICT\n--date-less-than: cannot be combined with --expires-in; keep one of them",
    ],
    [
      "an expiry in milliseconds",
      [url, ...key, "--date-less-than", "1900000000000"],
      "ERR_DATE_INVALID\n--date-less-than: 1900000000000 is in milliseconds; divide by 1000: 1900000000",
    ],
    [
      "an expiry without a zone",
      [url, ...key, "--date-less-than", "2030-01-01T09:00:00"],
      'ERR_DATE_INVALID\n--date-less-than: "2030-01-01T09:00:00" has no zone; write "2030-01-01T09:00:00Z" if it is in UTC',
    ],
    [
      "an expiry that is a length of time",
      [url, ...key, "--date-less-than", "1h"],
      "ERR_DATE_INVALID\n--date-less-than: is a duration, not a date; pass it as --expires-in, or pass a date",
    ],
    [
      "an expiry of 1970",
      [url, ...key, "--date-less-than", "3600"],
      "ERR_DATE_PAST\n--date-less-than: the expiry time 1970-01-01T01:00:00Z has passed; check the unit: seconds, milliseconds or a duration",
    ],
    [
      "a length of time in words",
      [url, ...key, "--expires-in", "1 hour"],
      'ERR_DATE_INVALID\n--expires-in: "1 hour" is not a duration; pass seconds, or text such as "90s", "15m", "1.5h", "7d", "2w"',
    ],
    [
      "a length of time in two words",
      [url, ...key, "--expires-in", "1", "hour"],
      "--expires-in: write the number and the unit together: 1h",
    ],
    [
      "a length of time in two words before the URL",
      [...key, "--expires-in", "2", "Weeks", url],
      "--expires-in: write the number and the unit together: 14d",
    ],
    [
      "a length of time in two words behind a =",
      [url, ...key, "--expires-in=1.5", "h"],
      "--expires-in: write the number and the unit together: 90m",
    ],
    [
      "a window in two words",
      [url, ...usual, "--cache-window", "30", "min"],
      "--cache-window: write the number and the unit together: 30m",
    ],
    [
      "a length of time that is a date",
      [url, ...key, "--expires-in", "2030-01-01T00:00:00Z"],
      'ERR_DATE_INVALID\n--expires-in: is a point in time, not a length of time such as "1h"; for --expires-in, pass it as --date-less-than',
    ],
    [
      "a negative length of time",
      [url, ...key, "--expires-in", "-1"],
      "ERR_DATE_INVALID\n--expires-in: is -1; pass seconds, at least 1",
    ],
    [
      "a fraction of a second",
      [url, ...key, "--expires-in", "0.5"],
      "ERR_DATE_INVALID\n--expires-in: is 0.5; pass seconds, at least 1",
    ],
    [
      "a start after the end",
      [url, ...key, "--date-less-than", "1900000000", "--date-greater-than", "1900000001"],
      "ERR_DATE_ORDER\n--date-greater-than: the start 2030-03-17T17:46:41Z is not before the expiry time 2030-03-17T17:46:40Z; choose an earlier start or a later expiry",
    ],
    [
      "a window beside a fixed expiry",
      [url, ...key, "--date-less-than", "1900000000", "--cache-window", "1h"],
      "ERR_OPTION_CONFLICT\n--cache-window: works only with --expires-in, not with --date-less-than; pass --expires-in instead",
    ],
  ];
}
