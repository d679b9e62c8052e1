import { shell } from "./pasted-code.ts";
import { requiredVariable } from "./required-variable.ts";

/** Without a stage, SST deploys a personal copy. */
export const deploySst = shell(
  `npx sst deploy --stage "${requiredVariable("STAGE", "the name of the stage")}"`,
);
