import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { expect, it } from "vitest";
import { oldWorkerFaults } from "../manifest/signing-stream.faults.ts";

it.each(oldWorkerFaults)("is refused: $given", async ({ run, code, message }) => {
  const error = await refusal(run);
  expect(`${error.code} ${error.message}`).toBe(`${code} ${message}`);
});
