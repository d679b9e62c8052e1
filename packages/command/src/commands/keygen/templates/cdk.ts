// A file of its own (such as lib/viewer-keys.ts).
import { CfnOutput } from "aws-cdk-lib";
import { KeyGroup, PublicKey } from "aws-cdk-lib/aws-cloudfront";
import { Construct } from "constructs";

/** For the behavior of the private path: trustedKeyGroups: [new __id__Keys(this, "__id__Keys").keyGroup] */
export class __id__Keys extends Construct {
  readonly keyGroup: KeyGroup;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const publicKey = new PublicKey(this, "PublicKey", {
      encodedKey: `__publicKey__`,
    });
    this.keyGroup = new KeyGroup(this, "KeyGroup", { items: [publicKey] });
    // Sign with this ID.
    new CfnOutput(this, "KeyPairId", { value: publicKey.publicKeyId });
  }
}
