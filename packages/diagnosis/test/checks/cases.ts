import type { CloudFrontFindingId } from "cloudfront-sign-diagnosis";
import { answerCases } from "./answer/cases.ts";
import { conditionsCases } from "./conditions/cases.ts";
import { cookiesCases } from "./cookies/cases.ts";
import type { FindingCase } from "./finding-case.ts";
import { parametersCases } from "./parameters/cases.ts";
import { signatureCases } from "./signature/cases.ts";
import { undecidedCases } from "./undecided/cases.ts";

/** A case of every finding: the compiler refuses a finding that has none. */
export const findingCases: Readonly<Record<CloudFrontFindingId, FindingCase>> = {
  ...answerCases,
  ...cookiesCases,
  ...parametersCases,
  ...signatureCases,
  ...conditionsCases,
  ...undecidedCases,
};
