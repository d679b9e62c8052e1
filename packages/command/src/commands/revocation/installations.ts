import {
  type CodeToolName,
  camelCase,
  codeFor,
  codeTools,
  requiredVariable,
} from "../../foreign/infrastructure.ts";
import { codeAlone, type StepContent } from "../../foreign/numbered-step.ts";
import { type Code, fill, shell } from "../../foreign/pasted-code.ts";
import { pathArgument, posixWord } from "../../output/shell-word.ts";
import { functionCode } from "./function-code.ts";
import type { Revocation } from "./read-revocation.ts";
import cdk from "./templates/cdk.ts?raw";
import functionTf from "./templates/function.tf?raw";
import functionYaml from "./templates/function.yaml?raw";
import pulumi from "./templates/pulumi.ts?raw";
import sst from "./templates/sst.ts?raw";

interface Installation {
  readonly create: StepContent;
  readonly attach: StepContent;
  /** Sets `STORE_ARN` in a later shell. */
  readonly find: Code;
}

const findStore = `STORE_ARN=$(aws cloudfront describe-key-value-store --name __name__ \\
  --query KeyValueStore.ARN --output text)`;

/** The code of a tool that makes the function as a resource, and has the cache behavior, too. */
interface InstallationTemplates {
  readonly create: string;
  readonly attach: string;
  /** Sets `STORE_ARN` in a later shell, if not by the name of the store. */
  readonly find?: string;
}

const pulumiProgram: InstallationTemplates = {
  create: pulumi,
  attach: `// In the cache behavior of the private path:
functionAssociations: [{ eventType: "viewer-request", functionArn: __id__Function.arn }],`,
};

const templates: Readonly<Record<CodeToolName, InstallationTemplates>> = {
  terraform: {
    create: functionTf,
    attach: `# In the default_cache_behavior or ordered_cache_behavior of the private path:
function_association {
  event_type   = "viewer-request"
  function_arn = aws_cloudfront_function.__id__.arn
}`,
    find: "STORE_ARN=$(terraform output -raw denied_grants)",
  },
  cdk: {
    create: cdk,
    attach: `// In the behavior of the private path:
functionAssociations: [{ function: __variable__Function, eventType: FunctionEventType.VIEWER_REQUEST }],`,
    find: "# Set STORE_ARN to the output __id__StoreArn.",
  },
  // A template reads no file: it has the code of the function in it.
  cloudformation: {
    create: functionYaml,
    attach: `# In the DefaultCacheBehavior, or the entry of CacheBehaviors, of the private path:
FunctionAssociations:
  - EventType: viewer-request
    FunctionARN: !GetAtt __id__Function.FunctionARN`,
  },
  // Pulumi in a function.
  sst: { ...pulumiProgram, create: sst },
  pulumi: pulumiProgram,
};

function codeInstallation(tool: CodeToolName, { name, file }: Revocation): Installation {
  const { language, idOf, deploy } = codeTools[tool];
  const { create, attach, find = findStore } = templates[tool];
  const code: Code = { language: "yaml", text: functionCode.trimEnd() };
  const values = {
    name,
    // Where the name in the form of the language is that of a class. With a word behind it: alone it may be a keyword.
    variable: camelCase(name),
    file: language === "hcl" ? pathArgument(file) : file,
    code,
  };
  return {
    create: codeAlone(codeFor(tool, create, values)),
    attach: codeAlone(codeFor(tool, attach, values), fill("sh", deploy, {})),
    find: fill("sh", find, { name, id: idOf(name) }),
  };
}

export function installationFor(revocation: Revocation): Installation {
  const { tool, name, file } = revocation;
  if (tool !== "console" && tool !== "aws-cli") return codeInstallation(tool, revocation);
  const find = fill("sh", findStore, { name });
  if (tool === "aws-cli") return { ...awsCliSteps(revocation), find };
  return {
    create: {
      notes: [
        `Open CloudFront in the AWS console: Functions, KeyValueStores, Create KeyValueStore, with the name ${name}.`,
        `Then Functions, Create function, with the name ${name} and the runtime cloudfront-js-2.0. Replace its code by the text of ${file}. Associate the key value store, save, and publish the function.`,
      ],
      code: [],
    },
    attach: {
      notes: [
        "In the console, open the function: Publish, Add association. Choose the distribution, the event type Viewer request, and the cache behavior.",
      ],
      code: [],
    },
    find,
  };
}

/**
 * Lines for a POSIX shell.
 *
 * Source: CloudFront API Reference, CreateKeyValueStore, CreateFunction, PublishFunction, UpdateDistribution.
 */
function awsCliSteps(revocation: Revocation): Readonly<Record<"create" | "attach", StepContent>> {
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
