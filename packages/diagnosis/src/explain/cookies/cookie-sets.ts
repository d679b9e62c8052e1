import { base64, policyGrammar, resourceMatcher } from "cloudfront-sign-webcrypto/internals";
import { resourceDifference } from "../differences/resource-difference.ts";
import { type Finding, likely, proven } from "../findings/finding.ts";
import type { ArrivedCookies } from "../question/arrived-cookies.ts";
import type { CookieCircumstances } from "./set-cookie-faults.ts";
import { type JudgedLine, replaces } from "./set-cookie-findings.ts";
import type { SigningLine } from "./signing-lines.ts";

/** With what keeps cookies from the request, before its consequences. */
const rankOfRepeated = 286;
const rankOfReplaced = 287;

/** A cookie that the browser sends twice, for two paths that both have the requested one. */
export function repeatedCookieFindings(judged: readonly JudgedLine[], { values }: ArrivedCookies): Finding[] {
  for (const { line } of judged) {
    const sent = judged.filter((other) => other.line.name === line.name && other.faults.length === 0);
    const arrived = values.get(line.name)?.length ?? 0;
    const paths = sent.map((other) => other.line.path ?? "");
    // Without a Path, the path depends on the URL that sets the cookie.
    if (sent.length < 2 || paths.includes("") || (values.size > 0 && arrived < 2)) continue;
    // Browsers send the longest path first (RFC 6265bis, section 5.8.3).
    const evidence = {
      kind: "cookie-for-two-paths",
      name: line.name,
      paths: paths.sort((one, other) => other.length - one.length),
    } as const;
    if (arrived > 1) return [proven("parameter-repeated", evidence)];
    return [{ ...likely("parameter-repeated", evidence), rank: rankOfRepeated }];
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
): Finding[] {
  const policies = lines.filter(({ name, path }) => name === "CloudFront-Policy" && path !== undefined);
  const arrived = values.get("CloudFront-Policy") ?? [];
  const sent = judged.find(
    ({ line, faults }) =>
      policies.includes(line) && (values.size > 0 ? arrived.includes(line.value) : faults.length === 0),
  )?.line;
  const resource = sent && resourceOf(sent);
  if (policies.length < 2 || arrived.length > 1 || !resource || resourceMatcher(resource)(url)) return [];
  const { path = "" } = sent;
  const { compared } = resourceDifference(resource, url);
  const replaced = policies.filter((line) => line !== sent && replaces(sent, line, circumstances));
  if (replaced.some((line) => resourceMatcher(resourceOf(line) ?? "")(url))) {
    const evidence = { kind: "cookie-set-replaced", path } as const;
    const certainty = values.size > 0 ? "proven" : "likely";
    return [{ id: "resource-mismatch", certainty, evidence, compared, rank: rankOfReplaced }];
  }
  const others = [...new Set(policies.map((line) => line.path ?? ""))].filter((other) => other !== path);
  if (arrived.length === 0 || others.length === 0) return [];
  const evidence = { kind: "cookie-set-of-path", path, others: others.slice(0, 2) } as const;
  return [{ ...proven("resource-mismatch", evidence), compared }];
}

/** The Resource of a policy; `undefined` if it cannot be read. */
function resourceOf({ value }: SigningLine): string | undefined {
  const bytes = base64.decodeCloudFront(value);
  const policy = bytes && policyGrammar.read(new TextDecoder().decode(bytes));
  return policy && !("id" in policy) ? policy.resource : undefined;
}
