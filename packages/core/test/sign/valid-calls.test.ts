import { moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { describe, expect, it } from "vitest";
import { type ValidCall, validCalls } from "../support/valid-calls.ts";

/** Nothing that can be right is refused, and what is signed opens the request that it was signed for. */

const signer = rsaSigner();
const verifier = verifierOf();

async function verdictOf({ sign, requested, at, viewer }: ValidCall) {
  const conditions = {
    ...(viewer !== undefined && { ipAddress: viewer }),
    time: at === undefined ? moment : new Date(at * 1000),
  };
  if ("cookies" in sign) {
    const { values } = await signer.signCookies(sign.cookies);
    return verifier.verifyCookies(requested ?? "", values as Record<string, string>, conditions);
  }
  if ("grant" in sign) {
    const grant = await signer.grant(sign.grant);
    expect(grant.covers(requested ?? "")).toBe(true);
    return verifier.verifyUrl(grant.signUrl(requested ?? ""), conditions);
  }
  const signed = await signer.signUrl(sign.url, sign.terms);
  // A browser requests it as it is.
  const [sent = ""] = signed.split("#", 1);
  if (!/['{}|]/.test(sent)) expect(new URL(sent).href).toBe(sent);
  const verdict = await verifier.verifyUrl(signed, conditions);
  if (requested !== undefined && verdict.allowed) expect(verdict.url).toBe(requested);
  return verdict;
}

describe("a call that can be right", () => {
  it.each(validCalls.map((call) => [call.name, call] as const))("%s", async (_, call) => {
    expect(outcome(await verdictOf(call))).toBe("allowed");
  });
});
