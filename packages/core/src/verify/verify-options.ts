import { fail } from "../errors.ts";
import { readOptions } from "../options/read-options.ts";
import { describeType } from "../options/type-name.ts";

/** What is known of a request besides its URL and cookies. */
export interface VerifyOptions {
  /** The time of the request. Default: the verifier's clock. */
  readonly now?: Date | undefined;
  /** The viewer's address as the server saw it. Without it, a policy with `IpAddress` allows nothing. */
  readonly ipAddress?: string | undefined;
}

/** What is known of a request besides its URL and headers. */
export interface VerifyRequestOptions extends VerifyOptions {
  /** Name of a header that your server sets to the viewer's address. `X-Forwarded-For` throws: clients can send it themselves. */
  readonly ipAddressHeader?: string | undefined;
}

const optionNames = ["now", "ipAddress"] as const;

const noOptions: VerifyOptions = {};

/** Reads the options of one decision. They are configuration, so a misspelt one throws. */
export function readVerifyOptions(options: VerifyOptions | undefined): VerifyOptions {
  return options === undefined ? noOptions : readOptions("options", options, optionNames);
}

const requestOptionNames = ["now", "ipAddress", "ipAddressHeader"] as const;

/** Reads the options of `verifyRequest`. */
export function readVerifyRequestOptions(given: VerifyRequestOptions): VerifyRequestOptions {
  const options = readOptions("options", given, requestOptionNames);
  const { ipAddressHeader: name } = options;
  if (typeof name === "string" && /^(?:x-)?forwarded(?:-for)?$/i.test(name))
    fail(
      "ERR_OPTION_INVALID",
      "ipAddressHeader",
      `is ${name}, which clients can send themselves; pass the name of a header that your server sets, or the address as ipAddress`,
    );
  // A token: `Headers` throws for all others (RFC 9110, section 5.1).
  if (name === undefined || (typeof name === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(name))) return options;
  return fail(
    "ERR_OPTION_INVALID",
    "ipAddressHeader",
    `is not the name of a header (received ${describeType(name)}); pass the name alone, such as "CloudFront-Viewer-Address"`,
  );
}
