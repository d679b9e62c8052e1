import { stdout } from "node:process";
import { findingTable } from "../../explain/finding-table.ts";
import type { CloudFrontInspection } from "../../verify/inspect.ts";
import { denialFields } from "../denial-fields.ts";
import type { Clock } from "../describe-time.ts";
import { byteLength, type GivenRequest, inspectionFields } from "../inspection-fields.ts";
import { fieldLines, headingLines } from "../print-fields.ts";
import { printable, styled, textWidth } from "../terminal.ts";

/** An inspection for a person. */
export function inspectionCard(
  inspection: CloudFrontInspection,
  request: GivenRequest,
  clock: Clock,
): string {
  const { problem, policyText, policy } = inspection;
  const width = textWidth(stdout);
  const fields = inspectionFields(inspection, request, clock);
  // A canned policy is rebuilt from the URL: without one it is not what was signed.
  const hasText = policyText !== undefined && policy?.resource !== "";
  const text = hasText ? policyLines(policyText, policy !== undefined) : [];
  const lines =
    problem === undefined
      ? fieldLines(fields, width)
      : [
          ...headingLines("Problem", "red", findingTable[problem].summary, width),
          ...fieldLines([...denialFields(problem), ...fields], width),
        ];
  return `${[...lines, ...text].join("\n")}\n`;
}

/** JSON with a member for each line; as it was sent where it cannot be read. */
function policyLines(policyText: string, isReadable: boolean): string[] {
  const text = isReadable ? JSON.stringify(JSON.parse(policyText), null, 2) : policyText;
  return ["", styled(stdout, "bold", "The policy"), ...text.split("\n").map(printable)];
}

/** An inspection for a program, with the sizes in bytes of what came. */
export function inspectionJson(inspection: CloudFrontInspection, { url, cookies }: GivenRequest): string {
  const sizes = {
    urlBytes: url === undefined ? undefined : byteLength(url),
    cookieBytes: cookies === undefined ? undefined : byteLength(cookies),
  };
  return `${printable(JSON.stringify({ ...inspection, ...sizes }))}\n`;
}
