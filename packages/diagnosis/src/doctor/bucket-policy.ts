import { fail, matchesWildcards } from "cloudfront-sign-webcrypto/internals";
import type { Distribution } from "./distribution.ts";
import {
  documentOption,
  type JsonObject,
  objectList,
  objectMember,
  oneOrMoreObjects,
  oneOrMoreTexts,
} from "./json-reader.ts";
import { mostStatements } from "./limits.ts";
import type { Origin } from "./origin.ts";

/** Patterns of an `Action` or a `Resource`; with `isNegated` those of `NotAction` or `NotResource`. */
interface Selection {
  readonly patterns: readonly string[];
  readonly isNegated: boolean;
}

/** A statement of a bucket policy, as far as it decides what CloudFront may do. */
export interface BucketStatement {
  readonly isDenial: boolean;
  /** Principals by their text: `cloudfront.amazonaws.com`, `*`, an ARN. `undefined` for `NotPrincipal`. */
  readonly principals: readonly string[] | undefined;
  /** In lower case. */
  readonly actions: Selection;
  readonly resources: Selection;
  /** The values of the condition `AWS:SourceArn`; `undefined` without it. */
  readonly sourceArns: readonly string[] | undefined;
  /** The names of other conditions, in lower case. */
  readonly otherConditions: readonly string[];
}

/** A bucket policy: `Statement` is an object or a list of them. */
export function readBucketPolicy(policy: JsonObject): BucketStatement[] {
  const statements = oneOrMoreObjects(policy, "Statement");
  if (statements.length > mostStatements) {
    fail(
      "ERR_OPTION_INVALID",
      documentOption(policy.index),
      `has a bucket policy with ${statements.length} statements, and at most ${mostStatements} are read; check where the document comes from`,
    );
  }
  return statements.map(readStatement);
}

function readStatement(statement: JsonObject): BucketStatement {
  const [effect] = oneOrMoreTexts(statement, "Effect");
  const conditions = readConditions(statement);
  const sourceArns = conditions.filter(({ key }) => key === "aws:sourcearn");
  return {
    isDenial: effect === "Deny",
    principals: "NotPrincipal" in statement.members ? undefined : readPrincipals(statement),
    actions: readSelection(statement, "Action", (action) => action.toLowerCase()),
    resources: readSelection(statement, "Resource", (resource) => resource),
    sourceArns: sourceArns.length > 0 ? sourceArns.flatMap(({ values }) => values) : undefined,
    otherConditions: conditions.map(({ key }) => key).filter((key) => key !== "aws:sourcearn"),
  };
}

/** `"*"`, or lists by the kind of principal. */
function readPrincipals(statement: JsonObject): string[] {
  if (typeof statement.members.Principal === "string") return oneOrMoreTexts(statement, "Principal");
  const kinds = objectMember(statement, "Principal");
  return kinds ? Object.keys(kinds.members).flatMap((kind) => oneOrMoreTexts(kinds, kind)) : [];
}

function readSelection(
  statement: JsonObject,
  name: "Action" | "Resource",
  normalize: (text: string) => string,
): Selection {
  const isNegated = `Not${name}` in statement.members;
  return { patterns: oneOrMoreTexts(statement, isNegated ? `Not${name}` : name).map(normalize), isNegated };
}

/** The keys of all operators, in lower case: IAM does not distinguish case there. Of others than ARNs, no value counts. */
function readConditions(statement: JsonObject): { key: string; values: string[] }[] {
  const operators = objectMember(statement, "Condition");
  return Object.keys(operators?.members ?? {}).flatMap((operator) => {
    const keys = operators && objectMember(operators, operator);
    return Object.keys(keys?.members ?? {}).map((key) => ({
      key: key.toLowerCase(),
      values: keys && key.toLowerCase() === "aws:sourcearn" ? oneOrMoreTexts(keys, key) : [],
    }));
  });
}

/** The statements of the policies that belong to a bucket: `get-bucket-policy` does not print its name. */
export function statementsFor(
  policies: readonly (readonly BucketStatement[])[],
  bucket: string,
): readonly BucketStatement[] {
  const isOfBucket = ({ resources }: BucketStatement): boolean =>
    resources.patterns.some((resource) => resource.split(":::")[1]?.split("/")[0] === bucket);
  return policies.filter((statements) => statements.some(isOfBucket)).flat();
}

/** What a bucket policy says. `undefined` if it depends on a condition that is not read here. */
export type Permission = boolean | undefined;

/** An action on objects: on one key, or on those that begin with a prefix. */
export interface ObjectAction {
  readonly action: "s3:PutObject" | "s3:DeleteObject";
  readonly bucket: string;
  readonly key?: string;
  readonly prefix?: string;
}

/** Whether the statements let CloudFront act on objects for a distribution. */
export function isPermitted(
  statements: readonly BucketStatement[],
  asked: ObjectAction,
  origin: Origin,
  distribution: Distribution,
): Permission {
  const applying = statements.filter((statement) => appliesTo(statement, asked, origin, distribution));
  const denials = applying.filter(({ isDenial }) => isDenial);
  if (denials.some(({ otherConditions }) => otherConditions.length === 0)) return false;
  // CloudFront requests buckets over TLS unless a viewer's http request may be passed on.
  const isDenialClear = denials.every(({ otherConditions }) =>
    otherConditions.every((key) => key === "aws:securetransport"),
  );
  const grants = applying.filter(({ isDenial }) => !isDenial);
  if (grants.length === 0) return false;
  const isGrantClear = grants.some(({ otherConditions }) =>
    otherConditions.every((key) => key === "aws:sourceaccount"),
  );
  return isDenialClear && isGrantClear ? true : undefined;
}

/** What everyone may read of a bucket. */
export interface PublicObjects {
  /** Patterns of keys. */
  readonly keys: readonly string[];
  /** Whether a statement may deny it. */
  readonly mayBeDenied: boolean;
}

/** What the statements let everyone read, with no other condition than TLS. */
export function publicObjects(statements: readonly BucketStatement[], bucket: string): PublicObjects {
  const reading = statements.filter(({ actions }) =>
    isSelected(actions, (pattern) => matchesWildcards(pattern, "s3:getobject")),
  );
  const isForTls = ({ sourceArns, otherConditions }: BucketStatement): boolean =>
    sourceArns === undefined && otherConditions.every((key) => key === "aws:securetransport");
  const grants = reading.filter((one) => !one.isDenial && one.principals?.includes("*") && isForTls(one));
  return {
    keys: grants.flatMap(({ resources: { patterns, isNegated } }) =>
      isNegated ? "*" : patterns.flatMap((pattern) => objectsOf(pattern, bucket) ?? []),
    ),
    mayBeDenied: reading.some((one) => one.isDenial && !(isForTls(one) && one.otherConditions.length > 0)),
  };
}

function appliesTo(
  { principals, actions, resources, sourceArns }: BucketStatement,
  { action, bucket, key, prefix = "" }: ObjectAction,
  { accessIdentity }: Origin,
  { id }: Distribution,
): boolean {
  const isPrincipal =
    principals === undefined ||
    principals.some(
      (principal) =>
        principal === "*" ||
        principal === "cloudfront.amazonaws.com" ||
        (accessIdentity !== "" && principal.endsWith(accessIdentity.split("/").at(-1) as string)),
    );
  const isSource =
    sourceArns === undefined ||
    id === undefined ||
    sourceArns.some((pattern) => matchesWildcards(afterSlash(pattern), id));
  const isObject = (pattern: string): boolean => {
    const path = objectsOf(pattern, bucket);
    if (path === undefined) return false;
    return key === undefined ? mayOverlap(literalPrefix(path), prefix) : matchesWildcards(path, key);
  };
  return (
    isPrincipal &&
    isSource &&
    isSelected(actions, (pattern) => matchesWildcards(pattern, action.toLowerCase())) &&
    isSelected(resources, isObject)
  );
}

function isSelected({ patterns, isNegated }: Selection, matches: (pattern: string) => boolean): boolean {
  return patterns.some(matches) !== isNegated;
}

/** `EDFDVBD632BHDS` of `arn:aws:cloudfront::123456789012:distribution/EDFDVBD632BHDS`. */
function afterSlash(arn: string): string {
  return arn.slice(arn.indexOf("/") + 1);
}

/** The part of a resource that is about keys, if it is about this bucket's objects. */
function objectsOf(resource: string, bucket: string): string | undefined {
  if (resource === "*") return "*";
  const name = /^arn:[\w-]+:s3:::/.exec(resource)?.[0];
  if (name === undefined) return undefined;
  const slash = resource.indexOf("/", name.length);
  if (slash < 0)
    return resource.endsWith("*") && matchesWildcards(resource.slice(name.length), bucket) ? "*" : undefined;
  return matchesWildcards(resource.slice(name.length, slash), bucket) ? resource.slice(slash + 1) : undefined;
}

/** The part of a pattern in front of its first wildcard. */
export function literalPrefix(pattern: string): string {
  return pattern.slice(0, /[*?]|$/.exec(pattern)?.index);
}

/** Whether a text can begin with both prefixes. */
export function mayOverlap(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** A rule of a bucket's CORS configuration. */
export interface CorsRule {
  readonly methods: readonly string[];
}

/** What `get-bucket-cors` prints. */
export function readCorsRules(document: JsonObject): CorsRule[] {
  return objectList(document, "CORSRules").map((rule) => ({
    methods: oneOrMoreTexts(rule, "AllowedMethods"),
  }));
}
