import { badDates } from "@cloudfront-sign-webcrypto/testing/support/bad-sign-options.ts";
import { refusal as refusalOf, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  moment,
  momentSeconds,
  recorder,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** The terms of a policy: when access ends and starts, and for whom. */

const url = `${host}/image.jpg`;

/** The `Condition` of the policy that these terms make. */
async function condition(
  terms: object,
  now: () => Date = () => moment,
): Promise<Record<string, Record<string, unknown>>> {
  const { signer, policies } = recorder({ now });
  await signer.signUrl(url, terms as never);
  expect(policies).toHaveLength(1);
  return JSON.parse(policies[0] ?? "").Statement[0].Condition;
}

const endOf = async (terms: object, now?: () => Date) =>
  (await condition(terms, now)).DateLessThan?.["AWS:EpochTime"];
const refusal = (terms: unknown) => refusedAs(() => recorder().signer.signUrl(url, terms as never));
const in2030 = 1893456000;

describe("dateLessThan", () => {
  it.each([
    ["a Date", new Date("2030-01-01T00:00:00Z"), in2030],
    ["a Date with a fraction, rounded down", new Date("2030-01-01T00:00:00.999Z"), in2030],
    ["epoch seconds", in2030, in2030],
    ["the last second before milliseconds", 1e11 - 1, 1e11 - 1],
    ["ISO 8601 in UTC", "2030-01-01T00:00:00Z", in2030],
    ["ISO 8601 with a zone east", "2030-01-01T02:00:00+02:00", in2030],
    ["ISO 8601 with a zone west", "2029-12-31T18:30:00-05:30", in2030],
    ["ISO 8601 without seconds", "2030-01-01T00:00Z", in2030],
    ["ISO 8601 with milliseconds, rounded down", "2030-01-01T00:00:00.999Z", in2030],
    ["ISO 8601 with nanoseconds, rounded down", "2030-01-01T00:00:00.999999999Z", in2030],
    ["an offset of 19 hours", "2030-01-01T00:00:00+19:00", 1893387600],
    ["an offset of 59 minutes", "2030-01-01T00:00:00-05:59", 1893477540],
    ["a text of 1,000 characters", `2030-01-01T00:00:00.${"0".repeat(979)}Z`, in2030],
    ["29 February of a leap year", "2028-02-29T00:00:00Z", 1835395200],
  ])("%s", async (_, dateLessThan, seconds) => {
    expect(await endOf({ dateLessThan })).toBe(seconds);
  });

  it.each(badDates)("refuses %s", async (_, dateLessThan) => {
    expect(await refusal({ dateLessThan })).toBe("ERR_DATE_INVALID dateLessThan");
  });

  it.each([
    ["the epoch", 0],
    ["now", moment],
    ["now, by rounding down", new Date(moment.getTime() + 999)],
    ["a second ago", momentSeconds - 1],
    ["the past as text", "2025-12-31T23:59:59Z"],
  ])("in the past is refused: %s", async (_, dateLessThan) => {
    expect(await refusal({ dateLessThan })).toBe("ERR_DATE_PAST dateLessThan");
    // What was understood: a wrong zone or unit is seen at once.
    const { message } = await refusalOf(() => recorder().signer.signUrl(url, { dateLessThan } as never));
    const second = Math.floor(
      Number(typeof dateLessThan === "number" ? dateLessThan * 1000 : new Date(dateLessThan)) / 1000,
    );
    expect(message).toContain(` ${new Date(second * 1000).toISOString().replace(".000Z", "Z")} `);
  });

  it.each([0, 999])("is at least in the next second, %i ms after a full one", async (fraction) => {
    const now = () => new Date(moment.getTime() + fraction);
    const url = await recorder({ now }).signer.signUrl(`${host}/a`, { dateLessThan: momentSeconds + 1 });
    expect(url).toContain(`Expires=${momentSeconds + 1}&`);
    const past = { dateLessThan: momentSeconds };
    expect(await refusedAs(() => recorder({ now }).signer.signUrl(`${host}/a`, past))).toBe(
      "ERR_DATE_PAST dateLessThan",
    );
  });
});

describe("cacheWindow", () => {
  // 2026-01-01T00:00:00Z is a multiple of a day, so of each of these windows too.
  it.each([
    ["1h", "1h", 0, 3600],
    ["1h", "1h", 1, 7200],
    ["1h", "1h", 3599, 7200],
    ["1h", "1h", 3600, 7200],
    ["1h", "1h", 3601, 10800],
    ["90s", "1m", 0, 120],
    ["1d", "1d", 1, 2 * 86400],
    ["30d", "1d", 5, 31 * 86400],
    [1, 1, 0, 1],
    [7, 7, 0, 0],
  ])("expiresIn %j, cacheWindow %j, %i s later", async (expiresIn, cacheWindow, later, fromMoment) => {
    const ends = await endOf({ expiresIn, cacheWindow }, () => new Date(moment.getTime() + later * 1000));
    const window = typeof cacheWindow === "number" ? cacheWindow : 1;
    expect(Number(ends) % window).toBe(0);
    if (fromMoment > 0) expect(ends).toBe(momentSeconds + fromMoment);
    expect(ends).toBeGreaterThanOrEqual(
      momentSeconds + later + (typeof expiresIn === "number" ? expiresIn : 1),
    );
  });

  it.each([0, "0s", "x", null, 0.5, 1e12, "5000000w"])("refuses %j", async (cacheWindow) => {
    expect(await refusal({ expiresIn: "1h", cacheWindow })).toBe("ERR_DATE_INVALID cacheWindow");
  });

  it("goes with expiresIn only", async () => {
    expect(await refusal({ dateLessThan: end, cacheWindow: "1h" })).toBe("ERR_OPTION_CONFLICT cacheWindow");
    expect(await refusal({ cacheWindow: "1h" })).toMatch(/^ERR_OPTION_(MISSING|CONFLICT) /);
  });
});

describe("dateGreaterThan", () => {
  it.each([
    ["a Date with a fraction, rounded up", new Date("2029-01-01T00:00:00.001Z"), 1861920001],
    ["ISO 8601 with a fraction, rounded up", "2029-01-01T00:00:00.001Z", 1861920001],
    ["ISO 8601 with the least fraction, rounded up", "2029-01-01T00:00:00.000000001Z", 1861920001],
    ["ISO 8601 with a fraction of nothing", "2029-01-01T00:00:00.000000Z", 1861920000],
    ["epoch seconds", 1861920000, 1861920000],
    ["the epoch, which is a restriction all the same", 0, 0],
    ["the past", momentSeconds - 60, momentSeconds - 60],
    ["a second before the end", end - 1, end - 1],
  ])("%s", async (_, dateGreaterThan, seconds) => {
    expect(await condition({ dateLessThan: end, dateGreaterThan })).toEqual({
      DateLessThan: { "AWS:EpochTime": end },
      DateGreaterThan: { "AWS:EpochTime": seconds },
    });
  });

  it.each([
    ["the end", end],
    ["behind the end", end + 1],
    ["the end, by rounding up", new Date(end * 1000 - 1)],
  ])("may not be %s", async (_, dateGreaterThan) => {
    expect(await refusal({ dateLessThan: end, dateGreaterThan })).toBe("ERR_DATE_ORDER dateGreaterThan");
  });

  it.each([1e12, -1.5, -1, "2030-01-01T00:00", null, "", new Date("x")])(
    "refuses %s",
    async (dateGreaterThan) => {
      expect(await refusal({ dateLessThan: end, dateGreaterThan })).toBe("ERR_DATE_INVALID dateGreaterThan");
    },
  );
});

describe("the clock", () => {
  it("is the system's unless it is given", async () => {
    const { signer, policies } = recorder({ now: undefined });
    const before = Math.floor(Date.now() / 1000);
    await signer.signUrl(url, { expiresIn: 100 });
    const ends = JSON.parse(policies[0] ?? "").Statement[0].Condition.DateLessThan["AWS:EpochTime"];
    expect(ends).toBeGreaterThanOrEqual(before + 100);
    expect(ends).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 100);
  });

  it.each(["x", undefined, new Date("x"), {}])("that gives %s is refused", async (time) => {
    expect(
      await refusedAs(() => recorder({ now: () => time as never }).signer.signUrl(url, { expiresIn: 60 })),
    ).toBe("ERR_OPTION_INVALID now");
  });

  it.each([null, 5, "x", moment])("that is %s is refused", async (now) => {
    expect(
      await refusedAs(() => recorder({ now: now as never }).signer.signUrl(url, { expiresIn: 60 })),
    ).toBe("ERR_OPTION_INVALID now");
  });
});
