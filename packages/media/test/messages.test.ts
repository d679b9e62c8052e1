import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { playerFaults } from "./client/players.faults.ts";
import { renewingGrantFaults } from "./client/renewing-grant.faults.ts";
import { dashFaults } from "./manifest/dash/dash.faults.ts";
import { hlsFaults } from "./manifest/hls/hls.faults.ts";
import { signingStreamFaults } from "./manifest/signing-stream.faults.ts";
import { grantHandlerFaults } from "./server/grant-handler.faults.ts";
import { grantOfRequestFaults, grantOfRequestOptionFaults } from "./server/grant-of-request.faults.ts";
import { signManifestsFaults } from "./server/sign-manifests.faults.ts";

/** The tables of faults of all rooms. */

describeMessages(playerFaults, renewingGrantFaults);
describeMessages(dashFaults, hlsFaults, signingStreamFaults);
describeMessages(grantHandlerFaults, grantOfRequestFaults, grantOfRequestOptionFaults, signManifestsFaults);
