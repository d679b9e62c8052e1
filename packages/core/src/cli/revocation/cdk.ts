import { camelCase, pascalCase } from "../keygen/names.ts";
import { type Code, shell } from "../pasted-code.ts";
import type { Installation } from "./installation.ts";
import type { Revocation } from "./revocation.ts";

export function cdkInstallation({ name, file }: Revocation): Installation {
  const [variable, id] = [camelCase(name), pascalCase(name)];
  return {
    create: [
      typescript(
        'import { CfnOutput } from "aws-cdk-lib";',
        'import { Function, FunctionCode, FunctionEventType, FunctionRuntime, KeyValueStore } from "aws-cdk-lib/aws-cloudfront";',
        "",
        `const ${variable}Store = new KeyValueStore(this, "${id}Store");`,
        `const ${variable} = new Function(this, "${id}", {`,
        `  code: FunctionCode.fromFile({ filePath: ${JSON.stringify(file)} }),`,
        "  runtime: FunctionRuntime.JS_2_0,",
        `  keyValueStore: ${variable}Store,`,
        "});",
        `new CfnOutput(this, "${id}StoreArn", { value: ${variable}Store.keyValueStoreArn });`,
      ),
    ],
    attach: [
      typescript(
        "// In the behavior of the private path:",
        `functionAssociations: [{ function: ${variable}, eventType: FunctionEventType.VIEWER_REQUEST }],`,
      ),
      shell("npx cdk deploy"),
    ],
    attachNotes: [],
    find: shell(`# Set STORE_ARN to the output ${id}StoreArn.`),
  };
}

function typescript(...lines: readonly string[]): Code {
  return { language: "ts", text: lines.join("\n") };
}
