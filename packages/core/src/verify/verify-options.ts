import { fail } from "../errors.ts";
import { readOptions } from "../options/read-options.ts";

/** What is known of a request beside its URL and cookies. */
export interface VerifyOptions {
  /** When the request came. Default: the verifier's clock. */
  readonly now?: Date | undefined;
  /** The viewer's address as the server saw it. Without it, a policy that names an address allows nothing. */
  readonly ipAddress?: string | undefined;
}

/** What is known of a request beside what it brings itself. */
export interface VerifyRequestOptions extends VerifyOptions {
  /** Name of a header that your server sets or trusts, with the viewer's address. */
  readonly ipAddressHeader?: string | undefined;
}

/** The options of one decision: configuration, so that a misspelt one throws. */
export function readVerifyOptions(options: VerifyOptions): VerifyOptions {
  return readOptions("options", options, ["now", "ipAddress"]);
}

/** The same for a request. */
export function readVerifyRequestOptions(given: VerifyRequestOptions): VerifyRequestOptions {
  const options = readOptions("options", given, ["now", "ipAddress", "ipAddressHeader"]);
  const { ipAddressHeader } = options;
  if (ipAddressHeader !== undefined && !isHeaderName(ipAddressHeader))
    fail(
      "ERR_OPTION_INVALID",
      "ipAddressHeader",
      "expected the name of a header, such as CloudFront-Viewer-Address",
    );
  return options;
}

/** A token, as RFC 9110 has it in section 5.1: `Headers` throws for any other name. */
function isHeaderName(name: unknown): boolean {
  return typeof name === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}
