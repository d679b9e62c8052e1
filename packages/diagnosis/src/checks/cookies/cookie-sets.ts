import { base64, policyGrammar, resourceReadings } from "cloudfront-sign-webcrypto/internals";
import { resourceDifference } from "../../differences/resource-difference.ts";
import { type Finding, found, likely, proven } from "../../findings/finding.ts";
import { listed, quote } from "../../findings/quote.ts";
import type { ArrivedCookies } from "../../request/arrived-cookies.ts";
import type { SigningLine } from "../../request/set-cookie-line.ts";
import { type CookieCircumstances, type JudgedLine, replaces } from "./set-cookie-lines.ts";

/** With what keeps cookies from the request, before its consequences. */
const rankOfRepeated = 286;
const rankOfReplaced = 287;

/** A cookie that the browser sends twice, for two paths that both have the requested one. */
export function repeatedCookieFindings(
  judged: readonly JudgedLine[],
  { values }: ArrivedCookies,
): Finding<"parameter-repeated">[] {
  for (const { line } of judged) {
    const sent = judged.filter((other) => other.line.name === line.name && other.faults.length === 0);
    const arrived = values.get(line.name)?.length ?? 0;
    const paths = sent.map((other) => other.line.path ?? "");
    // Without a Path, the path depends on the URL that sets the cookie.
    if (sent.length < 2 || paths.includes("") || (values.size > 0 && arrived < 2)) continue;
    // Browsers send the longest path first (RFC 6265bis, section 5.8.3).
    const inOrder = paths.sort((one, other) => other.length - one.length);
    const seen = {
      evidence: `${line.name} is sent for ${listed(inOrder.map((path) => `Path=${quote(path)}`))}, in this order`,
      summary: "The browser sends two sets of signed cookies to this URL.",
      fix: "Set cookies for paths of which none lies within another, remove the set that is left from before, or sign one Resource for all.",
    };
    if (arrived > 1) return [proven("parameter-repeated", seen)];
    return [likely("parameter-repeated", seen, { rank: rankOfRepeated })];
  }
  return [];
}

/** Which of several sets the browser sent, if its policy does not cover the URL. */
export function wrongSetFindings(
  lines: readonly SigningLine[],
  judged: readonly JudgedLine[],
  { values }: ArrivedCookies,
  circumstances: CookieCircumstances,
  url: string,
): Finding<"resource-mismatch">[] {
  const policies = lines.filter(({ name, path }) => name === "CloudFront-Policy" && path !== undefined);
  const arrived = values.get("CloudFront-Policy") ?? [];
  const sent = judged.find(
    ({ line, faults }) =>
      policies.includes(line) && (values.size > 0 ? arrived.includes(line.value) : faults.length === 0),
  )?.line;
  const resource = sent && resourceOf(sent);
  if (policies.length < 2 || arrived.length > 1 || !resource || covers(resource, url)) return [];
  const { path = "" } = sent;
  const { compared } = resourceDifference(resource, url);
  const replaced = policies.filter((line) => line !== sent && replaces(sent, line, circumstances));
  if (replaced.some((line) => covers(resourceOf(line) ?? "", url))) {
    const seen = {
      evidence: `a later set of cookies with the same Path=${quote(path)} replaced the one for this URL`,
      fix: "Give each set of cookies the Path of its own folder, or sign one Resource that covers all of them: cookies of the same name and Path replace each other.",
      compared,
      rank: rankOfReplaced,
    };
    return [found("resource-mismatch", values.size > 0 ? "proven" : "likely", seen)];
  }
  const others = [...new Set(policies.map((line) => line.path ?? ""))].filter((other) => other !== path);
  if (arrived.length === 0 || others.length === 0) return [];
  const unsent = listed(others.slice(0, 2).map((other) => quote(other)));
  const seen = {
    evidence: `the browser sent the set of Path=${quote(path)}, and not that of ${unsent}`,
    fix: "Give each set of cookies the Path of the folder that its Resource covers, or sign one Resource that covers all of them.",
    compared,
  };
  return [proven("resource-mismatch", seen)];
}

/** The Resource of a policy; `undefined` if it cannot be read. */
function resourceOf({ value }: SigningLine): string | undefined {
  const bytes = base64.decodeCloudFront(value);
  const policy = bytes && policyGrammar.read(new TextDecoder().decode(bytes));
  return policy && !("id" in policy) ? policy.resource : undefined;
}

function covers(resource: string, url: string): boolean {
  return resourceReadings(resource).some((isCovered) => isCovered(url));
}
