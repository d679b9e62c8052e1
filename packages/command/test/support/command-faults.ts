import type { CommandInput } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { commandKeyFaults } from "./command-key-faults.ts";

/** What a row needs: a URL, a file with a key and a folder. */
export interface Places {
  readonly url: string;
  readonly pem: string;
  readonly folder: string;
}

export type CommandFault = [name: string, args: string[], message: string, input?: CommandInput];

/** Arguments that the command refuses, with the whole message in the words of its flags. */
export function commandFaults(places: Places): CommandFault[] {
  const { url, pem } = places;
  const id = ["--key-pair-id", "K2JCJMDEHXQW5F"];
  const key = [...id, "--private-key", pem];
  const usual = [...key, "--expires-in", "1h"];
  return [
    ...commandKeyFaults(places),
    [
      "no expiry",
      [url, ...key],
      "ERR_OPTION_MISSING\n--date-less-than: there is no expiry; pass --date-less-than or --expires-in",
    ],
    ...[
      [url, ...key, "--expires-in", "1", "hour"],
      [...key, "--expires-in", "2", "Weeks", url],
      [url, ...key, "--expires-in=1.5", "h"],
    ].map(
      (args): CommandFault => [
        "a length of time in two words",
        args,
        "--expires-in: write the number and the unit together, such as 90s, 15m, 6h or 7d",
      ],
    ),
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
    ["no URL", [...usual], "Give at least one URL to sign, or - to read them from standard input."],
    [
      "signed cookies by their flag of before",
      [url, "--cookies", ...usual],
      "--cookies: no such option; signed cookies are a command: cloudfront-sign cookies RESOURCE",
    ],
    [
      "the name of a file for a URL",
      [pem, ...usual],
      `${pem}: is a file, not a URL; to read it, write cloudfront-sign sign - < ${pem}`,
    ],
    [
      "a wildcard in a URL",
      ["https://d111111abcdef8.cloudfront.net/*", ...usual],
      "ERR_RESOURCE_INVALID\nurl: has a wildcard; pass the URL of a file, and the pattern as --resource, or sign cookies for the pattern: cloudfront-sign cookies 'https://…/*'; for a real * write %2A",
    ],
    [
      "a wildcard in the second of three URLs",
      [url, "https://d111111abcdef8.cloudfront.net/*", url, ...usual],
      "ERR_RESOURCE_INVALID\nurl 2 of 3: has a wildcard; pass the URL of a file, and the pattern as --resource, or sign cookies for the pattern: cloudfront-sign cookies 'https://…/*'; for a real * write %2A",
    ],
    [
      "a misspelt flag",
      [url, "--ip-adress", "192.0.2.1", ...usual],
      "--ip-adress: no such option; did you mean --ip-address?",
    ],
    [
      "the name of an option of the library",
      [url, "--expiresIn", "1h", ...key],
      "--expiresIn: no such option; did you mean --expires-in?",
    ],
    [
      "the name of an option elsewhere",
      [url, "--expires", "1h", ...key],
      "--expires: no such option; did you mean --expires-in?",
    ],
    [
      "the short name of an address",
      [url, "--ip", "192.0.2.1", ...usual],
      "--ip: no such option; did you mean --ip-address?",
    ],
    [
      "a flag that resembles no other",
      [url, "--interval", "5", ...usual],
      "--interval: no such option; the options are --resource, --url, --expires-in, --date-less-than, --date-greater-than, --ip-address, --cache-window, --max-lifetime, --policy, --key-pair-id, --private-key, --passphrase-file, --hash-algorithm, --allow-emulator-key-pair-ids, --json, --onerror, --help, --version",
    ],
    [
      "a short flag",
      [url, "-x", ...usual],
      "-x: no such option; the options are --resource, --url, --expires-in, --date-less-than, --date-greater-than, --ip-address, --cache-window, --max-lifetime, --policy, --key-pair-id, --private-key, --passphrase-file, --hash-algorithm, --allow-emulator-key-pair-ids, --json, --onerror, --help, --version",
    ],
    [
      "a flag without a value",
      [url, ...usual, "--ip-address"],
      "--ip-address: has no value; write one after it",
    ],
    [
      "a flag whose value is another flag",
      [url, "--ip-address", ...usual],
      "--ip-address: has no value, only another option after it; write one between them",
    ],
    [
      "a value for a flag that takes none",
      [url, "--help=yes"],
      "--help: accepts no value; remove what follows the =",
    ],
    [
      "a flag twice",
      [url, ...usual, "--ip-address", "192.0.2.1", "--ip-address", "192.0.2.2"],
      "--ip-address: is set twice; remove one",
    ],
    [
      "a hash that CloudFront does not know",
      [url, ...usual, "--hash-algorithm", "sha-256"],
      '--hash-algorithm: "sha-256" is not possible here; did you mean SHA256?',
    ],
    [
      "standard input beside a URL",
      ["-", url, ...usual],
      "-: stands for all URLs; pass it alone, or the URLs without it",
    ],
    [
      "standard input for the URLs and for the key",
      ["-", ...id, "--private-key", "-", "--expires-in", "1h"],
      "--private-key: standard input has the URLs already; pass a file",
    ],
    [
      "two URLs in one argument",
      [`${url} ${url}`, ...usual],
      "url: has several URLs; pass each as an argument of its own",
    ],
    [
      "two patterns in one option",
      [url, ...usual, "--resource", `${url}*,${url}/*`],
      "--resource: has several patterns, and a policy has one; sign once for each of them",
    ],
    [
      "a passphrase file that does not exist",
      [url, ...usual, "--passphrase-file", "/nowhere/passphrase"],
      "--passphrase-file: there is no such file; pass the path of a file, or write the passphrase to CLOUDFRONT_PRIVATE_KEY_PASSPHRASE. If this is the passphrase itself, it is in the history of the shell now: remove it there",
    ],
    [
      "a policy file that does not exist",
      [url, ...key, "--policy", "file:///nowhere/policy.json"],
      "--policy: cannot read /nowhere/policy.json (ENOENT); check the path",
    ],
    [
      "a policy that is not JSON",
      [url, ...key, "--policy", "{"],
      "ERR_POLICY_INVALID\n--policy: it is not JSON: it is empty or cut off, or a comma, a bracket or a number is wrong; check the text, and the single quotes around it in a shell",
    ],
    [
      "a file for a policy",
      [url, ...key, "--policy", "policy.json"],
      "--policy: accepts JSON text; for a file write --policy file://policy.json",
    ],
    [
      "a file for a policy as curl takes it",
      [url, ...key, "--policy", "@policies/a b.json"],
      "--policy: accepts JSON text; for a file write --policy file://FILE",
    ],
    [
      "a file for a policy that has another name",
      [url, ...key, "--policy", pem],
      `--policy: accepts JSON text; for a file write --policy file://${pem}`,
    ],
    [
      "a policy that is JSON in JSON",
      [url, ...key, "--policy", '"{}"'],
      "ERR_POLICY_INVALID\n--policy: the policy is not an object; remove the quotes around it and the backslashes in it",
    ],
  ];
}
