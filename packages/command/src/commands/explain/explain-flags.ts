import type { CloudFrontInspection } from "cloudfront-sign-webcrypto/verify";
import { readFlags, refuseUnused } from "../../arguments/flag-values.ts";
import { isKeyPairId } from "../../arguments/key-pair-id.ts";
import { type Arguments, type Flag, inGroup } from "../../command.ts";
import { verifierFlags, viewerFlags } from "../../keys/flags.ts";
import { isForLog, logFlags } from "./log/log-flags.ts";

export const explainFlags = {
  url: {
    value: "URL",
    does: "the requested URL, if you pass only cookies or parameters",
    group: "Request",
  },
  ...viewerFlags,
  ...inGroup("Request", {
    fetch: { does: "request the URL from this machine, and explain the response" },
    "allow-private": { does: "let --fetch connect to a private address, such as one in your network" },
    "set-cookie": {
      value: "LINE",
      does: "a Set-Cookie header that set one of the cookies",
      isRepeatable: true,
    },
    method: {
      value: "METHOD",
      does: "the method of the request; default: GET. --fetch needs it for a paste that does not show it",
    },
    "page-origin": {
      value: "ORIGIN",
      does: "the origin of the page that made the request, such as https://app.example.com",
    },
  }),
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
    does: "another host name that may have been signed, such as an old domain",
    group: "Distribution",
    isRepeatable: true,
  },
  ...logFlags,
  json: { does: 'JSON in one line: {"findings": […], "allowed": …, "response": …}', group: "Output" },
} as const satisfies Record<string, Flag>;

export type ExplainFlag = keyof typeof explainFlags;

export function refuseContradictions(args: Arguments<ExplainFlag>): void {
  if (args.has("log")) {
    const flags = Object.keys(explainFlags) as ExplainFlag[];
    const ofRequest = flags.filter((flag) => !isForLog(flag));
    refuseUnused(args, ofRequest, "is for a single request, and --log reads many; leave one of them out");
    if (args.has("json"))
      refuseUnused(args, ["html"], "--json asks for another form of the report; leave one of them out");
  } else refuseUnused(args, ["log-fields", "html"], "works only with --log; add --log FILE, or leave it out");
  if (args.has("fetch")) {
    refuseUnused(args, ["status", "body"], "--fetch gets the response itself; leave one of them out");
    refuseUnused(args, ["now"], "--fetch sends the request now; leave one of them out");
  } else refuseUnused(args, ["allow-private"], "lets --fetch connect; add --fetch, or leave it out");
}

export function publicKeyFlag({ keyPairId = "" }: CloudFrontInspection): string {
  return `--public-key ${isKeyPairId(keyPairId) ? keyPairId : "ID"}=FILE`;
}

/** A host name, also out of a URL. */
export function readHostnames(args: Arguments<"hostname">): string[] {
  return readFlags(
    args,
    "hostname",
    "a host name; write one such as d111111abcdef8.cloudfront.net",
    (text) => {
      const url = /^https?:\/\//i.test(text) ? text : `https://${text}`;
      const host = URL.canParse(url) ? new URL(url).host : "";
      return host.includes(".") ? host : undefined;
    },
  );
}
