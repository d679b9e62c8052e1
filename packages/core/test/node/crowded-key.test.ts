import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { crowdedKeyFaults } from "../remote/remote-failure.faults.ts";

// In workerd no call waits for another one, so that nothing is crowded there.
describeMessages(crowdedKeyFaults);
