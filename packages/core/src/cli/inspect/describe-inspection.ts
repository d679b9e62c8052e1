import { stdout } from "node:process";
import type { CloudFrontInspection } from "../../verify/inspect.ts";
import { denialFields } from "../denial-fields.ts";
import type { Clock } from "../describe-time.ts";
import { byteLength, type GivenRequest, inspectionFields } from "../inspection-fields.ts";
import { fieldLines } from "../print-fields.ts";
import { printable, styled, textWidth } from "../terminal.ts";

/** An inspection for a person. */
export function inspectionCard(
  inspection: CloudFrontInspection,
  request: GivenRequest,
  clock: Clock,
): string {
  const { problem, policyText, policy } = inspection;
  const fields = [
    ...(problem === undefined ? [] : denialFields(problem)),
    ...inspectionFields(inspection, request, clock),
  ];
  const text = policyText === undefined ? [] : policyLines(policyText, policy !== undefined);
  return `${[...fieldLines(fields, textWidth(stdout)), ...text].join("\n")}\n`;
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
