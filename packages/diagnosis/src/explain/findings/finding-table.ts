import { answerFindingTable } from "./answer-finding-table.ts";
import { conditionFindingTable } from "./condition-finding-table.ts";
import { cookieFindingTable } from "./cookie-finding-table.ts";
import type { CloudFrontFindingId } from "./finding.ts";
import type { FindingEntry } from "./finding-entry.ts";
import { parameterFindingTable } from "./parameter-finding-table.ts";
import { signatureFindingTable } from "./signature-finding-table.ts";
import { undecidedFindingTable } from "./undecided-finding-table.ts";

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
