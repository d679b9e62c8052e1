import {
  camelCase,
  deploySst,
  deployTemplate,
  type InfrastructureTool,
  pascalCase,
} from "../../foreign/infrastructure.ts";
import { type Code, fillFrom, type Language } from "../../foreign/pasted-code.ts";
import { pathArgument } from "../../output/shell-word.ts";
import { awsCliInstallation } from "./aws-cli.ts";
import { functionCode } from "./function-code.ts";
import { findStore, type Installation } from "./installation.ts";
import type { Revocation } from "./read-revocation.ts";
import cdk from "./templates/cdk.ts?raw";
import functionTf from "./templates/function.tf?raw";
import functionYaml from "./templates/function.yaml?raw";
import pulumi from "./templates/pulumi.ts?raw";
import sst from "./templates/sst.ts?raw";

/** A tool that makes the function as a resource of a program or a configuration, which has the cache behavior, too. */
interface ResourceTool {
  readonly language: Language;
  /** The resources. */
  readonly create: string;
  /** What stands in the cache behavior. */
  readonly attach: string;
  /** Lines for a shell. */
  readonly deploy: string;
  /** Sets `STORE_ARN` in a later shell. */
  readonly find: string;
}

const terraform: ResourceTool = {
  language: "hcl",
  create: functionTf,
  attach: `# In the default_cache_behavior or ordered_cache_behavior of the private path:
function_association {
  event_type   = "viewer-request"
  function_arn = aws_cloudfront_function.__resource__.arn
}`,
  deploy: "terraform apply",
  find: "STORE_ARN=$(terraform output -raw denied_grants)",
};

const cdkConstruct: ResourceTool = {
  language: "ts",
  create: cdk,
  attach: `// In the behavior of the private path:
functionAssociations: [{ function: __function__, eventType: FunctionEventType.VIEWER_REQUEST }],`,
  deploy: "npx cdk deploy",
  find: "# Set STORE_ARN to the output __id__StoreArn.",
};

/** A template reads no file: it has the code of the function in it. */
const cloudFormation: ResourceTool = {
  language: "yaml",
  create: functionYaml,
  attach: `# In the DefaultCacheBehavior, or the entry of CacheBehaviors, of the private path:
FunctionAssociations:
  - EventType: viewer-request
    FunctionARN: !GetAtt __id__Function.FunctionARN`,
  deploy: deployTemplate,
  find: findStore,
};

const pulumiProgram: ResourceTool = {
  language: "ts",
  create: pulumi,
  attach: `// In the cache behavior of the private path:
functionAssociations: [{ eventType: "viewer-request", functionArn: __function__.arn }],`,
  deploy: "pulumi up",
  find: findStore,
};

/** Pulumi in a function. */
const sstFunction: ResourceTool = { ...pulumiProgram, create: sst, deploy: deploySst };

function installationWith(
  { language, create, attach, deploy, find }: ResourceTool,
  revocation: Revocation,
): Installation {
  const { name, file } = revocation;
  const code: Code = { language: "yaml", text: functionCode.trimEnd() };
  const values = {
    id: pascalCase(name),
    resource: name.replaceAll("-", "_"),
    // With a word behind the name: a name alone may be a keyword.
    function: `${camelCase(name)}Function`,
    store: `${camelCase(name)}Store`,
    name,
    file: language === "hcl" ? pathArgument(file) : file,
    code,
  };
  return {
    create: [fillFrom(language, create, values)],
    attach: [fillFrom(language, attach, values), fillFrom("sh", deploy, values)],
    find: fillFrom("sh", find, values),
  };
}

/** What to choose in the AWS console. */
function consoleInstallation({ name, file }: Revocation): Installation {
  return {
    create: [],
    createNotes: [
      `Open CloudFront in the AWS console: Functions, KeyValueStores, Create KeyValueStore, with the name ${name}.`,
      `Then Functions, Create function, with the name ${name} and the runtime cloudfront-js-2.0. Replace its code by the text of ${file}. Associate the key value store, save, and publish the function.`,
    ],
    attach: [],
    attachNotes: [
      "In the console, open the function: Publish, Add association. Choose the distribution, the event type Viewer request, and the cache behavior.",
    ],
    find: fillFrom("sh", findStore, { name }),
  };
}

/** How each tool installs the function. */
export const installationFor: Readonly<Record<InfrastructureTool, (revocation: Revocation) => Installation>> =
  {
    console: consoleInstallation,
    "aws-cli": awsCliInstallation,
    terraform: (revocation) => installationWith(terraform, revocation),
    cdk: (revocation) => installationWith(cdkConstruct, revocation),
    cloudformation: (revocation) => installationWith(cloudFormation, revocation),
    sst: (revocation) => installationWith(sstFunction, revocation),
    pulumi: (revocation) => installationWith(pulumiProgram, revocation),
  };
