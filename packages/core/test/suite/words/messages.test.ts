import { describe, expect, it } from "vitest";
import { allFaults } from "../faults/all-faults.ts";
import { refusal } from "../support/refusal.ts";

/** Each fault has a message of its own: the whole text, as a user reads it. */

describe("the message for", () => {
  it.each(allFaults)("$given", async ({ run, code, message }) => {
    const error = await refusal(run);
    expect(`${error.code} ${error.message}`).toBe(`${code} ${message}`);
    expect(message.startsWith(`${error.option}: `)).toBe(true);
  });

  it("one fault is not that of another", () => {
    const given = allFaults.map((fault) => fault.given);
    const messages = allFaults.map((fault) => fault.message);
    expect(given.filter((text, i) => given.indexOf(text) < i)).toEqual([]);
    expect(messages.filter((text, i) => messages.indexOf(text) < i)).toEqual([]);
  });
});
