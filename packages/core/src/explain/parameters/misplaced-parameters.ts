import { longestUrlText } from "../../url/limits.ts";
import { namesOfQuery, parameterNames } from "../../url/signing-parameters.ts";
import type { ViewerRequest } from "../../verify/request.ts";
import { type Finding, proven } from "../finding.ts";
import type { ReadQuestion } from "../question.ts";

/** Signing parameters that are there and do not count, and URLs that do not go to CloudFront. */
export function misplacedParameterFindings({ request, givenUrl, cookies }: ReadQuestion): Finding[] {
  const { source, url } = request;
  const text = givenUrl.slice(0, longestUrlText);
  const [address = "", ...fragments] = text.split("#");
  const [host = ""] = /^https?:\/\/[^/?]*/i.exec(address) ?? [];
  const findings: Finding[] = [];
  if (/[/.]s3[.-]/i.test(host) && /\.amazonaws\.com/i.test(host))
    findings.push(proven("s3-host", "s3-host-name"));
  const [, presigned] = /[?&](X-Amz-Signature|AWSAccessKeyId)=/.exec(address) ?? [];
  if (presigned) findings.push(proven("s3-presigned", { kind: "s3-parameter", name: presigned }));
  // As a number, the entity of & starts a fragment for clients.
  if (/&#(?:0{0,4}38|x0{0,4}26);(Signature|Key-Pair-Id|Policy|Expires)=/i.test(text))
    findings.push(proven("html-escaped", "separator-is-entity"));
  else if (/[?&;](Signature|Key-Pair-Id)=/.test(fragments.join("#")))
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
