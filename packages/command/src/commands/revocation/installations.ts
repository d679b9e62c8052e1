import { type CodeToolName, camelCase, codeFor, codeTools } from "../../foreign/infrastructure.ts";
import { codeAlone, type StepContent } from "../../foreign/numbered-step.ts";
import { type Code, fillFrom } from "../../foreign/pasted-code.ts";
import { pathArgument } from "../../output/shell-word.ts";
import { awsCliSteps } from "./aws-cli.ts";
import { functionCode } from "./function-code.ts";
import type { Revocation } from "./read-revocation.ts";
import cdk from "./templates/cdk.ts?raw";
import functionTf from "./templates/function.tf?raw";
import functionYaml from "./templates/function.yaml?raw";
import pulumi from "./templates/pulumi.ts?raw";
import sst from "./templates/sst.ts?raw";

/** How a tool installs the function. */
interface Installation {
  /** Makes the key value store and the function. */
  readonly create: StepContent;
  /** Attaches the function to a cache behavior. */
  readonly attach: StepContent;
  /** Sets `STORE_ARN` in a later shell. */
  readonly find: Code;
}

/** Finds the key value store by its name. */
const findStore = `STORE_ARN=$(aws cloudfront describe-key-value-store --name __name__ \\
  --query KeyValueStore.ARN --output text)`;

/** The code of a tool that makes the function as a resource, and has the cache behavior, too. */
interface InstallationTemplates {
  /** The resources. */
  readonly create: string;
  /** What stands in the cache behavior. */
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
    attach: codeAlone(codeFor(tool, attach, values), fillFrom("sh", deploy, {})),
    find: fillFrom("sh", find, { name, id: idOf(name) }),
  };
}

/** How the tool installs the function. */
export function installationFor(revocation: Revocation): Installation {
  const { tool, name, file } = revocation;
  if (tool !== "console" && tool !== "aws-cli") return codeInstallation(tool, revocation);
  const find = fillFrom("sh", findStore, { name });
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
