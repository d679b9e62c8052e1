import {
  enabledItems,
  items,
  listOfJson,
  memberOfJson,
  membersOfJson,
  textOfJson,
  unresolved,
} from "./foreign-json.ts";

/**
 * The resources of a CloudFormation template in JSON, also of one that the CDK made, as the AWS CLI would print them;
 * `undefined` for other documents. What is only known once the template is deployed stands as `${Name}`.
 *
 * Source: CloudFormation Template Reference, "Amazon CloudFront" and "Intrinsic functions".
 */
export function templateDocuments(template: unknown): unknown[] | undefined {
  const resources = membersOfJson(memberOfJson(template, "Resources"));
  if (!resources.some(([, resource]) => typeOf(resource) !== undefined)) return undefined;
  const { resolve, holds } = resolverOf(template);
  return resources.flatMap(([name, resource]): unknown[] => {
    if (holds(memberOfJson(resource, "Condition"), 0) === false) return [];
    const properties = resolve(memberOfJson(resource, "Properties"), 0);
    const own = (member: string): unknown => memberOfJson(properties, member);
    const identified = (kind: string): unknown[] => [
      { [kind]: { Id: unresolved(name), [`${kind}Config`]: asPrinted(own(`${kind}Config`)) } },
    ];
    switch (typeOf(resource)) {
      case "AWS::CloudFront::Distribution":
        return [{ LogicalName: name, DistributionConfig: distributionConfig(own("DistributionConfig")) }];
      case "AWS::CloudFront::PublicKey":
        // A key that is a parameter is not known.
        return /BEGIN/.test(textOfJson(memberOfJson(own("PublicKeyConfig"), "EncodedKey")) ?? "")
          ? identified("PublicKey")
          : [];
      case "AWS::CloudFront::KeyGroup":
        return [{ KeyGroup: { Id: unresolved(name), KeyGroupConfig: own("KeyGroupConfig") } }];
      case "AWS::CloudFront::CachePolicy":
        return identified("CachePolicy");
      case "AWS::CloudFront::OriginRequestPolicy":
        return identified("OriginRequestPolicy");
      case "AWS::CloudFront::OriginAccessControl":
        return identified("OriginAccessControl");
      case "AWS::S3::BucketPolicy":
        return [own("PolicyDocument")];
      case "AWS::PricingPlanManager::Subscription":
        return [
          {
            subscription: {
              planFamily: own("PlanFamily"),
              planTier: own("PlanTier"),
              resourceArns: own("ResourceArns"),
            },
          },
        ];
      default:
        return [];
    }
  });
}

const readTypes: readonly string[] = [
  "AWS::CloudFront::Distribution",
  "AWS::CloudFront::PublicKey",
  "AWS::CloudFront::KeyGroup",
  "AWS::CloudFront::CachePolicy",
  "AWS::CloudFront::OriginRequestPolicy",
  "AWS::CloudFront::OriginAccessControl",
  "AWS::S3::BucketPolicy",
  "AWS::PricingPlanManager::Subscription",
];

function typeOf(resource: unknown): string | undefined {
  return readTypes.find((type) => type === memberOfJson(resource, "Type"));
}

/** Members that are lists in a template, and objects with `Items` where AWS prints them. */
const lists: readonly string[] = [
  "Aliases",
  "AllowedMethods",
  "CacheBehaviors",
  "CustomErrorResponses",
  "Headers",
  "LambdaFunctionAssociations",
  "Origins",
  "QueryStringCacheKeys",
  "QueryStrings",
];
const switchedLists: readonly string[] = ["TrustedKeyGroups", "TrustedSigners"];
const booleans: readonly string[] = ["Enabled", "IsIPV6Enabled", "Staging", "QueryString"];
const numbers: readonly string[] = ["ErrorCode", "MaxTTL"];

function distributionConfig(config: unknown): unknown {
  const printed = asPrinted(config);
  return { Origins: items([]), ...Object.fromEntries(membersOfJson(printed)) };
}

/** A part of a configuration as AWS prints it. */
function asPrinted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asPrinted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    membersOfJson(value).flatMap(([given, member]) => {
      const name = given === "IPV6Enabled" ? "IsIPV6Enabled" : given;
      const plain = asPrinted(member);
      if (Array.isArray(plain) && lists.includes(name)) return [[name, items(plain)]];
      if (Array.isArray(plain) && switchedLists.includes(name)) return [[name, enabledItems(plain)]];
      // In YAML and in parameters, they are texts.
      if (booleans.includes(name))
        return /^(?:true|yes|false|no)$/i.test(`${plain}`) ? [[name, /^[ty]/i.test(`${plain}`)]] : [];
      if (numbers.includes(name)) return Number.isFinite(Number(plain)) ? [[name, Number(plain)]] : [];
      // A text may be written without quotes.
      return [[name, typeof plain === "number" || typeof plain === "boolean" ? `${plain}` : plain]];
    }),
  );
}

type Resolve = (value: unknown, depth: number) => unknown;

interface Resolver {
  /** Puts the values of a template in the place of its intrinsic functions. */
  readonly resolve: Resolve;
  /** Whether a condition is true with the defaults of the parameters; `undefined` if they do not decide it. */
  readonly holds: (name: unknown, depth: number) => boolean | undefined;
}

/** How deep a template may be. Our own limit. */
const deepest = 50;

function resolverOf(template: unknown): Resolver {
  const parameters = memberOfJson(template, "Parameters");
  const resources = memberOfJson(template, "Resources");
  const resolve: Resolve = (value, depth) => {
    if (depth > deepest) return undefined;
    if (Array.isArray(value))
      return value.map((item) => resolve(item, depth + 1)).filter((item) => item !== undefined);
    const [first, ...others] = membersOfJson(value);
    if (first === undefined) return value;
    const [name, argument] = first;
    if (others.length === 0 && (name === "Ref" || name.startsWith("Fn::")))
      return called(name, argument, depth);
    return Object.fromEntries(
      [first, ...others].map(([one, member]): [string, unknown] => {
        const resolved = resolve(member, depth + 1);
        const reference = memberOfJson(member, "Ref");
        // An ID that has to be given: its default is none.
        const isToBeGiven = resolved === "" && one.endsWith("Id") && reference !== undefined;
        return [one, isToBeGiven ? unresolved(`${reference}`) : resolved];
      }),
    );
  };
  const textAt = (value: unknown, depth: number): string => {
    const resolved = resolve(value, depth + 1);
    return typeof resolved === "object" ? unresolved("value") : `${resolved ?? ""}`;
  };
  const bucketName = (name: string): string | undefined => {
    const resource = memberOfJson(resources, name);
    if (memberOfJson(resource, "Type") !== "AWS::S3::Bucket") return undefined;
    const given = memberOfJson(memberOfJson(resource, "Properties"), "BucketName");
    return textOfJson(given) ?? unresolved(name.toLowerCase());
  };
  const referred = (name: string): string | undefined => {
    if (name === "AWS::NoValue") return undefined;
    if (name === "AWS::Partition") return "aws";
    if (name === "AWS::Region") return "us-east-1";
    if (name === "AWS::URLSuffix") return "amazonaws.com";
    const known = memberOfJson(memberOfJson(parameters, name), "Default");
    return known === undefined ? (bucketName(name) ?? unresolved(name)) : `${known}`;
  };
  const attribute = (name: string, part: string): string => {
    const bucket = bucketName(name);
    if (bucket === undefined) return unresolved(name);
    if (part === "Arn") return `arn:aws:s3:::${bucket}`;
    return part === "WebsiteURL"
      ? `http://${bucket}.s3-website-us-east-1.amazonaws.com`
      : `${bucket}.s3.amazonaws.com`;
  };
  const named = (text: string): string => {
    const [name = "", part] = text.split(".", 2);
    return part === undefined ? (referred(name) ?? "") : attribute(name, part);
  };
  const called = (name: string, argument: unknown, depth: number): unknown => {
    const list = listOfJson(argument);
    switch (name) {
      case "Ref":
        return referred(`${argument}`);
      case "Fn::GetAtt":
        return typeof argument === "string" ? named(argument) : attribute(`${list[0]}`, `${list[1]}`);
      case "Fn::Sub": {
        const own = membersOfJson(list[1]);
        return `${typeof argument === "string" ? argument : list[0]}`.replace(
          /\$\{([^!${}]{1,200})\}/g,
          (_, one: string) => {
            const given = own.find(([key]) => key === one);
            return given ? textAt(given[1], depth) : named(one);
          },
        );
      }
      case "Fn::Join":
        return listOfJson(resolve(list[1], depth + 1))
          .map((part) => textAt(part, depth))
          .join(`${list[0]}`);
      case "Fn::If": {
        const isTrue = holds(list[0], depth);
        if (isTrue !== undefined) return resolve(list[isTrue ? 1 : 2], depth + 1);
        return resolve(list[1], depth + 1) ?? resolve(list[2], depth + 1);
      }
      case "Fn::Select":
        return listOfJson(resolve(list[1], depth + 1))[Number(list[0])];
      case "Fn::Split":
        return textAt(list[1], depth).split(`${list[0]}`);
      default:
        return unresolved("value");
    }
  };
  const known = new Map<unknown, boolean | undefined>();
  const holds = (name: unknown, depth: number): boolean | undefined => {
    if (known.has(name)) return known.get(name);
    // For one that refers to itself.
    known.set(name, undefined);
    const isTrue = isTrueFor(memberOfJson(memberOfJson(template, "Conditions"), `${name}`), depth + 1);
    known.set(name, isTrue);
    return isTrue;
  };
  const isTrueFor = (condition: unknown, depth: number): boolean | undefined => {
    const [[name, argument] = ["", undefined]] = membersOfJson(condition);
    if (depth > deepest) return undefined;
    if (name === "Condition") return holds(argument, depth);
    const list = listOfJson(argument);
    if (name === "Fn::Equals") {
      // Where a template is deployed, nobody knows.
      if (list.some((one) => `${memberOfJson(one, "Ref")}`.startsWith("AWS::"))) return undefined;
      const [one = "", other = ""] = list.map((value) => textAt(value, depth));
      return one.includes("${") || other.includes("${") ? undefined : one === other;
    }
    const all = list.map((one) => isTrueFor(one, depth + 1));
    switch (name) {
      case "Fn::Not":
        return all[0] === undefined ? undefined : !all[0];
      case "Fn::And":
        return all.includes(false) ? false : all.includes(undefined) ? undefined : true;
      case "Fn::Or":
        return all.includes(true) ? true : all.includes(undefined) ? undefined : false;
      default:
        return undefined;
    }
  };
  return { resolve, holds };
}
