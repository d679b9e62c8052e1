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
  /** Name of a header that your server sets to the viewer's address. Clients can send `X-Forwarded-For` themselves. */
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
  const problem = headerNameProblem(options.ipAddressHeader);
  return problem === undefined ? options : fail("ERR_OPTION_INVALID", "ipAddressHeader", problem);
}

/** A name must be a token: `Headers` throws for all others (RFC 9110, section 5.1). */
function headerNameProblem(name: unknown): string | undefined {
  if (name === undefined) return undefined;
  if (typeof name !== "string")
    return `is ${describeType(name)}; pass the name of a header, such as "CloudFront-Viewer-Address"`;
  if (name === "") return "is empty; name a header, or leave the option out";
  const forbidden = /[^\w!#$%&'*+.^`|~-]/u.exec(name);
  if (!forbidden) return undefined;
  const character = JSON.stringify(forbidden[0]);
  return `has ${character} at position ${forbidden.index + 1}, which no header name has; pass the name alone`;
}
