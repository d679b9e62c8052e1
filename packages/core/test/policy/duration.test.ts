import { badDurations } from "@cloudfront-sign-webcrypto/testing/support/bad-sign-options.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { host, moment, momentSeconds, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** Lengths of time. */

const url = `${host}/image.jpg`;
const refusal = (options: unknown) => refusedAs(() => recorder().signer.signUrl(url, options as never));

/** The end of access that options give, in seconds. */
async function endOf(options: object, now = () => moment): Promise<number> {
  const signed = await recorder({ now }).signer.signUrl(url, options as never);
  return Number(new URL(signed).searchParams.get("Expires"));
}

describe("expiresIn", () => {
  it.each([
    [90, 90],
    ["90s", 90],
    ["15m", 900],
    ["6h", 21600],
    ["7d", 604800],
    ["1s", 1],
    ["2w", 1209600],
    ["1.5h", 5400],
    ["3650d", 315360000],
  ])("%j is %i seconds from now", async (expiresIn, seconds) => {
    expect(await endOf({ expiresIn })).toBe(momentSeconds + seconds);
  });

  it("rounds down where now has a fraction", async () => {
    expect(await endOf({ expiresIn: 60 }, () => new Date(moment.getTime() + 999))).toBe(momentSeconds + 60);
  });

  it.each([
    ["a symbol", Symbol("1h")],
    ["an object without prototype", Object.create(null)],
    ["text in an array", ["90s"]],
  ])("refuses %s", async (_, expiresIn) => {
    expect(await refusal({ expiresIn })).toBe("ERR_DATE_INVALID expiresIn");
  });

  it.each(badDurations.map((value) => [value]))("refuses %s", async (expiresIn) => {
    expect(await refusal({ expiresIn })).toBe("ERR_DATE_INVALID expiresIn");
  });
});
