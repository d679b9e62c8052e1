/** What changes a distribution: `rotate` and `revocation` write their steps for each. */
export const infrastructureTools = ["aws-cli", "terraform", "cdk"] as const;

export type InfrastructureTool = (typeof infrastructureTools)[number];
