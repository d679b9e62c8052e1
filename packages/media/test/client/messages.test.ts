import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { playerFaults } from "./players.faults.ts";
import { renewingGrantFaults } from "./renewing-grant.faults.ts";

describeMessages(playerFaults, renewingGrantFaults);
