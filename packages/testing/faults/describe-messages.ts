import { describe, expect, it } from "vitest";
import { refusal } from "../support/refusal.ts";
import type { Fault } from "./fault.ts";

/** A test for each row: the code and the whole message, as a user reads it, with the name of the option in front. */
export function describeMessages(...tables: readonly (readonly Fault[])[]): void {
  describe("the message for", () => {
    it.each(tables.flat())("$given", async ({ run, code, message }) => {
      const error = await refusal(run);
      expect(`${error.code} ${error.message}`).toBe(`${code} ${message}`);
      expect(message.startsWith(`${error.option}: `)).toBe(true);
    });
  });
}
