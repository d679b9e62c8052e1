import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { type Finding, proven } from "../findings/finding.ts";
import type { ArrivedCookies } from "../question/arrived-cookies.ts";
import { eitherPolicy, namesLacking } from "../question/arrived-cookies.ts";
import type { JudgedLine } from "./set-cookie-findings.ts";

/** Signed cookies that the lines do not set, or that the browser did not send with the others. */
export function missingCookieFindings(judged: readonly JudgedLine[], { values }: ArrivedCookies): Finding[] {
  if (judged.length === 0) return [];
  const isSet = (name: SignedCookieName): boolean => judged.some(({ line }) => line.name === name);
  const notSet = namesLacking((name) => isSet(name) || values.has(name));
  if (notSet.length > 0) {
    const names = notSet.map((name) => eitherPolicy(name, "CloudFront-Policy or CloudFront-Expires"));
    // Somebody who gives the lines alone may have left some out.
    const certainty = values.size > 0 ? "proven" : "likely";
    return [{ id: "cookie-missing", certainty, evidence: { kind: "cookies-not-set", names } }];
  }
  if (values.size === 0) return [];
  const keptBack = judged
    .filter(({ line }) => isNeeded(line.name, judged, values))
    .map(({ line }) => line.name);
  const names = [...new Set(keptBack)];
  if (names.length === 0) return [];
  const isExplained = names.every((name) =>
    judged.every(({ line, faults }) => line.name !== name || faults.length > 0),
  );
  return [proven("cookie-missing", { kind: "cookies-kept-back", names, isExplained })];
}

/** Whether a cookie that a line sets did not arrive, and the request needs it. */
function isNeeded(
  name: SignedCookieName,
  judged: readonly JudgedLine[],
  values: ArrivedCookies["values"],
): boolean {
  if (values.has(name)) return false;
  // Without it CloudFront assumes SHA1.
  if (name === "CloudFront-Hash-Algorithm")
    return judged.some(({ line }) => line.name === name && line.value === "SHA256");
  return name === "CloudFront-Policy" || name === "CloudFront-Expires"
    ? !values.has("CloudFront-Policy") && !values.has("CloudFront-Expires")
    : true;
}
