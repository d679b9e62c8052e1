import { shell } from "./pasted-code.ts";
import { requiredVariable } from "./required-variable.ts";

/** The stack of CloudFormation that has the template. */
export const stackName: string = requiredVariable("STACK_NAME", "the name of the stack");

/** Deploys the template. Parameters that are not given keep their values. */
export const deployTemplate = shell(
  `aws cloudformation deploy --template-file template.yaml --stack-name "${stackName}"`,
);
