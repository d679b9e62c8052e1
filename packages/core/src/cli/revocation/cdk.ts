import { jsonString, shell, typescript } from "../pasted-code.ts";
import { camelCase, pascalCase } from "../resource-names.ts";
import type { Installation } from "./installation.ts";
import type { Revocation } from "./revocation.ts";

export function cdkInstallation({ name, file }: Revocation): Installation {
  const id = pascalCase(name);
  // With a word behind the name: a name alone may be a keyword.
  const [func, store] = [`${camelCase(name)}Function`, `${camelCase(name)}Store`];
  return {
    create: [
      typescript(
        'import { CfnOutput } from "aws-cdk-lib";',
        'import { Function, FunctionCode, FunctionEventType, FunctionRuntime, KeyValueStore } from "aws-cdk-lib/aws-cloudfront";',
        "",
        `const ${store} = new KeyValueStore(this, "${id}Store");`,
        `const ${func} = new Function(this, "${id}", {`,
        `  code: FunctionCode.fromFile({ filePath: ${jsonString(file)} }),`,
        "  runtime: FunctionRuntime.JS_2_0,",
        `  keyValueStore: ${store},`,
        "});",
        `new CfnOutput(this, "${id}StoreArn", { value: ${store}.keyValueStoreArn });`,
      ),
    ],
    attach: [
      typescript(
        "// In the behavior of the private path:",
        `functionAssociations: [{ function: ${func}, eventType: FunctionEventType.VIEWER_REQUEST }],`,
      ),
      shell("npx cdk deploy"),
    ],
    attachNotes: [],
    find: shell(`# Set STORE_ARN to the output ${id}StoreArn.`),
  };
}
