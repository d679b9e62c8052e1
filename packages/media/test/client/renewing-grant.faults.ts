import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { host } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { type GrantAnswer, type RenewingGrantOptions, renewingGrant } from "cloudfront-sign-media/client";

const answer: GrantAnswer = {
  resource: `${host}/course/*`,
  query: "Policy=a&Signature=b&Key-Pair-Id=c",
  now: "2026-01-01T00:00:00Z",
  expiresAt: "2026-01-01T00:05:00Z",
};

function badOption(given: string, options: object, code: Fault["code"], message: string): Fault {
  return {
    given: `renewingGrant({ ${given} })`,
    run: () => renewingGrant({ load: "/api/grant", ...options } as RenewingGrantOptions),
    code,
    message,
  };
}

/** Waits for a grant, once. */
async function ready(load: RenewingGrantOptions["load"], options: object = {}): Promise<void> {
  const grant = renewingGrant({ load, ...options });
  await grant.ready().finally(() => grant.close());
}

function badAnswer(given: string, changed: object | string | undefined, message: string): Fault {
  return {
    given: `load: ${given}`,
    run: () =>
      ready(() => (typeof changed === "object" ? { ...answer, ...changed } : changed) as GrantAnswer),
    code: "ERR_GRANT_LOAD_FAILED",
    message: `load: its answer ${message}`,
  };
}

function badResponse(given: string, response: () => Response, message: string, options: object = {}): Fault {
  const run = () => ready(response, options);
  return { given: `load: ${given}`, run, code: "ERR_GRANT_LOAD_FAILED", message: `load: ${message}` };
}

const refusal = (status: number, body: string) => () => new Response(body, { status });

/** Runs `action` where `fetch` fails as browsers let it fail without CORS headers. */
async function onOtherOrigin(action: () => Promise<void>): Promise<void> {
  const { fetch } = globalThis;
  const hasLocation = "location" in globalThis && globalThis.location !== undefined;
  globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  if (!hasLocation) Reflect.set(globalThis, "location", new URL("https://www.example.com/film"));
  try {
    await action();
  } finally {
    globalThis.fetch = fetch;
    if (!hasLocation) Reflect.deleteProperty(globalThis, "location");
  }
}

/** Faults of grants that renew themselves. */
export const renewingGrantFaults: readonly Fault[] = [
  {
    given: 'renewingGrant("/api/grant")',
    run: () => renewingGrant("/api/grant" as never),
    code: "ERR_OPTION_INVALID",
    message: 'options: is a string; pass { load: "/api/grant" }',
  },
  badOption(
    "load: undefined",
    { load: undefined },
    "ERR_OPTION_MISSING",
    "load: is undefined; pass the URL of the endpoint that answers with a grant, or a function",
  ),
  badOption(
    "load: 5",
    { load: 5 },
    "ERR_OPTION_INVALID",
    "load: is a number; pass the URL of the endpoint that answers with a grant, or a function",
  ),
  badOption(
    'endpoint: "/api/grant"',
    { endpoint: "/api/grant" },
    "ERR_OPTION_UNKNOWN",
    "endpoint: no such option; the options are load (the endpoint), timeout, maxWait, signal, onEvent",
  ),
  badOption(
    'timeout: "10s"',
    { timeout: "10s" },
    "ERR_OPTION_INVALID",
    "timeout: is a string; pass seconds, more than 0",
  ),
  badOption(
    "signal: new AbortController()",
    { signal: {} },
    "ERR_OPTION_INVALID",
    "signal: is an object, not an AbortSignal; pass the signal of an AbortController",
  ),
  badAnswer("() => undefined", undefined, "is undefined; answer as grantHandler does"),
  badAnswer(
    "an answer without resource",
    { resource: undefined },
    "has a resource that is not text, is too long, or covers hosts that are not yours; send grant.resource, with https:// and the host",
  ),
  badAnswer(
    'an answer with resource: "*"',
    { resource: "*" },
    "has a resource that is not text, is too long, or covers hosts that are not yours; send grant.resource, with https:// and the host",
  ),
  badAnswer(
    "an answer with cookies: 1",
    { query: undefined, cookies: 1 },
    "needs either the query of a grant or cookies; send grant.query unchanged, or set cookies and send true",
  ),
  badAnswer(
    "an answer without query and cookies",
    { query: undefined },
    "needs either the query of a grant or cookies; send grant.query unchanged, or set cookies and send true",
  ),
  badAnswer(
    'an answer with query: "?Policy=…"',
    { query: `?${answer.query}` },
    "needs either the query of a grant or cookies; send grant.query unchanged, or set cookies and send true",
  ),
  badAnswer(
    'an answer with now: "today"',
    { now: "today" },
    "has no expiresAt that is after its now; send both as ISO 8601 dates, as in JSON",
  ),
  badAnswer(
    "an answer with expiresAt before now",
    { expiresAt: "2025-12-31T23:59:59Z" },
    "has no expiresAt that is after its now; send both as ISO 8601 dates, as in JSON",
  ),
  badResponse(
    "a page to sign in, with status 200",
    refusal(200, "<!doctype html>"),
    "got status 200 and no JSON; let the endpoint answer as grantHandler does, not with a sign-in page",
  ),
  badResponse(
    "an answer of 70,000 characters",
    refusal(200, `{"resource":"${"a".repeat(70_000)}"}`),
    "got status 200 and more than 65536 characters; let the endpoint answer as grantHandler does",
  ),
  badResponse("status 404", refusal(404, ""), "got status 404; check the URL in load"),
  badResponse(
    "status 405 of a handler for another method",
    refusal(405, '{"code":"method-not-allowed","message":"Send a PUT request."}'),
    "got status 405: Send a PUT request; check the URL in load",
  ),
  badResponse(
    "status 429, for longer than maxWait",
    refusal(429, '{"message":"60 requests a minute"}'),
    "got status 429: 60 requests a minute; check the server's log for the reason",
    { maxWait: 0.05 },
  ),
  badResponse(
    "status 500, for longer than maxWait",
    refusal(500, '{"code":"error"}'),
    "got status 500; check the server's log for the reason",
    { maxWait: 0.05 },
  ),
  {
    given: "load: status 401",
    run: () => ready(refusal(401, '{"code":"signed-out","message":"the session has ended."}')),
    code: "ERR_GRANT_REFUSED",
    message: "load: was refused with 401: the session has ended; sign in, then call renew()",
  },
  {
    given: "load: status 403 without a message",
    run: () => ready(refusal(403, "")),
    code: "ERR_GRANT_REFUSED",
    message: "load: was refused with 403; call renew() when the viewer has access",
  },
  {
    given: 'load: "https://api.example.com/grant", without CORS',
    run: () => onOtherOrigin(() => ready("https://api.example.com/grant", { maxWait: 0.05 })),
    code: "ERR_GRANT_LOAD_FAILED",
    message:
      "load: could not be fetched; if the server runs, add the origin of this page to allowedOrigins of grantHandler (CORS)",
  },
  {
    given: "load: () => { throw new Error() }, for longer than maxWait",
    run: () =>
      ready(
        () => {
          throw new Error();
        },
        { maxWait: 0.01 },
      ),
    code: "ERR_GRANT_LOAD_FAILED",
    message: "load: ended with an error; see the cause of this error",
  },
  {
    given: "load: no answer within timeout",
    run: () => ready(() => new Promise(() => {}), { timeout: 0.01, maxWait: 0.1 }),
    code: "ERR_GRANT_LOAD_FAILED",
    message: "load: did not answer within 0.01 seconds; make the endpoint faster, or pass a longer timeout",
  },
  {
    given: "load: no answer within maxWait",
    run: () => ready(() => new Promise(() => {}), { maxWait: 0.01 }),
    code: "ERR_GRANT_LOAD_FAILED",
    message: "load: got no grant within 0.01 seconds; pass a maxWait that is longer than timeout",
  },
  {
    given: "grant.signUrlNow() before the first grant",
    run: () => {
      const grant = renewingGrant({ load: () => new Promise(() => {}) });
      try {
        return grant.signUrlNow(`${host}/course/a.ts`);
      } finally {
        grant.close();
      }
    },
    code: "ERR_GRANT_LOAD_FAILED",
    message: "load: has given no grant yet; wait for ready() before signUrlNow()",
  },
  {
    given: "grant.signUrl() after grant.close()",
    run: () => {
      const grant = renewingGrant({ load: "/api/grant" });
      grant.close();
      return grant.signUrl(`${host}/course/a.ts`);
    },
    code: "ERR_GRANT_CLOSED",
    message: "grant: is closed; create a new one with renewingGrant()",
  },
];
