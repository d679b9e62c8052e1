import { summaryOf } from "cloudfront-sign-diagnosis/internals";
import type { CloudFrontInspection, CloudFrontVerdict } from "cloudfront-sign-webcrypto/verify";
import type { Clock } from "../../output/describe-time.ts";
import { denialFields, type Field, fieldLines, labelledLines } from "../../output/print-fields.ts";
import { jsonLine, printable, styled, textWidth } from "../../output/terminal.ts";
import { type GivenRequest, inspectionFields } from "../../requests/inspection-fields.ts";

/** A verdict for a person, with what the request says of itself. `keyPairIds` are those of the given keys. */
export function verdictCard(
  verdict: CloudFrontVerdict,
  inspection: CloudFrontInspection,
  request: GivenRequest,
  clock: Clock,
  keyPairIds: readonly string[],
): string {
  const width = textWidth(process.stdout);
  const fields = inspectionFields(inspection, request, clock);
  // Either of the two may be mistyped.
  const ids = `the request has ${inspection.keyPairId}, and you gave ${keyPairIds.join(", ")}`;
  return `${verdictLines(verdict, fields, width, printable(ids)).join("\n")}\n`;
}

function verdictLines(
  verdict: CloudFrontVerdict,
  fields: readonly Field[],
  width: number,
  ids: string,
): string[] {
  if (!verdict.allowed) {
    const { reason, code, message } = verdict;
    const first =
      reason === "key-not-trusted"
        ? `${ids}: correct the ID of your public key if it is mistyped; if the request was signed with another ID, `
        : "";
    const answer: Field = ["CloudFront", `answers ${code}: ${message}`];
    return [
      ...labelledLines("Denied", summaryOf(reason), ["bold", "red"], width),
      ...fieldLines([...denialFields(reason, first), answer, ...fields], width),
    ];
  }
  const [sentence, shown] = verdict.restricted
    ? ["The signature is valid, and the policy allows this request.", fieldLines(fields, width)]
    : ["This path needs no signature. Nothing was verified.", []];
  return [...labelledLines("Allowed", sentence, ["bold", "green"], width), ...shown];
}

/** A verdict in one line, which ends with the URL. */
export function verdictLine(verdict: CloudFrontVerdict, url: string): string {
  const words = verdict.allowed
    ? styled(process.stdout, "green", "allowed")
    : `${styled(process.stdout, "red", "denied")} ${verdict.reason}`;
  return `${words} ${printable(url)}\n`;
}

/** A verdict for a program: as the library returns it, with the times as text and the requested URL. */
export function verdictJson(
  verdict: CloudFrontVerdict,
  { startsAt, expiresAt }: CloudFrontInspection,
  requestedUrl: string,
): string {
  const more = verdict.allowed
    ? verdict.restricted && { startsAt, expiresAt }
    : { summary: summaryOf(verdict.reason), startsAt, expiresAt };
  return jsonLine({ ...verdict, ...more, requestedUrl });
}
