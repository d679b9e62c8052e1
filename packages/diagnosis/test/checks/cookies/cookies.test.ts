import { cookieCases, frameworks } from "@cloudfront-sign-webcrypto/testing/support/broken-cookies.ts";
import {
  changed,
  distribution,
  explain,
  header,
  labels,
  set,
  signer,
  site,
  url,
  usual,
  values,
  without,
} from "@cloudfront-sign-webcrypto/testing/support/signed-cookie-lines.ts";
import { end } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import type { CloudFrontDenialQuestion } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

describe("why cookies do not arrive or do not count", () => {
  it.each(cookieCases)("%s", async (_, question, label, summary, evidence, fix) => {
    const [first] = await explain(question);
    expect(first && labels([first])).toEqual([label]);
    expect(first).toMatchObject({ summary, evidence, fix });
  });

  it.each(frameworks)("values that %s encrypted or signed", async (framework, encrypt, fix) => {
    const cookies = changed(encrypt);
    const expected = {
      id: "cookie-encrypted",
      certainty: "proven",
      summary: "A framework encrypted or signed the values of the cookies.",
      evidence: `the value of CloudFront-Policy has an encrypted or signed format: ${framework}`,
      fix,
    };
    expect((await explain({ setCookie: set(usual, cookies) }))[0]).toEqual(expected);
    expect((await explain({ cookies }))[0]).toEqual(expected);
    expect((await explain({ cookies })).map(({ id }) => id)).not.toContain("cookie-encoded");
  });

  const mendCookies =
    "Look at the cookies in the developer tools of the browser. Set a cookie that is not there, in at most 4,096 bytes. Give all of them the same Domain, Path, SameSite and Secure. If the browser sends all of them, find the proxy that drops one.";

  it.each<[lost: string, id: string, summary: string, evidence: string]>([
    [
      "Policy",
      "policy-missing",
      "CloudFront-Policy (or CloudFront-Expires) did not arrive.",
      "the request has CloudFront-Signature and CloudFront-Key-Pair-Id, but no CloudFront-Policy (or CloudFront-Expires)",
    ],
    [
      "Signature",
      "signature-missing",
      "CloudFront-Signature did not arrive.",
      "the request has CloudFront-Policy and CloudFront-Key-Pair-Id, but no CloudFront-Signature",
    ],
    [
      "Key-Pair-Id",
      "key-id-missing",
      "CloudFront-Key-Pair-Id did not arrive.",
      "the request has CloudFront-Policy and CloudFront-Signature, but no CloudFront-Key-Pair-Id",
    ],
  ])(
    "without lines that set them, CloudFront-%s that did not arrive",
    async (lost, id, summary, evidence) => {
      const fix = mendCookies;
      for (const cookies of [header(without(lost)), `theme=dark; ${header(without(lost))}`])
        expect(await explain({ cookies })).toEqual([{ id, certainty: "proven", summary, evidence, fix }]);
      expect(await explain({ url: undefined, cookies: header(without(lost)) })).toEqual([
        { id, certainty: "proven", summary, evidence, fix },
      ]);
    },
  );

  it("one cookie alone, and one without a value", async () => {
    expect(await explain({ cookies: `CloudFront-Key-Pair-Id=${values["CloudFront-Key-Pair-Id"]}` })).toEqual([
      {
        id: "signature-missing",
        certainty: "proven",
        summary: "CloudFront-Policy (or CloudFront-Expires) and CloudFront-Signature did not arrive.",
        evidence:
          "the request has CloudFront-Key-Pair-Id, but no CloudFront-Policy (or CloudFront-Expires) and no CloudFront-Signature",
        fix: mendCookies,
      },
    ]);
    expect((await explain({ cookies: header({ ...values, "CloudFront-Signature": "" }) }))[0]).toEqual({
      id: "signature-missing",
      certainty: "proven",
      summary: "CloudFront-Signature arrived without a value.",
      evidence:
        "the request has CloudFront-Policy and CloudFront-Key-Pair-Id, but an empty CloudFront-Signature",
      fix: mendCookies,
    });
  });

  it("a cookie that arrived twice", async () => {
    expect((await explain({ cookies: `${header(values)}; CloudFront-Signature=x` }))[0]).toEqual({
      id: "parameter-repeated",
      certainty: "proven",
      summary: "A signed cookie arrived twice.",
      evidence: "CloudFront-Signature arrived more than once",
      fix: "Remove the cookie that is left from before: browsers send both if Domain or Path differ. Set each cookie with one Domain and one Path.",
    });
  });

  it("lines that set more cookies than browsers keep, after the signed ones", async () => {
    const others = (count: number, attributes = usual) =>
      Array.from({ length: count }, (_, i) => `other-${i}=1; ${attributes}`);
    const lines = set(usual);
    expect((await explain({ setCookie: [...lines, ...others(196)] }))[0]).toEqual({
      id: "cookie-too-large",
      certainty: "likely",
      summary: "Browsers remove old cookies when a domain has too many.",
      evidence:
        "the lines set at least 199 cookies for one domain, most of them after the signed cookies; browsers keep 180",
      fix: "Set fewer cookies for this domain, or give the distribution a domain of its own.",
    });
    for (const setCookie of [
      [...lines, ...others(170)],
      [...others(190), ...lines],
      [...lines, ...others(190, "Domain=example.org; Path=/; Secure")],
      [...lines, ...others(190, `${usual}; Max-Age=0`)],
    ])
      expect((await explain({ setCookie })).map(({ id }) => id)).not.toContain("cookie-too-large");
  });

  it("the first letters alone are only likely to be a framework's", async () => {
    const [first] = await explain({ cookies: changed(() => `CfDJ8${"aB0_-".repeat(40)}`) });
    expect(first).toMatchObject({
      id: "cookie-encrypted",
      certainty: "likely",
      evidence: "the value of CloudFront-Policy has an encrypted or signed format: ASP.NET Core",
      fix: "Write the Set-Cookie headers yourself, with no data protection: Response.Headers.Append takes the value as it is.",
    });
  });

  it("a name with a prefix is the name of another cookie", async () => {
    for (const prefix of ["__Host-", "__Secure-", "__HOST-"]) {
      const lines = set("Path=/; Secure").map((line) => `${prefix}${line}`);
      expect((await explain({ setCookie: lines }))[0]).toMatchObject({
        id: "parameter-names",
        certainty: "likely",
        evidence: `CloudFront does not know the name ${prefix}CloudFront-Policy`,
      });
      const cookies = lines.map((line) => line.split(";", 1)[0]).join("; ");
      expect((await explain({ cookies }))[0]?.id).toBe("parameter-names");
    }
  });

  it("of more cookies than browsers keep, some are gone", async () => {
    const others = Array.from({ length: 160 }, (_, i) => `c${i}=1`).join("; ");
    const findings = await explain({ cookies: `${others}; ${header(without("Signature"))}` });
    expect(labels(findings)).toEqual(["proven signature-missing", "possible cookie-too-large"]);
    expect(findings[1]).toMatchObject({
      summary: "Browsers remove old cookies when a domain has too many.",
      evidence: "the request has 162 cookies, and browsers remove some when a domain has more than about 180",
      fix: "Set fewer cookies for this domain, or give the distribution a domain of its own.",
    });
    expect(await explain({ cookies: `${others}; ${header(values)}` })).toEqual([]);
  });

  it("both kinds of a policy are possible where nothing else is wrong, and CloudFront denied them", async () => {
    const cookies = { ...values, "CloudFront-Expires": `${end}` };
    expect(await explain({ cookies })).toEqual([]);
    const [first] = await explain({ cookies, status: 403 });
    expect(first).toMatchObject({
      id: "parameter-repeated",
      certainty: "possible",
      summary: "The cookies have two policies: one for each kind of signature.",
      evidence: "there are both CloudFront-Policy and CloudFront-Expires",
      fix: "Remove CloudFront-Expires before you set CloudFront-Policy, and the other way round: one may be left from before.",
    });
  });
});

describe("a page on another site", () => {
  const question: CloudFrontDenialQuestion = {
    url: `${distribution}/v/1.mp4`,
    pageOrigin: "https://www.example.com",
    setCookie: set("Path=/; Secure; SameSite=None"),
    cookies: "",
  };

  it("may have its cookies blocked, which comes before that nothing arrived", async () => {
    const findings = await explain(question);
    expect(labels(findings)).toEqual([
      "possible third-party-cookies",
      "possible credentials-omitted",
      "proven no-credentials",
      "likely resource-mismatch",
    ]);
    expect(findings[3]?.evidence).toMatch(/ \(with the sending of the cookies repaired\)$/);
    expect(findings[0]).toMatchObject({
      summary: "Browsers may block cookies of a site other than the page's.",
      evidence: "the page is on www.example.com, and the cookies are for d111111abcdef8.cloudfront.net",
      fix: "Serve the files from an alternate domain name under the domain of the page: Safari blocks cookies of other sites, Firefox separates them by site, and Chrome can be set to block them.",
    });
  });

  it("without the lines that set them, nothing arrived first", async () => {
    expect(labels(await explain({ ...question, setCookie: undefined }))).toEqual([
      "proven no-credentials",
      "possible third-party-cookies",
    ]);
  });

  it("is not suspected where the cookies arrived, are partitioned, or may be of one site", async () => {
    const ids = async (more: CloudFrontDenialQuestion) =>
      (await explain({ ...question, ...more })).map(({ id }) => id);
    expect(await ids({ url, cookies: values })).toEqual([]);
    expect(await ids({ setCookie: set("Path=/; Secure; SameSite=None; Partitioned") })).toEqual([
      "credentials-omitted",
      "no-credentials",
      "resource-mismatch",
    ]);
    const sent = async (cookies?: string) => labels(await explain({ url, setCookie: set(usual), cookies }));
    expect(await sent()).toEqual(["possible no-credentials"]);
    expect(await sent("")).toEqual(["proven no-credentials", "possible credentials-omitted"]);
    expect(await ids({ pageOrigin: distribution })).toEqual(["no-credentials", "resource-mismatch"]);
    for (const pageOrigin of ["null", "", "chrome-extension://abc", "www.example.com"])
      expect(await ids({ setCookie: set("Path=/; Secure"), pageOrigin })).not.toContain(
        "third-party-cookies",
      );
  });
});

describe("faults of lines and the cookies that arrived", () => {
  const lines = set("Domain=example.org; Path=/w");

  it("where all cookies arrived and are right, a line is never a proven cause", async () => {
    expect(labels(await explain({ setCookie: lines, cookies: `a=1; ${header(values)}` }))).toEqual([
      "possible cookie-domain",
      "possible cookie-path",
    ]);
  });

  it("cookies that only the lines show never count as sent", async () => {
    const question = { setCookie: lines, cookies: header(values), areCookiesUncertain: true };
    expect(labels(await explain(question))).toEqual(["proven cookie-domain", "proven cookie-path"]);
  });

  it("they come after what is proven of the cookies that arrived", async () => {
    expect(labels(await explain({ setCookie: lines, cookies: values, time: new Date(end * 1000) }))).toEqual([
      "proven expired",
      "possible cookie-domain",
      "possible cookie-path",
    ]);
  });

  it("a line of a cookie that arrived is not to blame for another that did not", async () => {
    const setCookie = set("Domain=example.com; Path=/").map((line) =>
      line.startsWith("CloudFront-Signature") ? line.replace("Path=/", "Path=/w") : line,
    );
    const findings = await explain({ setCookie, cookies: header(without("Signature")) });
    expect(labels(findings)).toEqual(["proven cookie-path", "proven cookie-missing"]);
    expect(findings[1]?.evidence).toBe("the browser kept back CloudFront-Signature, which was set");
  });

  it("a signed URL makes CloudFront ignore cookies, so that no line counts", async () => {
    const signedUrl = await signer.signUrl(url, { dateLessThan: end });
    expect(await explain({ url: signedUrl, setCookie: lines })).toEqual([]);
  });

  it("a lost Hash-Algorithm is told from the line that sets it", async () => {
    const cookies = { ...values, "CloudFront-Hash-Algorithm": "SHA256" };
    const setCookie = set("Domain=example.com; Path=/", cookies);
    const [first] = await explain({ setCookie, cookies: header(values) });
    expect(first).toMatchObject({
      id: "cookie-missing",
      certainty: "proven",
      evidence: "CloudFront-Hash-Algorithm was set but did not arrive",
    });
  });
});

describe("cookies of which only the Set-Cookie lines are known", () => {
  const [pageOrigin, otherSite] = ["https://app.example.com", "https://www.example.org"];
  const ofLines = (attributes: string) => ({
    cookies: header(values),
    areCookiesUncertain: true,
    setCookie: set(attributes),
  });
  const responseBody = "<Error><Code>MissingKey</Code><Message>Missing Key-Pair-Id</Message></Error>";

  it("go to no other host without a Domain", async () => {
    const [first, ...more] = await explain({ ...ofLines("Path=/; Secure"), pageOrigin });
    expect(first).toMatchObject({
      id: "cookie-domain",
      certainty: "likely",
      evidence: "there is no Domain, so browsers send them only to app.example.com",
    });
    expect(more).toEqual([]);
    expect(labels(await explain(ofLines("Path=/; Secure")))).toEqual(["possible cookie-domain"]);
    expect(await explain({ ...ofLines("Path=/; Secure"), pageOrigin: site })).toEqual([]);
  });

  it("are in order where a browser sends them", async () => {
    expect(await explain({ ...ofLines(usual), pageOrigin })).toEqual([]);
    expect(await explain(ofLines(usual))).toEqual([]);
  });

  it("were not sent if the response is MissingKey", async () => {
    for (const cookies of [header(values), undefined]) {
      const question = { ...ofLines("Path=/; Secure"), cookies, pageOrigin, status: 403, responseBody };
      const findings = await explain(question);
      expect(labels(findings)).toEqual(["likely cookie-domain", "proven no-credentials"]);
      expect(findings[1]).toMatchObject({
        summary: "The browser did not send the cookies.",
        evidence: "the URL has no signing parameter, and none of the cookies that were set arrived",
      });
    }
  });

  it("were left out by the page if the attributes have no fault", async () => {
    const unsent = [
      { ...ofLines(usual), responseBody },
      { cookies: "", setCookie: set(usual) },
    ];
    for (const question of unsent) {
      const findings = await explain({ ...question, pageOrigin });
      expect(labels(findings)).toEqual(["likely credentials-omitted"]);
      expect(findings[0]).toMatchObject({
        summary: "The page seems to request the URL without cookies.",
        evidence:
          "no fault was found in the Domain, Path, Secure and SameSite of the cookies, but none of them arrived",
        fix: expect.stringContaining('crossorigin="use-credentials"'),
      });
    }
  });

  it("are not said to be left out where a page sends them, or a browser may block them", async () => {
    const unsent = { cookies: "", setCookie: set(usual) };
    const found = async (more: CloudFrontDenialQuestion) => labels(await explain({ ...unsent, ...more }));
    expect(await found({ pageOrigin: site })).toEqual(["proven no-credentials"]);
    expect(await found({ pageOrigin, method: "OPTIONS" })).not.toContain("likely credentials-omitted");
    expect(await found({ pageOrigin, status: 200 })).not.toContain("likely credentials-omitted");
    const setCookie = set("Domain=example.com; Path=/; Secure; SameSite=None");
    expect(await found({ setCookie, pageOrigin: otherSite })).not.toContain("likely credentials-omitted");
  });
});

describe("several sets of cookies", () => {
  const folder = async (name: string) =>
    (await signer.signCookies({ resource: `${site}/${name}/*`, dateLessThan: end })).values as Record<
      string,
      string
    >;

  it("a later set with the same Path replaces the one for this URL", async () => {
    const [a, b] = [await folder("a"), await folder("b")];
    const setCookie = [...set("Domain=example.com; Path=/", a), ...set("Domain=example.com; Path=/", b)];
    const expected = {
      id: "resource-mismatch",
      certainty: "proven",
      evidence: "a later set of cookies with the same Path=/ replaced the one for this URL",
      fix: "Give each set of cookies the Path of its own folder, or sign one Resource that covers all of them: cookies of the same name and Path replace each other.",
    };
    expect((await explain({ url: `${site}/a/1`, setCookie, cookies: b }))[0]).toMatchObject(expected);
    expect((await explain({ url: `${site}/a/1`, setCookie }))[0]).toMatchObject({
      ...expected,
      certainty: "likely",
    });
    expect(await explain({ url: `${site}/b/1`, setCookie, cookies: b })).toEqual([]);
  });

  it("the wrong one of two paths is named", async () => {
    const [a, b] = [await folder("a"), await folder("b")];
    const setCookie = [...set("Domain=example.com; Path=/", a), ...set("Domain=example.com; Path=/c", b)];
    const [first] = await explain({ url: `${site}/b/1`, setCookie, cookies: a });
    expect(first).toMatchObject({
      id: "resource-mismatch",
      certainty: "proven",
      evidence: "the browser sent the set of Path=/, and not that of /c",
      fix: "Give each set of cookies the Path of the folder that its Resource covers, or sign one Resource that covers all of them.",
    });
  });

  it("for two folders are right, each for its own", async () => {
    const [a, b] = [await folder("a"), await folder("b")];
    const setCookie = [...set("Domain=example.com; Path=/a", a), ...set("Domain=example.com; Path=/b", b)];
    expect(await explain({ url: `${site}/a/1`, setCookie, cookies: a })).toEqual([]);
    expect(labels(await explain({ url: `${site}/a/1`, setCookie }))).toEqual(["possible no-credentials"]);
    expect(labels(await explain({ url: `${site}/c/1`, setCookie }))).toEqual([
      "proven cookie-path",
      "possible no-credentials",
    ]);
  });
});
