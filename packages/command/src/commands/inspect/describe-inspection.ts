import { summaryOf } from "cloudfront-sign-diagnosis/internals";
import type { CloudFrontInspection } from "cloudfront-sign-webcrypto/verify";
import type { Clock } from "../../output/describe-time.ts";
import { denialFields, type Field, fieldLines, labelledLines } from "../../output/print-fields.ts";
import { jsonLine, printable, styled, textWidth } from "../../output/terminal.ts";
import { byteLength, type GivenRequest, inspectionFields } from "../../requests/inspection-fields.ts";

/** An inspection for a person. */
export function inspectionCard(
  inspection: CloudFrontInspection,
  request: GivenRequest,
  clock: Clock,
): string {
  const { problem, policyText, policy } = inspection;
  const width = textWidth(process.stdout);
  const fields = inspectionFields(inspection, request, clock).map(
    ([label, value]): Field => (label === "Signature" ? [label, `${value}, not verified`] : [label, value]),
  );
  // A canned policy is rebuilt from the URL: without one it is not what was signed.
  const hasText = policyText !== undefined && policy?.resource !== "";
  const policyBlock = hasText ? policyLines(policyText, policy !== undefined) : [];
  const lines =
    problem === undefined
      ? fieldLines(fields, width)
      : [
          ...labelledLines("Problem", summaryOf(problem), ["bold", "red"], width),
          ...fieldLines([...denialFields(problem), ...fields], width),
        ];
  return `${[...lines, ...policyBlock].join("\n")}\n`;
}

function policyLines(policyText: string, isReadable: boolean): string[] {
  const text = isReadable ? indentedJson(policyText) : policyText;
  return ["", styled(process.stdout, "bold", "The policy"), ...text.split("\n").map(printable)];
}

/** JSON with a line for each member. A canned policy is not JSON if the URL has a quote in it. */
function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** An inspection for a program, with the sizes in bytes of what came. */
export function inspectionJson(inspection: CloudFrontInspection, { url, cookies }: GivenRequest): string {
  const sizes = {
    urlBytes: url === undefined ? undefined : byteLength(url),
    cookieBytes: cookies === undefined ? undefined : byteLength(cookies),
  };
  return jsonLine({ ...inspection, ...sizes });
}
