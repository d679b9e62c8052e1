import { allFaults } from "@cloudfront-sign-webcrypto/testing/faults/all-faults.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { describe, expect, it } from "vitest";

/** Each fault has a message of its own: the whole text, as a user reads it. */

describe("the message for", () => {
  it.each(allFaults)("$given", async ({ run, code, message }) => {
    const error = await refusal(run);
    expect(`${error.code} ${error.message}`).toBe(`${code} ${message}`);
    expect(message.startsWith(`${error.option}: `)).toBe(true);
  });

  it("one fault is that of three others at most", () => {
    const given = allFaults.map((fault) => fault.given);
    expect(given.filter((text, i) => given.indexOf(text) < i)).toEqual([]);
    const numbers = new Map<string, number>();
    for (const { message } of allFaults) numbers.set(message, (numbers.get(message) ?? 0) + 1);
    expect([...numbers].filter(([, number]) => number > 4)).toEqual([]);
  });
});
