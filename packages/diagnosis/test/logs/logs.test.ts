import {
  type Incident,
  minute,
  newKey,
  oldKey,
  opening,
  recordOf,
  recordsOf,
  signerAt,
  standardLog,
  verifierOf,
} from "@cloudfront-sign-webcrypto/testing/support/access-logs.ts";
import {
  botWithoutKeys,
  clockAhead,
  cookiesOnOneBrowser,
  expiredBulkMail,
  healthyTraffic,
  leakedLink,
  onePlayersSegments,
  rotationTooEarly,
  sortedQueries,
  wrongTenant,
} from "@cloudfront-sign-webcrypto/testing/support/incidents.ts";
import { diagnoseAccessLog } from "cloudfront-sign-diagnosis/logs";
import { describe, expect, it } from "vitest";

/**
 * What denies the viewers of ten generated incidents: the first answer has to be right, with the public keys and
 * without them. The logs come from the verifier's own decisions.
 */

interface Expected {
  readonly incident: () => Promise<Incident>;
  readonly id: string;
  readonly pattern: string;
  /** The requests that the incident denied. */
  readonly count: number;
  readonly sentence: string;
}

const expected: readonly Expected[] = [
  {
    incident: rotationTooEarly,
    id: "key-not-trusted",
    pattern: "rotated-too-early",
    count: 50,
    sentence: "50 × key not trusted since 09:10, all with key K2JCJMDEHXQW5F. Was it rotated too early?",
  },
  {
    incident: clockAhead,
    id: "not-yet-valid",
    pattern: "clock-ahead",
    count: 80,
    sentence:
      "80 × not yet valid since 08:50. They are about 3 minutes too early. Is the clock of the signer ahead?",
  },
  {
    incident: onePlayersSegments,
    id: "segment-not-signed",
    pattern: "one-player",
    count: 100,
    sentence:
      "100 × segment not signed, all from AppleCoreMedia, all for /films/*/*.ts. The player gets the playlist, but does it sign the segments?",
  },
  {
    incident: sortedQueries,
    id: "url-parameters-reordered",
    pattern: "query-sorted",
    count: 75,
    sentence:
      "75 × url parameters reordered since 09:00, all for /images/*.jpg. Does a CDN or a proxy in front of CloudFront sort the query?",
  },
  {
    incident: cookiesOnOneBrowser,
    id: "no-credentials",
    pattern: "one-browser",
    count: 133,
    sentence: "133 × no credentials, all from Safari. Does Safari keep and send the cookies?",
  },
  {
    incident: leakedLink,
    id: "ip-mismatch",
    pattern: "shared-link",
    count: 200,
    sentence:
      "200 × ip mismatch since 09:00, all for /reports/annual.pdf. About 161 addresses used one link. Was it passed on or posted?",
  },
  {
    incident: wrongTenant,
    id: "resource-mismatch",
    pattern: "other-resource",
    count: 60,
    sentence:
      "60 × resource mismatch, all for /globex/files/*.pdf. Are links of one folder, host name or customer used for another?",
  },
  {
    incident: expiredBulkMail,
    id: "expired",
    pattern: "bulk-mail",
    count: 142,
    sentence:
      "142 × expired, all for /vouchers/*.pdf. Are these links of a mailing that all expired at 2026-11-17 08:30 UTC?",
  },
  {
    incident: botWithoutKeys,
    id: "no-credentials",
    pattern: "programs",
    count: 253,
    sentence:
      "253 × no credentials from 08:40 to 09:25, all from Python. Are these programs and bots without a signature?",
  },
];

describe.each(expected)("the log with $count × $pattern", ({ incident, ...answer }) => {
  const recordsOnce = once(async () => recordsOf(await incident()));
  const firstCause = async (verifier?: ReturnType<typeof verifierOf>) => {
    const { causes, isHealthy } = await diagnoseAccessLog([standardLog(await recordsOnce())], { verifier });
    const [first] = causes;
    return {
      isHealthy,
      id: first?.id,
      pattern: first?.pattern,
      count: first?.count,
      sentence: first?.sentence,
    };
  };

  it("has the right first answer without public keys", async () => {
    expect(await firstCause()).toEqual({ isHealthy: false, ...answer });
  });

  it("has the right cause and pattern without cookies and the length of answers, too", async () => {
    const records = (await recordsOnce()).map((record) => ({
      ...record,
      "cs(Cookie)": "-",
      "sc-content-type": "-",
      "sc-content-len": "-",
    }));
    const [first] = (await diagnoseAccessLog([standardLog(records)])).causes;
    expect([first?.id, first?.pattern, first?.count]).toEqual([answer.id, answer.pattern, answer.count]);
  });

  it("has the right first answer with the public keys of then", async () => {
    const keys = incident === rotationTooEarly ? [newKey] : [oldKey, newKey];
    expect(await firstCause(verifierOf(...keys))).toEqual({ isHealthy: false, ...answer });
  });
});

describe("the log of a rotation while strangers try key pair IDs", () => {
  it("names the key of the incident", async () => {
    const records = await recordsOf(await rotationTooEarly());
    const [denied] = records.filter((record) => record["sc-content-len"] === "106");
    const strangers = Array.from({ length: 30 }, (_, i) => ({
      ...denied,
      "cs-uri-query": `Expires=1900000000&Signature=AAAA&Key-Pair-Id=K${String(i).padStart(13, "A")}`,
    }));
    const log = standardLog([...records, ...(strangers as typeof records)]);
    expect((await diagnoseAccessLog([log])).causes[0]?.sentence).toBe(
      "80 × key not trusted since 09:10, most with key K2JCJMDEHXQW5F. Was it rotated too early?",
    );
  });
});

describe("the log of healthy traffic", () => {
  it("raises no alarm", async () => {
    const records = await recordsOf(await healthyTraffic());
    const { isHealthy, sentence, causes } = await diagnoseAccessLog([standardLog(records)]);
    expect([isHealthy, sentence]).toEqual([
      true,
      "Nothing stands out: 9 of 800 requests (1.1%) were denied.",
    ]);
    expect(causes.map(({ id, standsOut }) => [id, standsOut])).toEqual([
      ["expired", false],
      ["no-credentials", false],
    ]);
  });
});

describe("an error page that changes the status of denials", () => {
  const expired = { "cs-uri-query": "Expires=1795000000&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F" };
  const answerOf = async (changes: object, status?: number) => {
    const rows = await recordsOf(await healthyTraffic());
    const log = standardLog(rows.map((row, i) => (i % 4 === 0 ? { ...row, ...expired, ...changes } : row)));
    const { isHealthy, sentence, missing } = await diagnoseAccessLog(log, { status });
    return [isHealthy, sentence, missing[0]];
  };

  const page = {
    "sc-status": "404",
    "x-edge-result-type": "Error",
    "x-edge-detailed-result-type": "Error",
    "sc-content-type": "text/html",
  };

  it("is suspected where signatures had expired, and named as the status to pass", async () => {
    expect(await answerOf(page)).toEqual([
      false,
      "Denials may be hidden: 200 of 800 requests had an expired signature, and got 404.",
      "200 requests with an expired signature got 404. If an error page changes 403 to 404, pass this status (--status 404).",
    ]);
    expect((await answerOf(page, 404))[1]).toMatch(
      /^200 of 800 requests \(25%\) were denied, most of them: 200 × expired/,
    );
  });

  it.each(["Error", "ClientGeoBlocked", "InvalidRequestBlocked"])(
    "is suspected for the result %s with a status below 400, whatever the signature",
    async (result) => {
      const changes = { ...page, "x-edge-detailed-result-type": result, "sc-status": "200" };
      for (const query of [expired["cs-uri-query"], "-"])
        expect(await answerOf({ ...changes, "cs-uri-query": query })).toEqual([
          false,
          "Denials may be hidden: 200 of 800 requests had an error as CloudFront's result, and got 200.",
          "200 requests with an error as CloudFront's result got 200. If an error page changes 403 to 200, pass this status (--status 200).",
        ]);
    },
  );

  it("denies only the errors, if it has the status of good answers", async () => {
    const changes = { ...page, "cs-uri-query": "-", "sc-status": "200" };
    expect((await answerOf(changes, 200))[1]).toMatch(
      /^200 of 800 requests \(25%\) were denied, most of them: 200 × /,
    );
    expect((await answerOf({}, 200)).slice(0, 2)).toEqual([true, "Nothing was denied: 800 requests."]);
  });

  it("cannot be told from viewers who disconnected without the detailed result", async () => {
    const line = (second: number, result: string) =>
      ["2026-11-27", `10:00:0${second}`, "/a.mp4", "200", result].join("\t");
    const fields = "#Fields: date time cs-uri-stem sc-status x-edge-result-type";
    const { missing } = await diagnoseAccessLog(
      [fields, line(1, "Hit"), line(2, "Error"), line(3, "Error")].join("\n"),
    );
    expect(missing.slice(0, 2)).toEqual([
      "2 requests with an error as CloudFront's result got 200. If an error page changes 403 to 200, pass this status (--status 200).",
      "Add the field x-edge-detailed-result-type: without it, a viewer who disconnected is an error, too.",
    ]);
  });

  it.each([
    ["an error of the origin", { "sc-status": "404", "x-edge-detailed-result-type": "OriginError" }],
    [
      "a file that ended after the expiry",
      { "sc-status": "200", "x-edge-result-type": "Hit", "x-edge-detailed-result-type": "Hit" },
    ],
    [
      "a page for a file that is missing",
      { "sc-status": "200", "x-edge-result-type": "Error", "x-edge-detailed-result-type": "OriginError" },
    ],
    [
      "a viewer who disconnected",
      { "sc-status": "200", "x-edge-result-type": "Error", "x-edge-detailed-result-type": "ClientCommError" },
    ],
  ])("is not suspected for %s", async (_, changes) => {
    expect((await answerOf(changes))[0]).toBe(true);
  });
});

describe("a log that cannot be read", () => {
  it.each(["", "nonsense", "\n", "#Version: 1.0\n"])("is not healthy: %j", async (log) => {
    const { isHealthy, sentence } = await diagnoseAccessLog(log);
    expect([isHealthy, sentence]).toEqual([false, "The log has no request that can be read."]);
  });

  it("is not healthy in part, or without an HTTP status", async () => {
    const log = standardLog(await recordsOf(await healthyTraffic()));
    const answerOf = async (text: string, fields?: string[]) => {
      const { isHealthy, sentence } = await diagnoseAccessLog(text, { fields });
      return [isHealthy, sentence];
    };
    expect(await answerOf(`${log}${"nonsense\n".repeat(3)}`)).toEqual([
      true,
      "Nothing stands out: 9 of 800 requests (1.1%) were denied.",
    ]);
    expect(await answerOf(`${log}${"nonsense\n".repeat(30)}`)).toEqual([
      false,
      "Denials may be hidden: 30 of 830 lines cannot be read, or have no HTTP status.",
    ]);
    const lines = (sizes: readonly number[]) =>
      sizes.map((size) => `1795685400.123\t${size}\t/a.mp4\n`).join("");
    expect(
      await answerOf(lines([919, 919, 204, 48213, 48213, 48213]), ["timestamp", "sc-status", "cs-uri-stem"]),
    ).toEqual([false, "Denials may be hidden: 5 of 6 lines cannot be read, or have no HTTP status."]);
  });
});

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

describe("a log since a change of domain", () => {
  const signedFor = async (host: string): Promise<string> => {
    const url = await signerAt(newKey, opening).signUrl(`https://${host}/a.pdf`, { expiresIn: "1h" });
    return url.replace(host, "media.example.com");
  };
  const firstCause = async (host: string, hostnames: readonly string[] = []) => {
    const verifier = verifierOf(newKey);
    const record = await recordOf({ time: opening + minute, url: await signedFor(host) }, verifier);
    const { causes } = await diagnoseAccessLog([standardLog([record])], { verifier, hostnames });
    return [causes[0]?.id, causes[0]?.certainty];
  };

  it("proves with the public key that the name of the distribution is still signed, which the log has", async () => {
    expect(await firstCause("d111111abcdef8.cloudfront.net")).toEqual(["url-host-changed", "proven"]);
  });

  it("proves that another name is still signed only if it is given", async () => {
    expect(await firstCause("media.example.org")).toEqual(["signature-mismatch", "proven"]);
    expect(await firstCause("media.example.org", ["media.example.org"])).toEqual([
      "url-host-changed",
      "proven",
    ]);
  });
});
