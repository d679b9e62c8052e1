import { requiredVariable } from "../../foreign/infrastructure.ts";
import { codeAlone, type StepContent } from "../../foreign/numbered-step.ts";
import { type Code, shell } from "../../foreign/pasted-code.ts";
import { pathArgument, posixWord } from "../../output/shell-word.ts";
import type { Revocation } from "./read-revocation.ts";

/**
 * Lines for a POSIX shell.
 *
 * Source: CloudFront API Reference, CreateKeyValueStore, CreateFunction, PublishFunction, UpdateDistribution.
 */
export function awsCliSteps(revocation: Revocation): Readonly<Record<"create" | "attach", StepContent>> {
  const { file, name, pathPattern } = revocation;
  return {
    create: codeAlone(
      shell(
        `STORE_ARN=$(aws cloudfront create-key-value-store --name ${name} \\`,
        "  --query KeyValueStore.ARN --output text)",
        `until [ "$(aws cloudfront describe-key-value-store --name ${name} \\`,
        '  --query KeyValueStore.Status --output text)" = READY ]; do sleep 5; done',
      ),
      shell(
        `FUNCTION_ETAG=$(aws cloudfront create-function --name ${name} \\`,
        `  --function-code fileb://${posixWord(pathArgument(file))} --query ETag --output text --function-config \\`,
        `  "Comment='denies grants by ID',Runtime=cloudfront-js-2.0,KeyValueStoreAssociations={Quantity=1,Items=[{KeyValueStoreARN=$STORE_ARN}]}")`,
        `FUNCTION_ARN=$(aws cloudfront publish-function --name ${name} --if-match "$FUNCTION_ETAG" \\`,
        "  --query FunctionSummary.FunctionMetadata.FunctionARN --output text)",
      ),
    ),
    attach: {
      notes: pathPattern === undefined ? [] : [noteOnPattern(pathPattern)],
      code: [attach(revocation)],
    },
  };
}

const noteOnPattern = (pattern: string): string =>
  `The update prints the ARN of the function. If it prints nothing, no cache behavior has the path pattern ${pattern}, and nothing has changed.`;

/**
 * Adds the function to those of the cache behavior. If one for viewer requests is there already, CloudFront
 * refuses the update.
 */
function attach({ distribution, pathPattern }: Revocation): Code {
  const id = distribution ?? "$DISTRIBUTION_ID";
  const checkedId = distribution ?? requiredVariable("DISTRIBUTION_ID", "the ID of the distribution");
  const behavior =
    pathPattern === undefined
      ? "DefaultCacheBehavior"
      : `CacheBehaviors.Items[?PathPattern == '${pathPattern}']`;
  const changed =
    pathPattern === undefined
      ? "{DefaultCacheBehavior: DefaultCacheBehavior | $WITH_FUNCTION}"
      : `{CacheBehaviors: CacheBehaviors | {Quantity: Quantity, Items: map(&(PathPattern == '${pathPattern}' && $WITH_FUNCTION || @), Items)}}`;
  return shell(
    `FUNCTIONS="[FunctionAssociations.Items, [{EventType: 'viewer-request', FunctionARN: '$FUNCTION_ARN'}]][]"`,
    'WITH_FUNCTION="merge(@, {FunctionAssociations: {Quantity: length($FUNCTIONS), Items: $FUNCTIONS}})"',
    `aws cloudfront update-distribution --id "${checkedId}" \\`,
    `  --if-match "$(aws cloudfront get-distribution-config --id "${id}" --query ETag --output text)" \\`,
    `  --distribution-config "$(aws cloudfront get-distribution-config --id "${id}" --output json \\`,
    `    --query "DistributionConfig | merge(@, ${changed})")" \\`,
    `  --query "Distribution.DistributionConfig.${behavior}.FunctionAssociations.Items[].FunctionARN" --output text`,
    `aws cloudfront wait distribution-deployed --id "${checkedId}"`,
  );
}
