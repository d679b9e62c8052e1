import { shell } from "./pasted-code.ts";

/** A variable of the shell. The shell refuses the command, with the meaning, while the variable is not set. */
export const requiredVariable = (name: string, meaning: string): string => `\${${name}:?${meaning}}`;

/** The stack of CloudFormation that has the template. */
export const stackName: string = requiredVariable("STACK_NAME", "the name of the stack");

/** Deploys the template. Parameters that are not given keep their values. */
export const deployTemplate = shell(
  `aws cloudformation deploy --template-file template.yaml --stack-name "${stackName}"`,
);

/** Without a stage, SST deploys a personal copy. */
export const deploySst = shell(
  `npx sst deploy --stage "${requiredVariable("STAGE", "the name of the stage")}"`,
);
