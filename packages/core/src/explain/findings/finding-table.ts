import { answerFindingTable } from "./answer/answer-finding-table.ts";
import { conditionFindingTable } from "./conditions/condition-finding-table.ts";
import { cookieFindingTable } from "./cookies/cookie-finding-table.ts";
import type { CloudFrontFindingId } from "./finding.ts";
import type { FindingEntry } from "./finding-entry.ts";
import { parameterFindingTable } from "./parameters/parameter-finding-table.ts";
import { signatureFindingTable } from "./signature/signature-finding-table.ts";
import { undecidedFindingTable } from "./undecided/undecided-finding-table.ts";

/** The entry of a finding. `docs/explain.md` shows them all. */
export function findingEntry(id: CloudFrontFindingId): FindingEntry {
  return {
    ...answerFindingTable,
    ...cookieFindingTable,
    ...parameterFindingTable,
    ...signatureFindingTable,
    ...conditionFindingTable,
    ...undecidedFindingTable,
  }[id];
}
