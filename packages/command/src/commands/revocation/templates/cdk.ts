import { CfnOutput } from "aws-cdk-lib";
import { Function, FunctionCode, FunctionEventType, FunctionRuntime, KeyValueStore } from "aws-cdk-lib/aws-cloudfront";

const __variable__Store = new KeyValueStore(this, "__id__Store");
const __variable__Function = new Function(this, "__id__", {
  code: FunctionCode.fromFile({ filePath: "__file__" }),
  runtime: FunctionRuntime.JS_2_0,
  keyValueStore: __variable__Store,
});
new CfnOutput(this, "__id__StoreArn", { value: __variable__Store.keyValueStoreArn });
