import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { awsCloudFrontSignFaults } from "./aws-cloudfront-sign.faults.ts";
import { awsSdkFaults } from "./aws-sdk.faults.ts";

describeMessages(awsCloudFrontSignFaults, awsSdkFaults);
