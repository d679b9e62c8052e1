import { readFileSync } from "node:fs";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/**
 * What people reported in public, as they could have asked: facts of each report, with made-up names, keys and signatures.
 * `finding` is the answer that an expert called right. A report without one is not answered: nothing may be proven of it.
 */
interface Report {
  readonly link: string;
  readonly cause: string;
  readonly now: string;
  readonly text?: string;
  readonly url?: string;
  readonly cookies?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer?: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly finding?: string;
}

const reports = JSON.parse(
  readFileSync(new URL("public-reports.json", import.meta.url), "utf8"),
) as readonly Report[];

async function explain({ text, url, cookies, headers, answer, now }: Report) {
  const pasted = text === undefined ? undefined : readPastedRequest(text);
  const lines = (cookies ?? "").split("\n");
  const setCookie = lines.filter((line) => /^\s*set-cookie:/i.test(line));
  const sent = setCookie.length === 0 ? cookies?.replace(/^\s*cookie:\s*/i, "") : undefined;
  return await explainCloudFrontDenial({
    url: pasted?.url ?? url,
    cookies: [pasted?.cookies, sent].filter(Boolean).join("; ") || undefined,
    requestHeaders: { ...pasted?.requestHeaders, ...headers },
    setCookie: [...(pasted?.setCookie ?? []), ...setCookie],
    method: pasted?.method,
    pageOrigin: headers?.Origin ?? headers?.origin,
    status: answer?.status ?? pasted?.status,
    responseBody: answer?.body ?? pasted?.responseBody,
    responseHeaders: answer?.headers ?? pasted?.responseHeaders,
    time: pasted?.date ?? new Date(now),
    isTimeUncertain: pasted?.isTimeUncertain,
    credentials: pasted?.credentials,
    ipAddress: pasted?.ipAddress,
  });
}

describe("a public report", () => {
  it.each(reports.filter(({ finding }) => finding !== undefined))("$link: $cause", async (report) => {
    const findings = await explain(report);
    expect(findings.slice(0, 2).map(({ id }) => id)).toContain(report.finding);
  });

  it.each(reports.filter(({ finding }) => finding === undefined))(
    "that is not answered, and of which nothing is proven: $link: $cause",
    async (report) => {
      const findings = await explain(report);
      expect(findings.filter(({ certainty }) => certainty === "proven")).toEqual([]);
    },
  );
});
