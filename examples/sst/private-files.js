// A private distribution, and a function that signs its URLs. `aws` and `$util` are globals of SST.
import { readFileSync } from "node:fs";

/** @param {string} key @param {"private" | "public"} half */
const pem = (key, half) => readFileSync(`keys/${key}.${half}.pem`, "utf8");

/** @param {object[]} Statement */
const policy = (...Statement) => JSON.stringify({ Version: "2012-10-17", Statement });

/**
 * The names are those that `cloudfront-sign keygen --for sst` and `rotate --for sst` print.
 *
 * @param {string} name of the key group and everything else
 * @param {object} keys
 * @param {string[]} keys.keys names of the keys whose signatures CloudFront accepts
 * @param {string} keys.signingKey the one that signs
 */
export function privateFiles(name, { keys, signingKey }) {
  const publicKeys = new Map(
    keys.map((key) => [key, new aws.cloudfront.PublicKey(key, { encodedKey: pem(key, "public") })]),
  );
  const signing = publicKeys.get(signingKey);
  if (!signing)
    throw new Error(`keys has no ${signingKey}, so CloudFront would not accept its signatures; add it`);
  const keyGroup = new aws.cloudfront.KeyGroup(name, { items: [...publicKeys.values()].map(({ id }) => id) });

  const bucket = new aws.s3.Bucket(name);
  const originAccess = new aws.cloudfront.OriginAccessControl(name, {
    originAccessControlOriginType: "s3",
    signingBehavior: "always",
    signingProtocol: "sigv4",
  });
  const distribution = new aws.cloudfront.Distribution(name, {
    enabled: true,
    isIpv6Enabled: true,
    origins: [
      {
        originId: "bucket",
        domainName: bucket.bucketRegionalDomainName,
        originAccessControlId: originAccess.id,
      },
    ],
    defaultCacheBehavior: {
      targetOriginId: "bucket",
      trustedKeyGroups: [keyGroup.id],
      viewerProtocolPolicy: "redirect-to-https",
      allowedMethods: ["GET", "HEAD"],
      cachedMethods: ["GET", "HEAD"],
      cachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6", // CachingOptimized of AWS
    },
    restrictions: { geoRestriction: { restrictionType: "none" } },
    viewerCertificate: { cloudfrontDefaultCertificate: true },
  });
  new aws.s3.BucketPolicy(name, {
    bucket: bucket.id,
    policy: $util.all([bucket.arn, distribution.arn]).apply(([bucketArn, distributionArn]) =>
      policy({
        Effect: "Allow",
        Principal: { Service: "cloudfront.amazonaws.com" },
        Action: "s3:GetObject",
        Resource: `${bucketArn}/*`,
        Condition: { StringEquals: { "AWS:SourceArn": distributionArn } },
      }),
    ),
  });

  // One secret with both, so that no URL gets the ID of another key.
  const secret = new aws.secretsmanager.Secret(name);
  new aws.secretsmanager.SecretVersion(name, {
    secretId: secret.id,
    secretString: signing.id.apply((keyPairId) =>
      JSON.stringify({ keyPairId, privateKey: pem(signingKey, "private") }),
    ),
  });

  const role = new aws.iam.Role(name, {
    assumeRolePolicy: policy({
      Effect: "Allow",
      Principal: { Service: "lambda.amazonaws.com" },
      Action: "sts:AssumeRole",
    }),
  });
  new aws.iam.RolePolicyAttachment(name, {
    role: role.name,
    policyArn: "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole",
  });
  new aws.iam.RolePolicy(name, {
    role: role.id,
    policy: secret.arn.apply((Resource) =>
      policy({ Effect: "Allow", Action: "secretsmanager:GetSecretValue", Resource }),
    ),
  });
  const domain = distribution.domainName;
  const sign = new aws.lambda.Function(name, {
    runtime: "nodejs22.x",
    handler: "index.handler",
    code: new $util.asset.FileArchive("dist"),
    role: role.arn,
    environment: { variables: { CDN_DOMAIN: domain, KEY_SECRET: secret.arn } },
  });
  return { domain, sign };
}
