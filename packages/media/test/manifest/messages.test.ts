import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { dashFaults } from "./dash/dash.faults.ts";
import { hlsFaults } from "./hls/hls.faults.ts";
import { signingStreamFaults } from "./signing-stream.faults.ts";

describeMessages(dashFaults, hlsFaults, signingStreamFaults);
