/** A resource as Pulumi registers it, and as AWS answers. */
export interface Resource {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: inputs of every type of resource
  readonly inputs: any;
  // biome-ignore lint/suspicious/noExplicitAny: and what AWS adds to them
  readonly state: any;
}

/** How Pulumi marks a secret when it sends one: https://www.pulumi.com/docs/iac/concepts/secrets/ */
const isSecret = (value: object): boolean =>
  Object.entries(value).some(
    ([key, mark]) =>
      key === "4dabf18193072939515e22adb298388d" && mark === "1b47061264138c4ac30d75fd1eb44270",
  );

/** A copy without the values that Pulumi encrypts. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  if (isSecret(value)) return "[secret]";
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutSecrets(member)]));
}

const list = (Items: readonly unknown[]) => ({ Quantity: Items.length, Items });

/** What `aws cloudfront get-distribution` and its neighbours would print for the resources of a deployment. */
export function distributionDocuments(resources: readonly Resource[]) {
  const all = (type: string) => resources.filter((resource) => resource.type.endsWith(`:${type}`));
  const [distribution] = all("Distribution");
  if (distribution === undefined) throw new Error("there is no distribution");
  const { enabled, isIpv6Enabled, origins, defaultCacheBehavior: behavior } = distribution.inputs;
  return [
    {
      Distribution: {
        Id: "EDFDVBD632BHDS",
        Status: "Deployed",
        DomainName: distribution.state.domainName,
        DistributionConfig: {
          Enabled: enabled,
          IsIPV6Enabled: isIpv6Enabled,
          Aliases: list([]),
          Origins: list(
            origins.map((origin: Record<string, unknown>) => ({
              Id: origin.originId,
              DomainName: origin.domainName,
              OriginAccessControlId: origin.originAccessControlId,
              S3OriginConfig: { OriginAccessIdentity: "" },
            })),
          ),
          DefaultCacheBehavior: {
            TargetOriginId: behavior.targetOriginId,
            TrustedSigners: { Enabled: false, ...list([]) },
            TrustedKeyGroups: {
              Enabled: behavior.trustedKeyGroups.length > 0,
              ...list(behavior.trustedKeyGroups),
            },
            ViewerProtocolPolicy: behavior.viewerProtocolPolicy,
            AllowedMethods: { ...list(behavior.allowedMethods), CachedMethods: list(behavior.cachedMethods) },
            CachePolicyId: behavior.cachePolicyId,
          },
          CacheBehaviors: list([]),
        },
      },
    },
    ...all("KeyGroup").map(({ id, name, inputs }) => ({
      KeyGroup: { Id: id, KeyGroupConfig: { Name: name, Items: inputs.items } },
    })),
    ...all("PublicKey").map(({ id, name, inputs }) => ({
      PublicKey: { Id: id, PublicKeyConfig: { Name: name, EncodedKey: inputs.encodedKey } },
    })),
    ...all("OriginAccessControl").map(({ id, name, inputs }) => ({
      OriginAccessControl: {
        Id: id,
        OriginAccessControlConfig: {
          Name: name,
          SigningProtocol: inputs.signingProtocol,
          SigningBehavior: inputs.signingBehavior,
          OriginAccessControlOriginType: inputs.originAccessControlOriginType,
        },
      },
    })),
  ] as const;
}
