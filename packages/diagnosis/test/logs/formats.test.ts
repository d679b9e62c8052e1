import {
  agents,
  header,
  newKey,
  oldKey,
  opening,
  recordOf,
  recordsOf,
  signerAt,
  site,
  standardLog,
  verifierOf,
} from "@cloudfront-sign-webcrypto/testing/support/access-logs.ts";
import {
  leakedLink,
  rotationTooEarly,
  sortedQueries,
} from "@cloudfront-sign-webcrypto/testing/support/incidents.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type AccessLogDiagnosis, diagnoseAccessLog } from "cloudfront-sign-diagnosis/logs";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { beforeAll, describe, expect, it } from "vitest";

/** The formats of access logs, what they leave out, and what a result never holds. */

type Row = Readonly<Record<string, string>>;

let rows: readonly Row[];
let answer: AccessLogDiagnosis;
beforeAll(async () => {
  rows = await recordsOf(await rotationTooEarly());
  answer = await diagnoseAccessLog([standardLog(rows)]);
});

/** The same requests with the fields of a real-time log. */
function realTime(row: Row): Readonly<Record<string, string>> {
  const query = row["cs-uri-query"] === "-" ? "" : `?${row["cs-uri-query"]}`;
  return {
    timestamp: `${Date.parse(`${row.date}T${row.time}Z`) / 1000}.123`,
    "c-ip": row["c-ip"] ?? "",
    "sc-status": row["sc-status"] ?? "",
    "cs-host": row["x-host-header"] ?? "",
    "cs-uri-stem": `${row["cs-uri-stem"]}${query}`,
    "x-host-header": row["cs(Host)"] ?? "",
    "cs-user-agent": row["cs(User-Agent)"] ?? "",
    "x-edge-detailed-result-type": row["x-edge-detailed-result-type"] ?? "",
    "sc-content-type": row["sc-content-type"] ?? "",
    "sc-content-len": row["sc-content-len"] ?? "",
  };
}

const lines = (list: readonly Row[], separator = "\t") =>
  list.map((row) => Object.values(row).join(separator)).join("\n");
const fieldsOf = ([row]: readonly Row[]): string[] => Object.keys(row ?? {});
/** Causes without what the other fields of a format change. */
const causesOf = ({ causes }: AccessLogDiagnosis) =>
  causes.map(({ id, pattern, count, sentence, example }) => [
    id,
    pattern,
    count,
    sentence,
    example.slice(0, 80),
  ]);

describe("diagnoseAccessLog", () => {
  it.each<[string, () => (string | Uint8Array | Row)[]]>([
    ["with Windows line ends", () => [standardLog(rows).replaceAll("\n", "\r\n")]],
    ["without a last line end", () => [standardLog(rows).trimEnd()]],
    ["without its header", () => [standardLog(rows).slice(header.length)]],
    [
      "as bytes in pieces of any size",
      () => {
        const bytes = new TextEncoder().encode(standardLog(rows));
        return Array.from({ length: Math.ceil(bytes.length / 7919) }, (_, i) =>
          bytes.slice(i * 7919, (i + 1) * 7919),
        );
      },
    ],
    ["as two files", () => [standardLog(rows.slice(0, 200)), "\n", standardLog(rows.slice(200))]],
    ["as JSON", () => [rows.map((row) => JSON.stringify(row)).join("\n")]],
    ["as W3C with spaces", () => [`#Fields: ${fieldsOf(rows).join(" ")}\n${lines(rows, " ")}`]],
    [
      "as rows of Parquet, with underscores in the names",
      () =>
        rows.map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [
              name
                .replace(/[()-]+/g, "_")
                .toLowerCase()
                .replace(/_$/, ""),
              value,
            ]),
          ),
        ),
    ],
  ])("reads a standard log %s", async (_, pieces) => {
    const found = await diagnoseAccessLog(pieces());
    expect(causesOf(found)).toEqual(causesOf(answer));
  });

  it("reads a real-time log with its fields, in which the stem has the query", async () => {
    const realTimeRows = rows.map(realTime);
    const found = await diagnoseAccessLog([lines(realTimeRows)], { fields: fieldsOf(realTimeRows) });
    expect(causesOf(found)).toEqual(causesOf(answer));
    const asJson = await diagnoseAccessLog(realTimeRows.map((row) => `${JSON.stringify(row)}\n`));
    expect(causesOf(asJson)).toEqual(causesOf(answer));
  });

  it("finds the key without the length of the answers, and then says what it does not know", async () => {
    const shorter = rows.map(({ "sc-content-type": _, "sc-content-len": __, ...row }) => row);
    const { causes, missing } = await diagnoseAccessLog(shorter);
    expect(causes[0]).toMatchObject({
      id: "key-not-trusted",
      certainty: "likely",
      pattern: "rotated-too-early",
      evidence: "all requests with this key are denied, while those with another key are allowed",
    });
    expect(missing).toContain(
      "Add the fields sc-content-type and sc-content-len: the length of CloudFront's response shows its error code.",
    );
  });

  it("counts lines that it cannot read, and goes on", async () => {
    const log = `${header}not a line\n{"sc-status": \n{"a": 1}\n[]\n${"x".repeat(200_000)}\n${standardLog(rows)}`;
    const found = await diagnoseAccessLog([log]);
    expect([found.unreadable, found.requests, causesOf(found)]).toEqual([5, rows.length, causesOf(answer)]);
  });

  it.each([
    [
      "S3",
      '79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be amzn-s3-demo-bucket [06/Feb/2026:00:00:38 +0000] 192.0.2.3 - 3E57427F3EXAMPLE REST.GET.OBJECT course/1.ts "GET /course/1.ts HTTP/1.1" 403 AccessDenied 243 - 7 - "-" "Mozilla/5.0 (KHTML, like Gecko)" -',
    ],
    [
      "a load balancer",
      'h2 2026-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 192.0.2.3:2817 10.0.0.1:80 0.000 0.001 0.000 403 403 34 366 "GET https://www.example.com:443/ HTTP/2.0" "curl/8.5.0" - -',
    ],
  ])("says that a log is one of %s, also beside requests of CloudFront", async (name, line) => {
    const sentence = `lines could not be read. They are from an access log of ${name}, not of CloudFront: give the standard or real-time logs of the distribution.`;
    const { requests, missing } = await diagnoseAccessLog(`${line}\n${line}\n`);
    expect([requests, missing]).toEqual([0, [`2 ${sentence}`]]);
    const mixed = await diagnoseAccessLog(`${standardLog(rows)}${line}\n`);
    expect([mixed.requests, mixed.missing[0]]).toEqual([rows.length, `1 ${sentence}`]);
  });

  it.each([
    ["another number of fields", "timestamp,c-ip,sc-status,cs-uri-stem", 2],
    ["fields in another order", "timestamp,c-ip,a,sc-bytes,sc-status,b,c,d,cs-uri-stem,e", 2],
    ["no HTTP status in any line", "timestamp,c-ip,a,b,c,d,e,d,cs-uri-stem,sc-status", 0],
  ])("shows the columns of the first line, without secrets, for %s", async (_, names, unreadable) => {
    const line = (bytes: number): string =>
      `1795804139.123\t192.0.2.7\t0.002\t403\t1045\tGET\thttps\td111111abcdef8.cloudfront.net\t/a.ts?Signature=secret\t${bytes}\n`;
    const fields = names.split(",");
    const found = await diagnoseAccessLog(line(480) + line(999), { fields });
    const reason =
      fields.length === 4
        ? "4 fields are given, and the lines have 10 columns."
        : unreadable > 0
          ? "The fields are in another order, or the lines have other columns."
          : "No line has an HTTP status in sc-status, so the fields are in another order.";
    const columns =
      "1: 1795804139.123, 2: 192.0.x.x, 3: 0.002, 4: 403, 5: 1045, 6: GET, 7: https, 8: host name, 9: path, 10: 480";
    expect([found.unreadable, found.missing[0]]).toEqual([
      unreadable,
      `${unreadable > 0 ? "2 lines could not be read. " : ""}${reason} Give the field of each column, in order: ${columns}`,
    ]);
  });

  it("says nothing of columns where a line has an HTTP status", async () => {
    const log = `cut\n${["480", "200"].map((status) => `1795804139\t192.0.2.7\t${status}\t/a.ts`).join("\n")}`;
    const { missing } = await diagnoseAccessLog(log, {
      fields: ["timestamp", "c-ip", "sc-status", "cs-uri-stem"],
    });
    expect(missing.filter((one) => one.includes("column"))).toEqual([]);
  });

  it("says that an empty log has no request", async () => {
    expect(await diagnoseAccessLog([])).toMatchObject({
      sentence: "The log has no request that can be read.",
      requests: 0,
      first: undefined,
      timeline: undefined,
    });
  });

  it("reads a URL that CloudFront wrote with escapes, and proves that it is right", async () => {
    const url = await signerAt(newKey, opening).signUrl(`${site}/a~b/c[1].mp4?x=%7B1%7D`, {
      expiresIn: "1h",
    });
    const row = await recordOf({ time: opening + 1000, url }, verifierOf(oldKey));
    const { causes } = await diagnoseAccessLog([standardLog([row])], { verifier: verifierOf(newKey) });
    expect(causes.map(({ id }) => id)).toEqual(["key-not-trusted"]);
    // The same line, if something else denied it.
    const other = { ...row, "sc-content-len": "-", "sc-content-type": "-" };
    const [cause] = (await diagnoseAccessLog([standardLog([other])], { verifier: verifierOf(newKey) }))
      .causes;
    expect(cause?.id).toBe("nothing-wrong-here");
  });

  it("takes the status of an error page for a denial, if it is given", async () => {
    const hidden = rows.map((row) => (row["sc-status"] === "403" ? { ...row, "sc-status": "404" } : row));
    expect((await diagnoseAccessLog([standardLog(hidden)])).denied).toBe(0);
    const { causes } = await diagnoseAccessLog([standardLog(hidden)], { status: 404 });
    expect(causes.map(({ id, count }) => [id, count])).toEqual(
      answer.causes.map(({ id, count }) => [id, count]),
    );
  });

  it("leaves out paths that the verifier does not restrict", async () => {
    const row = await recordOf({ time: opening, url: `${site}/open/a.jpg` }, verifierOf(oldKey));
    const verifier = createCloudFrontVerifier({
      publicKeys: { [oldKey.keyPairId]: keyText("ecp256.pub.spki.pem") },
      restrict: ["/course/*"],
    });
    const { causes } = await diagnoseAccessLog([standardLog([row])], { verifier });
    expect(causes.map(({ id }) => id)).toEqual(["not-restricted"]);
  });
});

describe("what a log leaves out", () => {
  it("is said of cookies that are empty, as CloudFront leaves them by default, and of no other empty field", async () => {
    const row = await recordOf({ time: opening, url: `${site}/a.jpg` }, verifierOf(oldKey));
    const { missing } = await diagnoseAccessLog([standardLog([row])], { verifier: verifierOf(oldKey) });
    expect(missing).toEqual([
      "The log holds no cookies. If you use signed cookies, switch on cookie logging (IncludeCookies, or the field cs(Cookie)).",
      "The log has no countries: c-country is a field of version 2 and of real-time logs.",
    ]);
  });

  it("is the end of cookies in a real-time log", async () => {
    const cookies = `CloudFront-Policy=${"a".repeat(700)}; CloudFront-Signature=${"b".repeat(400)}`.slice(
      0,
      800,
    );
    const row = await recordOf({ time: opening, url: `${site}/a.jpg`, cookies }, verifierOf(oldKey));
    const { causes } = await diagnoseAccessLog([
      standardLog([{ ...row, "cs(Cookie)": cookies, "sc-content-len": "-" }]),
    ]);
    expect(causes.map(({ id, evidence }) => [id, evidence])).toEqual([
      ["signature-not-checked", "a real-time log cuts cookies after 800 bytes"],
    ]);
  });

  it("is the public key of a request that CloudFront trusts and nobody gave", async () => {
    const url = await signerAt(newKey, opening).signUrl(`${site}/a.jpg`, { expiresIn: "1h" });
    const row = await recordOf(
      { time: opening + 1000, url: url.replace("a.jpg", "b.jpg") },
      verifierOf(newKey),
    );
    const { causes } = await diagnoseAccessLog([standardLog([row])], { verifier: verifierOf(oldKey) });
    expect(causes.map(({ id, fix }) => [id, fix])).toEqual([
      ["signature-not-checked", "Also pass the public key of this key pair ID."],
    ]);
  });
});

describe("codes of the log", () => {
  const denied = (change: Row) => async () => {
    const row = await recordOf({ time: opening, url: `${site}/a.jpg` }, verifierOf(oldKey));
    const { causes } = await diagnoseAccessLog([standardLog([{ ...row, ...change }])]);
    return [causes[0]?.id, causes[0]?.certainty];
  };

  it.each<[string, Row, string[]]>([
    [
      "a blocked country",
      { "x-edge-detailed-result-type": "ClientGeoBlocked" },
      ["country-blocked", "likely"],
    ],
    ["a method", { "x-edge-detailed-result-type": "InvalidRequestMethod" }, ["method-not-allowed", "likely"]],
    ["an origin", { "x-edge-detailed-result-type": "OriginError" }, ["origin-denied", "likely"]],
    ["S3", { "sc-content-type": "application/xml", "sc-content-len": "-" }, ["s3-denied", "likely"]],
    ["MissingKey", {}, ["no-credentials", "likely"]],
    ["cookies that are not logged", { "sc-content-len": "110" }, ["signature-not-checked", "possible"]],
    ["nothing", { "sc-content-len": "-", "sc-content-type": "-" }, ["no-credentials", "likely"]],
  ])("show %s", async (_, change, expected) => {
    expect(await denied(change)()).toEqual(expected);
  });
});

describe("a result", () => {
  it("has no signature, policy, cookie, query value or whole address", async () => {
    for (const incident of [leakedLink, sortedQueries]) {
      const { visits } = await incident();
      const secret = "token=hunter2";
      const secrets = visits.map((visit) => ({ ...visit, url: `${visit.url}&${secret}` }));
      const log = standardLog(await recordsOf({ visits: secrets }));
      for (const verifier of [undefined, verifierOf(oldKey)]) {
        const text = JSON.stringify(await diagnoseAccessLog([log], { verifier }));
        const values = visits.flatMap(({ url, address = "" }) => [
          address,
          ...["Signature", "Policy"].map((name) => new URL(url).searchParams.get(name)?.slice(0, 24) ?? ""),
        ]);
        for (const value of new Set(values)) if (value !== "") expect(text).not.toContain(value);
        expect(text).not.toContain("hunter2");
      }
    }
  });

  it("shows no characters that move a cursor or end a tag by themselves", async () => {
    const row = await recordOf(
      { time: opening, url: `${site}/a.jpg`, userAgent: agents.chrome },
      verifierOf(oldKey),
    );
    const hostile = { ...row, "cs-uri-stem": "/\u001b[2J/\u202e.jpg", "x-host-header": "a\u0007b" };
    const { causes } = await diagnoseAccessLog([JSON.stringify(hostile)]);
    expect(JSON.stringify(causes)).not.toMatch(/[^ -~×…]/);
  });
});

describe("many different values", () => {
  it("leave the frequent ones in the tables, with the error of their counts", async () => {
    const row = await recordOf({ time: opening, url: `${site}/a.jpg` }, verifierOf(oldKey));
    function* log(): Generator<Row> {
      for (let i = 0; i < 20_000; i++)
        yield i % 4 === 0
          ? row
          : {
              ...row,
              "cs-uri-stem": `/${String.fromCharCode(97 + (i % 26))}${"b".repeat(i % 20)}${"c".repeat(i % 3)}/x.e${i % 7}`,
            };
    }
    const { causes } = await diagnoseAccessLog(log());
    const [path] = causes[0]?.paths ?? [];
    expect([causes[0]?.count, path?.value]).toEqual([20_000, "/a.jpg"]);
    expect(path?.count).toBeLessThanOrEqual(5000);
    expect((path?.count ?? 0) + (path?.missed ?? 0)).toBeGreaterThanOrEqual(5000);
    expect(path?.missed).toBeGreaterThan(0);
  });
});
