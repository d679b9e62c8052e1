import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { host } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";

/** Faults of the question itself. */
export const questionFaults: readonly Fault[] = [
  {
    given: "explainCloudFrontDenial({ verifier: publicKeys })",
    run: () => explainCloudFrontDenial({ url: host, verifier: {} as never }),
    code: "ERR_OPTION_INVALID",
    message: "verifier: is an object and not a verifier; pass what createCloudFrontVerifier returns",
  },
  {
    given: "explainCloudFrontDenial(url)",
    run: () => explainCloudFrontDenial(`${host}/a.jpg` as never),
    code: "ERR_OPTION_INVALID",
    message: 'question: is a string; pass an object with the URL: { url: "https://…" }',
  },
];
