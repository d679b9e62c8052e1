import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { objectUrlFaults } from "./object-url.faults.ts";
import { resourceFaults } from "./resource.faults.ts";
import { resourceMismatchFaults } from "./resource-mismatch.faults.ts";
import { urlFaults } from "./url.faults.ts";

describeMessages(objectUrlFaults, resourceFaults, resourceMismatchFaults, urlFaults);
