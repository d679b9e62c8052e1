/** What changes keys and distributions: `keygen`, `rotate` and `revocation` print what to paste into each. */
export const infrastructureTools = [
  "console",
  "aws-cli",
  "terraform",
  "cdk",
  "cloudformation",
  "sst",
  "pulumi",
] as const;

export type InfrastructureTool = (typeof infrastructureTools)[number];
