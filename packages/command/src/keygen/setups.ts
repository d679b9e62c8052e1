import type { InfrastructureTool } from "../infrastructure-tools.ts";
import type { NamedKey } from "../resource-names.ts";
import { awsCliSetup, cloudFormationSetup, terraformSetup } from "./other-setups.ts";
import { cdkSetup, pulumiSetup, sstSetup } from "./typescript-setups.ts";

export interface Setup {
  /** All that is pasted. */
  paste(key: NamedKey): string;
  /** Where to paste it. */
  readonly where: string;
}

export const setups: Readonly<Record<InfrastructureTool, Setup>> = {
  console: {
    paste: ({ publicKey }) => publicKey,
    where:
      "Open CloudFront in the AWS console: Public keys, Create public key, and paste the key. Then Key groups, Create key group, with this public key in it.",
  },
  "aws-cli": {
    paste: awsCliSetup,
    where: "Run it in a POSIX shell: bash, zsh, AWS CloudShell.",
  },
  terraform: { paste: terraformSetup, where: "Put it into a .tf file." },
  cdk: { paste: cdkSetup, where: "Put it into a file of its own, such as lib/viewer-keys.ts." },
  cloudformation: {
    paste: cloudFormationSetup,
    where: "It is a whole template; put its parts into yours, or deploy it.",
  },
  sst: { paste: sstSetup, where: "Put it into run() of sst.config.ts." },
  pulumi: { paste: pulumiSetup, where: "Put it into index.ts, or a module of its own." },
};
