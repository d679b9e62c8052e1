import type { Flag } from "../command.ts";
import { logFlags } from "../log/log-flags.ts";
import { verifierFlags, viewerFlags } from "../public-key-flags.ts";

export const explainFlags = {
  url: {
    value: "URL",
    does: "the requested URL, if you pass only cookies or parameters",
    group: "Request",
  },
  ...viewerFlags,
  fetch: {
    does: "request the URL from this machine, and explain the response",
    group: "Request",
  },
  "allow-private": {
    does: "let --fetch connect to a private address, such as one in your network",
    group: "Request",
  },
  "set-cookie": {
    value: "LINE",
    does: "a Set-Cookie header that set one of the cookies",
    group: "Request",
    isRepeatable: true,
  },
  method: {
    value: "METHOD",
    does: "the method of the request; default: GET. --fetch needs it for a paste that does not show it",
    group: "Request",
  },
  "page-origin": {
    value: "ORIGIN",
    does: "the origin of the page that made the request, such as https://app.example.com",
    group: "Request",
  },
  status: {
    value: "CODE",
    does: "the status of the response, such as 403; with --log that of denied requests, such as 404, if a custom error page changes it",
    group: "Response",
  },
  body: {
    value: "FILE",
    does: 'the body of the response: a file, or "-" for standard input',
    group: "Response",
  },
  ...verifierFlags,
  hostname: {
    value: "HOST",
    does: "another host name of the distribution; the URL may have been signed for it",
    group: "Distribution",
    isRepeatable: true,
  },
  ...logFlags,
  json: { does: 'JSON in one line: {"findings": […], "allowed": …, "response": …}', group: "Output" },
} as const satisfies Record<string, Flag>;

export type ExplainFlag = keyof typeof explainFlags;
