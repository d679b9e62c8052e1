/** What a row needs: a URL, a file with a key and a folder. */
export interface Places {
  readonly url: string;
  readonly pem: string;
  readonly folder: string;
}

type CommandFault = [name: string, args: string[], message: string];

/** Arguments that the command refuses, with the whole message in the words of its flags. */
export function commandFaults({ url, pem, folder }: Places): CommandFault[] {
  const id = ["--key-pair-id", "K2JCJMDEHXQW5F"];
  const key = [...id, "--private-key", pem];
  const usual = [...key, "--expires-in", "1h"];
  return [
    ["no URL", [...usual], "Give at least one URL to sign."],
    [
      "a URL beside --cookies",
      [url, "--cookies", ...usual],
      "--cookies: takes no URL; give what the cookies cover with --resource",
    ],
    [
      "no resource",
      ["--cookies", ...usual],
      "ERR_OPTION_MISSING\n--resource: is missing; give the URL or a pattern such as https://cdn.example.com/videos/*",
    ],
    [
      "a wildcard in a URL",
      ["https://d111111abcdef8.cloudfront.net/*", ...usual],
      "ERR_RESOURCE_INVALID\nurl: has a wildcard; write %2A for a real *, or give --resource",
    ],
    [
      "the ID of a key group",
      [url, "--key-pair-id", "8a1b2c3d-0000-4000-8000-1234567890ab", "--private-key", pem],
      "ERR_KEY_PAIR_ID_INVALID\n--key-pair-id: is a UUID, the ID of a key group; copy the ID of the public key, such as K2JCJMDEHXQW5F, from CloudFront's list of public keys; an emulator's ID of that shape needs --allow-any-key-pair-id",
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
      "a flag that resembles no other",
      [url, "--region", "eu-west-1", ...usual],
      "--region: no such option; known here: --key-pair-id, --allow-any-key-pair-id, --private-key, --hash-algorithm, --expires-in, --date-less-than, --date-greater-than, --cache-window, --ip-address, --resource, --policy, --cookies, --help, --version",
    ],
    [
      "a short flag",
      [url, "-x", ...usual],
      "-x: no such option; known here: --key-pair-id, --allow-any-key-pair-id, --private-key, --hash-algorithm, --expires-in, --date-less-than, --date-greater-than, --cache-window, --ip-address, --resource, --policy, --cookies, --help, --version",
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
      "--help: takes no value; remove what follows the =",
    ],
    [
      "a flag twice",
      [url, ...usual, "--ip-address", "192.0.2.1", "--ip-address", "192.0.2.2"],
      "--ip-address: is given twice; keep one",
    ],
    [
      "no key",
      [url, ...id],
      "--private-key: give the file with the private key, or set CLOUDFRONT_PRIVATE_KEY",
    ],
    [
      "a key file that does not exist",
      [url, ...id, "--private-key", "/nowhere/key.pem"],
      "--private-key: cannot read that file (ENOENT); check the path",
    ],
    [
      "a folder for a key",
      [url, ...id, "--private-key", folder],
      "--private-key: cannot read that file (EISDIR); check the path",
    ],
    [
      "no expiry",
      [url, ...key],
      "ERR_OPTION_MISSING\n--date-less-than: there is no expiry; give --date-less-than or --expires-in",
    ],
    [
      "two expiries",
      [url, ...usual, "--date-less-than", "1900000000"],
      "ERR_OPTION_CONFLICT\n--date-less-than: is given together with --expires-in; keep one of them",
    ],
    [
      "an expiry in milliseconds",
      [url, ...key, "--date-less-than", "1900000000000"],
      "ERR_DATE_INVALID\n--date-less-than: 1900000000000 is in milliseconds; divide by 1000: 1900000000",
    ],
    [
      "an expiry without a time",
      [url, ...key, "--date-less-than", "2030-01-01"],
      'ERR_DATE_INVALID\n--date-less-than: "2030-01-01" has no time and no zone; write "2030-01-01T00:00:00Z"',
    ],
    [
      "an expiry that is a length of time",
      [url, ...key, "--date-less-than", "1h"],
      "ERR_DATE_INVALID\n--date-less-than: is a length of time, not a date; pass it as --expires-in, or pass the date itself",
    ],
    [
      "an expiry of 1970",
      [url, ...key, "--date-less-than", "3600"],
      "ERR_DATE_PAST\n--date-less-than: 1970-01-01T01:00:00Z is not in the future; give epoch seconds, or a number of seconds from now as --expires-in",
    ],
    [
      "a length of time in words",
      [url, ...key, "--expires-in", "1 hour"],
      'ERR_DATE_INVALID\n--expires-in: "1 hour" is not understood; write "1h"',
    ],
    [
      "a length of time that is a date",
      [url, ...key, "--expires-in", "2030-01-01T00:00:00Z"],
      "ERR_DATE_INVALID\n--expires-in: is a point in time, not a length of time; pass it as --date-less-than",
    ],
    [
      "a negative length of time",
      [url, ...key, "--expires-in", "-1"],
      "ERR_DATE_INVALID\n--expires-in: is negative; it must be at least 1 second",
    ],
    [
      "a fraction of a second",
      [url, ...key, "--expires-in", "1.5"],
      "ERR_DATE_INVALID\n--expires-in: 1.5 is not a whole number of seconds; round it",
    ],
    [
      "a start after the end",
      [url, ...key, "--date-less-than", "1900000000", "--date-greater-than", "1900000001"],
      "ERR_DATE_ORDER\n--date-greater-than: 2030-03-17T17:46:41Z is not before the expiry time 2030-03-17T17:46:40Z; give an earlier start or a later expiry",
    ],
    [
      "a window beside a fixed expiry",
      [url, ...key, "--date-less-than", "1900000000", "--cache-window", "1h"],
      "ERR_OPTION_CONFLICT\n--cache-window: cannot move a fixed --date-less-than; give --expires-in instead",
    ],
    [
      "an empty address",
      [url, ...usual, "--ip-address", ""],
      "ERR_IP_ADDRESS_INVALID\n--ip-address: is empty; leave it out to allow every address, or pass one",
    ],
    [
      "an IPv6 address",
      [url, ...usual, "--ip-address", "2001:db8::1"],
      "ERR_IP_ADDRESS_INVALID\n--ip-address: is IPv6, which no policy can hold; turn IPv6 off for the distribution, or leave the address out",
    ],
    [
      "a resource on another domain",
      [url, ...usual, "--resource", "https://cdn.example.com/*"],
      "ERR_RESOURCE_MISMATCH\n--resource: does not cover the URL: its domain is cdn.example.com, and that of the URL d111111abcdef8.cloudfront.net; a pattern for it starts with https://d111111abcdef8.cloudfront.net/",
    ],
    [
      "a policy that is no JSON",
      [url, ...key, "--policy", "{"],
      "ERR_POLICY_INVALID\n--policy: it is JSON that ends early; check where the text was cut off",
    ],
    [
      "a policy beside --expires-in",
      [url, ...usual, "--policy", "{}"],
      "ERR_OPTION_CONFLICT\n--expires-in: cannot be combined with --policy; write it into the policy, or remove one",
    ],
  ];
}
