import type { Grant } from "cloudfront-sign-webcrypto";
import type { GrantAnswer } from "../client/grant-answer.ts";
import type { GrantRefusal } from "./grant-decision.ts";

/** The methods of a grant endpoint, for `Allow`. */
const methods = "OPTIONS, POST";

/** Seconds that a browser remembers a preflight; Chromium remembers none for longer. */
const preflightSeconds = 7200;

/** The headers of every answer; `origin` is the allowed origin that may read it. */
export function answerHeaders(origin: string | undefined): Headers {
  // A cache would give one viewer's grant to another, or an old grant.
  const headers = new Headers({ "Cache-Control": "private, no-store", Vary: "Origin" });
  if (origin === undefined) return headers;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Allow-Credentials", "true");
  // Whatever stands in front of the handler may add it, and the client waits for so long.
  headers.set("Access-Control-Expose-Headers", "Retry-After");
  return headers;
}

/** The answer with a grant, by its query or, if there are `cookies`, by these `Set-Cookie` lines. */
export function grantAnswer(
  { resource, expiresAt, query }: Pick<Grant, "resource" | "expiresAt" | "query">,
  cookies: readonly string[] | undefined,
  now: Date,
  headers: Headers,
): Response {
  for (const line of cookies ?? []) headers.append("Set-Cookie", line);
  const body: GrantAnswer = {
    resource,
    expiresAt,
    now,
    ...(cookies === undefined ? { query } : { cookies: true }),
  };
  return jsonAnswer(200, body, headers);
}

export function refusalAnswer({ refused, message }: GrantRefusal, headers: Headers): Response {
  switch (refused) {
    case "signed-out":
      return jsonAnswer(401, { code: refused, message: message ?? "You are signed out." }, headers);
    case "forbidden":
      return jsonAnswer(403, { code: refused, message: message ?? "You have no access." }, headers);
  }
}

/** To a page of another origin, which no CORS header lets it read: for people who look at the network. */
export function otherOriginAnswer(headers: Headers): Response {
  const message = "Pages of this origin get no grants.";
  return jsonAnswer(403, { code: "origin-not-allowed", message }, headers);
}

/** Without details: they are for `onError` alone. `retryAfter`: seconds, after an error that may pass. */
export function errorAnswer(retryAfter: number | undefined, headers: Headers): Response {
  if (retryAfter !== undefined) headers.set("Retry-After", `${retryAfter}`);
  return jsonAnswer(retryAfter === undefined ? 500 : 503, { code: "error" }, headers);
}

export function methodAnswer(method: string, headers: Headers): Response {
  headers.set("Allow", methods);
  const body = { code: "method-not-allowed", message: "Send a POST request." };
  return method === "HEAD" ? new Response(null, { status: 405, headers }) : jsonAnswer(405, body, headers);
}

// Field names and commas (RFC 9110, section 5.6.2). Headers throw for other characters, such as line breaks.
const isHeaderList = /^[\w!#$%&'*+.^`|~, -]+$/;

/** The answer to OPTIONS. An allowed page may send any header, such as `Authorization`. */
export function optionsAnswer(requested: string | undefined, headers: Headers): Response {
  headers.set("Allow", methods);
  if (headers.has("Access-Control-Allow-Origin")) {
    headers.set("Access-Control-Allow-Methods", "POST");
    if (requested && isHeaderList.test(requested)) headers.set("Access-Control-Allow-Headers", requested);
    headers.set("Access-Control-Max-Age", `${preflightSeconds}`);
  }
  return new Response(null, { status: 204, headers });
}

function jsonAnswer(status: number, body: object, headers: Headers): Response {
  headers.set("Content-Type", "application/json");
  return new Response(JSON.stringify(body), { status, headers });
}
