import { longestUrlText } from "../../url/limits.ts";
import { namesOfQuery, parameterNames } from "../../url/signing-parameters.ts";
import type { ViewerRequest } from "../../verify/request.ts";
import { type CloudFrontFindingId, type Finding, proven } from "../finding.ts";
import type { ReadQuestion } from "../question.ts";

/** Signing parameters that are there and do not count, and URLs that do not go to CloudFront. */
export function misplacedParameterFindings({ request, givenUrl, cookies }: ReadQuestion): Finding[] {
  const { source, url } = request;
  const [address = "", ...fragments] = givenUrl.slice(0, longestUrlText).split("#");
  const [host = ""] = /^https?:\/\/[^/?]*/i.exec(address) ?? [];
  const findings: Finding[] = [];
  if (/[/.]s3[.-]/i.test(host) && /\.amazonaws\.com/i.test(host))
    findings.push(proven("s3-host", "s3-host-name"));
  const [, presigned] = /[?&](X-Amz-Signature|AWSAccessKeyId)=/.exec(address) ?? [];
  if (presigned) findings.push(proven("s3-presigned", { kind: "s3-parameter", name: presigned }));
  if (/[?&;](Signature|Key-Pair-Id)=/.test(fragments.join("#")))
    findings.push(proven("parameters-in-fragment", "parameters-after-hash"));
  if (/&(amp;)+(Signature|Key-Pair-Id|Policy|Expires)=/.test(address))
    findings.push(proven("html-escaped", "name-starts-with-amp"));
  const names = namesOfQuery(address.split("?")[1] ?? "");
  const cookieNames = cookies.pairs.map(([name]) => name);
  for (const name of [misspeltName(names, "", request), misspeltName(cookieNames, "CloudFront-", request)])
    if (name !== undefined)
      findings.push({
        id: "parameter-names",
        certainty: "likely",
        evidence: { kind: "misspelt-name", name },
      });
  if (!source && /\.(ts|m4s|m4a|m4v|aac|vtt|cmf[avt]|key)$/.test(url.split("?", 1)[0] as string))
    findings.push({ id: "segment-not-signed", certainty: "likely", evidence: "segment-without-parameters" });
  return findings;
}

/** Findings that say where a missing parameter went. */
const explainMissing: readonly CloudFrontFindingId[] = [
  "cookie-missing",
  "s3-presigned",
  "parameters-in-fragment",
  "html-escaped",
  "parameter-names",
  "segment-not-signed",
  "preflight-without-cookies",
];

/** Findings that say no more than that a parameter is missing. */
const onlyMissing: readonly CloudFrontFindingId[] = [
  "no-credentials",
  "key-id-missing",
  "signature-missing",
  "policy-missing",
];

/** The findings without those that only say that something is missing, if others say where it went. */
export function withoutExplainedMissing(findings: readonly Finding[]): Finding[] {
  const isExplained = findings.some(({ id }) => explainMissing.includes(id));
  return findings.filter(({ id }) => !(isExplained && onlyMissing.includes(id)));
}

/** The first name that is meant as that of a parameter which the request does not have. */
function misspeltName(
  names: readonly string[],
  prefix: "" | "CloudFront-",
  { source, parameters }: ViewerRequest,
): string | undefined {
  const isSigned = parameters.has("Key-Pair-Id") && parameters.has("Signature");
  const hasPolicy = !source || parameters.has("Policy") || parameters.has("Expires");
  return names
    .map((name) => name.trim())
    .find((name) => {
      const [, known = ""] = /^(?:CloudFront-)?(Key-?Pair-?Id|Signature|Expires|Policy)$/i.exec(name) ?? [];
      const isMissing = /^[ep]/i.test(known) ? !hasPolicy : known && !isSigned;
      return isMissing && !parameterNames.some((exact) => name === prefix + exact);
    });
}
