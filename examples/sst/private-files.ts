// A private bucket behind a distribution that checks signatures, and a secret with what signs.
import { createPublicKey } from "node:crypto";

export interface PrivateFilesArgs {
  keyGroup: aws.cloudfront.KeyGroup;
  /** What signs: the public key, whose ID becomes the key pair ID, and its private key. Change both together. */
  publicKey: aws.cloudfront.PublicKey;
  privateKey: $util.Input<string>;
}

export class PrivateFiles extends $util.ComponentResource {
  /** The host name of the distribution. */
  readonly domain: $util.Output<string>;
  /** The secret with `keyPairId` and `privateKey` as JSON. */
  readonly secretArn: $util.Output<string>;

  constructor(name: string, { keyGroup, publicKey, privateKey }: PrivateFilesArgs) {
    // Without the arguments: the state would contain the private key once more.
    super("example:index:PrivateFiles", name);
    const parent = { parent: this };

    const bucket = new aws.s3.Bucket(`${name}Bucket`, {}, parent);
    const accessControl = new aws.cloudfront.OriginAccessControl(
      `${name}AccessControl`,
      { originAccessControlOriginType: "s3", signingBehavior: "always", signingProtocol: "sigv4" },
      parent,
    );
    const distribution = new aws.cloudfront.Distribution(
      `${name}Distribution`,
      {
        enabled: true,
        origins: [
          {
            originId: "bucket",
            domainName: bucket.bucketRegionalDomainName,
            originAccessControlId: accessControl.id,
          },
        ],
        defaultCacheBehavior: {
          targetOriginId: "bucket",
          trustedKeyGroups: [keyGroup.id],
          viewerProtocolPolicy: "redirect-to-https",
          allowedMethods: ["GET", "HEAD"],
          cachedMethods: ["GET", "HEAD"],
          // Managed-CachingOptimized
          cachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6",
        },
        restrictions: { geoRestriction: { restrictionType: "none" } },
        viewerCertificate: { cloudfrontDefaultCertificate: true },
      },
      parent,
    );
    new aws.s3.BucketPolicy(
      `${name}BucketPolicy`,
      {
        bucket: bucket.id,
        policy: $util.jsonStringify({
          Version: "2012-10-17",
          Statement: [
            {
              Effect: "Allow",
              Principal: { Service: "cloudfront.amazonaws.com" },
              Action: "s3:GetObject",
              Resource: $util.interpolate`${bucket.arn}/*`,
              Condition: { StringEquals: { "AWS:SourceArn": distribution.arn } },
            },
          ],
        }),
      },
      parent,
    );

    const secret = new aws.secretsmanager.Secret(`${name}Secret`, {}, parent);
    new aws.secretsmanager.SecretVersion(
      `${name}SecretVersion`,
      {
        secretId: secret.id,
        secretString: $util
          .all([publicKey.id, publicKey.encodedKey, privateKey])
          .apply(([keyPairId, encodedKey, pem]) => {
            // CloudFront would answer 403 to every URL.
            if (!createPublicKey(encodedKey).equals(createPublicKey(pem)))
              throw new Error(
                "privateKey: does not belong to publicKey; change both together, and run `npx sst secret set`",
              );
            return JSON.stringify({ keyPairId, privateKey: pem });
          }),
      },
      parent,
    );

    this.domain = distribution.domainName;
    this.secretArn = secret.arn;
    this.registerOutputs({ domain: this.domain, secretArn: this.secretArn });
  }
}
