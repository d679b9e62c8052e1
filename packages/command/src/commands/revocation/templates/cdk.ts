import { CfnOutput } from "aws-cdk-lib";
import { Function, FunctionCode, FunctionEventType, FunctionRuntime, KeyValueStore } from "aws-cdk-lib/aws-cloudfront";

const __store__ = new KeyValueStore(this, "__id__Store");
const __function__ = new Function(this, "__id__", {
  code: FunctionCode.fromFile({ filePath: "__file__" }),
  runtime: FunctionRuntime.JS_2_0,
  keyValueStore: __store__,
});
new CfnOutput(this, "__id__StoreArn", { value: __store__.keyValueStoreArn });
