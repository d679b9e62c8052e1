import type { Grant, GrantOptions, OnEvent, SetCookieAttributes } from "cloudfront-sign-webcrypto";
import {
  checkAttributes,
  describeType,
  events,
  fail,
  memberOf,
  readOptions,
  requestTime,
  typeTag,
} from "cloudfront-sign-webcrypto/internals";
import type { PlatformRequest } from "cloudfront-sign-webcrypto/verify";
import { readAllowedOrigins } from "./allowed-origins.ts";
import type { GrantDecision } from "./grant-decision.ts";

/** Options of {@link grantHandler}. */
export interface GrantHandlerOptions<Context extends unknown[] = []> {
  /** Signs the grants: the signer of `createCloudFrontSigner`. */
  readonly signer: {
    /** Makes the grant: `signer.grant`. */
    grant(options: GrantOptions): Promise<Grant>;
  };
  /**
   * Returns what to grant to this viewer, or `{ refused: "signed-out" }`, `{ refused: "forbidden" }`. It is
   * called for every renewal, so it should not extend the viewer's session.
   *
   * Build `resource` from your own data, not from what the viewer sent: a `*` or `?` in it would grant more. The handler
   * returns 500 if the resource has a wildcard that is in the request's URL, escaped or not, or that comes from
   * another argument, such as a parsed body, and has the same characters beside it (`4*`). It cannot check what
   * `authorize` itself reads. To pass a pattern of your own as an argument, pass the whole URL
   * (`https://cdn.example.com/course/*`), or an object whose member has a name in capitals, as environment variables
   * have: `{ CDN_PATTERN: "/course/*" }`. Without a `*`, the resource is one URL.
   */
  readonly authorize: (
    request: PlatformRequest,
    ...context: Context
  ) => GrantDecision | Promise<GrantDecision>;
  /**
   * Sends the grant as signed cookies with these attributes. Give a function where they depend on the
   * request, such as a `path` per course. Default: the answer has the query.
   */
  readonly cookies?:
    | SetCookieAttributes
    | ((request: PlatformRequest, ...context: Context) => SetCookieAttributes)
    | undefined;
  /**
   * Other origins whose pages may ask for grants, written as browsers send them: `https://app.example.com`. The
   * handler answers them with CORS headers for credentials. Default: only its own origin.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Called with each error that the handler answers with 500 or 503. Errors of `onError` itself are ignored. Default:
   * `console.error`.
   */
  readonly onError?: ((error: unknown, request: PlatformRequest, ...context: Context) => void) | undefined;
  /** Returns the current time. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
  /** Is called for each grant and each refusal: `CloudFrontEvent` of the core. What it throws is ignored. */
  readonly onEvent?: OnEvent | undefined;
}

const optionNames = [
  "signer",
  "authorize",
  "cookies",
  "allowedOrigins",
  "onError",
  "now",
  "onEvent",
] as const;

/** The options, checked, with the defaults filled in. */
export interface CheckedOptions<Context extends unknown[]>
  extends Pick<GrantHandlerOptions<Context>, "signer" | "authorize" | "now" | "onEvent"> {
  /** The attributes of the cookies; `undefined` where the answer has the query. */
  readonly attributesOf: AttributesOf<Context> | undefined;
  readonly allowedOrigins: readonly string[];
  readonly onError: (error: unknown, request: PlatformRequest, ...context: Context) => void;
}

type AttributesOf<Context extends unknown[]> = (
  request: PlatformRequest,
  ...context: Context
) => SetCookieAttributes;

/** Throws for options with which the handler cannot work. */
export function readGrantHandlerOptions<Context extends unknown[]>(
  given: GrantHandlerOptions<Context>,
): CheckedOptions<Context> {
  const options = readOptions("options", given, optionNames);
  const { signer, authorize, cookies, allowedOrigins = [], onError = logError, now } = options;
  if (typeof memberOf(signer, "grant") !== "function")
    fail(
      "ERR_OPTION_INVALID",
      "signer",
      `received ${describeType(signer)}; pass the signer that createCloudFrontSigner({ keyPairId, privateKey }) returns`,
    );
  checkFunction("authorize", authorize, '(request) => ({ resource: "https://…/*", expiresIn: "10m" })');
  checkFunction("onError", onError, "(error) => console.error(error)");
  requestTime(undefined, now);
  return {
    signer,
    authorize,
    attributesOf: cookies === undefined ? undefined : readCookies(cookies),
    allowedOrigins: readAllowedOrigins(allowedOrigins),
    onError,
    now,
    onEvent: events.readOnEvent(options.onEvent),
  };
}

/** An error that nobody hears of would be a 500 without a reason. */
function logError(error: unknown, ..._: unknown[]): void {
  console.error(error);
}

function checkFunction(option: string, value: unknown, example: string): void {
  if (typeof value === "function") return;
  fail("ERR_OPTION_INVALID", option, `received ${describeType(value)}; pass a function: ${example}`);
}

/** The option `cookies` as a function. Attributes that are always the same are checked once. */
function readCookies<Context extends unknown[]>(
  cookies: SetCookieAttributes | AttributesOf<Context>,
): AttributesOf<Context> {
  if (typeof cookies === "function")
    return (request, ...context) => {
      const attributes = cookies(request, ...context);
      if (typeTag(attributes) !== "Object")
        refuseCookies(`the function returned ${describeType(attributes)}; return`);
      return attributes;
    };
  if (typeTag(cookies) !== "Object") refuseCookies(`received ${describeType(cookies)}; pass`);
  // An attribute that is undefined counts as left out; each grant has a default path of its own.
  const attributes = { ...checkAttributes(cookies), path: cookies.path } as SetCookieAttributes;
  return () => attributes;
}

function refuseCookies(problem: string): never {
  return fail(
    "ERR_OPTION_INVALID",
    "cookies",
    `${problem} the attributes of the cookies: { domain: "example.com" }`,
  );
}
