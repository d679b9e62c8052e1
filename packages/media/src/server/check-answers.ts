import { describeType, fail, memberOf, typeTag } from "cloudfront-sign-webcrypto/internals";

/** Throws unless the option `grant`, or the function in it, gave a grant. */
export function checkGrant(grant: unknown, isReturned: boolean): void {
  if (hasExpiry(grant)) {
    checkExpiry(grant, "grant");
    return;
  }
  const problem = isReturned
    ? `the function returned ${describeType(grant)}; return a grant: () => signer.grant(…)`
    : `expected a grant; received ${describeType(grant)}: make one with await signer.grant(…)`;
  fail("ERR_OPTION_INVALID", "grant", problem);
}

/** Throws unless a signer has resolved with a grant. */
export function checkSignedGrant(grant: unknown): void {
  if (hasExpiry(grant) && typeof memberOf(grant, "resource") === "string") {
    checkExpiry(grant, "signer");
    return;
  }
  const problem = `grant() resolved with ${describeType(grant)}; pass the signer of createCloudFrontSigner()`;
  fail("ERR_OPTION_INVALID", "signer", problem);
}

function hasExpiry(grant: unknown): boolean {
  return typeTag(memberOf(grant, "expiresAt")) === "Date";
}

/** Throws for an expiry time that no `Date` can hold. It would reach clients as `null`. */
function checkExpiry(grant: unknown, option: string): void {
  if (Number.isNaN((memberOf(grant, "expiresAt") as Date).getTime()))
    fail(
      "ERR_OPTION_INVALID",
      option,
      "made a grant with an invalid Date as its expiresAt; choose an expiry time before the year 275760",
    );
}

/** The method and URL of a request; throws for what is not a `Request`. */
export function readRequest(request: unknown): { readonly method: string; readonly url: string } {
  const [method, url] = [memberOf(request, "method"), memberOf(request, "url")];
  // A runtime may make a Request of any object, with the object's text as its URL.
  const hasHeaders = typeof memberOf(memberOf(request, "headers"), "get") === "function";
  if (typeof method === "string" && typeof url === "string" && hasHeaders) return { method, url };
  return fail(
    "ERR_OPTION_INVALID",
    "request",
    `received ${describeType(request)}; pass a Request of the Fetch API (in Node.js, convert the IncomingMessage)`,
  );
}

/** The response of the origin; throws for what is not a `Response`, and for headers that cannot be read. */
export function readResponse(response: unknown): Response {
  const isResponse =
    typeof memberOf(response, "status") === "number" &&
    typeof memberOf(memberOf(response, "headers"), "get") === "function";
  if (!isResponse)
    fail("ERR_OPTION_INVALID", "origin", `answered with ${describeType(response)}; return a Response`);
  const { headers } = response as Response;
  const type = readHeaders((): unknown => headers.get("Content-Type"));
  return type === null || typeof type === "string" ? (response as Response) : refuseHeaders();
}

/** A copy of the headers of a response. */
export function copyHeaders({ headers }: Response): Headers {
  return readHeaders(() => new Headers(headers));
}

/** What an own object throws may have anything in it, so it is not told. */
function readHeaders<Value>(read: () => Value): Value {
  try {
    return read();
  } catch {
    return refuseHeaders();
  }
}

function refuseHeaders(): never {
  return fail(
    "ERR_OPTION_INVALID",
    "origin",
    "answered with headers that cannot be read; return a Response of the Fetch API",
  );
}

/** Cancels a body that nobody reads, which frees its connection. */
export function discard({ body }: Response): void {
  body?.cancel().catch(() => {});
}
