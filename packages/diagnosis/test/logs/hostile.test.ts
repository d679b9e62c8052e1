import {
  newKey,
  oldKey,
  random,
  recordsOf,
  standardLog,
  verifierOf,
} from "@cloudfront-sign-webcrypto/testing/support/access-logs.ts";
import { leakedLink, sortedQueries } from "@cloudfront-sign-webcrypto/testing/support/incidents.ts";
import { oneOf } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import { diagnoseAccessLog } from "cloudfront-sign-diagnosis/logs";
import { describe, expect, it } from "vitest";

/** Lines that strangers wrote: whoever sends a request chooses what stands in a log. */

const pieces = [
  "\t",
  "-",
  "%",
  "%7E",
  "&",
  "=",
  "Signature=",
  "Policy=~",
  "{",
  '"',
  "\u0000",
  "\r",
  "é",
  "#Fields: ",
  "99999999999999999999",
];

describe("diagnoseAccessLog", () => {
  it("reads whatever a line becomes when parts of it change, and counts each once", async () => {
    const next = random();
    const rows = [...(await recordsOf(await leakedLink())), ...(await recordsOf(await sortedQueries()))];
    const lines = standardLog(rows).trimEnd().split("\n").slice(2);
    const changed = Array.from({ length: 600 }, () => {
      const line = oneOf(next, lines);
      const at = Math.floor(next() * line.length);
      return line.slice(0, at) + oneOf(next, pieces) + line.slice(at + Math.floor(next() * 40));
    });
    for (const verifier of [undefined, verifierOf(oldKey, newKey)]) {
      const { requests, unreadable, causes } = await diagnoseAccessLog([changed.join("\n")], { verifier });
      const headers = changed.filter((line) => line.startsWith("#")).length;
      const cut = changed.filter((line) => line === "").length;
      expect(requests + unreadable).toBe(changed.length - headers - cut);
      expect(causes.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(requests);
    }
  });

  it.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "knows no result with the name %s",
    async (name) => {
      const [row] = await recordsOf(await leakedLink());
      const record = {
        ...row,
        "x-edge-detailed-result-type": name,
        "x-edge-result-type": name,
        "sc-status": "403",
      };
      const { requests, causes } = await diagnoseAccessLog([record]);
      expect([requests, causes.length]).toEqual([1, 1]);
      expect(causes[0]?.id).toMatch(/^[a-z-]+$/);
    },
  );

  it("counts records that cannot be read", async () => {
    const throwing = {
      get "cs-uri-stem"(): string {
        throw new Error("of a getter");
      },
    };
    const records = [throwing, null, 1, [], Object.create(null), { "sc-status": {} }] as unknown as object[];
    const { requests, unreadable } = await diagnoseAccessLog(records as Record<string, unknown>[]);
    expect([requests, unreadable]).toEqual([0, records.length]);
  });

  it("passes on the error of a stream", async () => {
    async function* broken(): AsyncGenerator<string> {
      yield "#Version: 1.0\n";
      throw new RangeError("of the stream");
    }
    await expect(diagnoseAccessLog(broken())).rejects.toThrow(RangeError);
  });
});
