import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { createDice } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { createCloudFrontVerifier, type RestrictedPaths } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

const publicKeys = { [keyPairId]: keyText("rsa2048.pub.spki.pem") };
const restricting = (restrict?: RestrictedPaths) =>
  createCloudFrontVerifier({ publicKeys, restrict, now: () => moment });
const open = (pathPattern: string) => ({ pathPattern, restricted: false });

describe("the cache behavior", () => {
  // The first rows are the examples of CloudFront's documentation.
  it.each<[RestrictedPaths, string, boolean]>([
    [["/a/b*"], "/a/b?c=1", true],
    // CloudFront resolves it first, and its documentation calls it open; what an origin makes of it is not
    // known, so it is not open here.
    [["/a/b*"], "/a/b/..?c=1", true],
    [[open("/a/b*"), "/a*"], "/a/b/..?c=1", true],
    [["images/*.jpg"], "/images/logo.jpg", true],
    [["/images/*.jpg"], "/images/a/b/logo.jpg", true],
    [["*.jpg"], "/images/logo.jpg", true],
    [["*.jpg"], "/LOGO.JPG", false],
    [["/a?.jpg"], "/ab.jpg", true],
    [["/a?.jpg"], "/a.jpg", false],
    [["/a?.jpg"], "/abc.jpg", false],
    [["*"], "/", true],
    [["/"], "/", true],
    [["/"], "/index.html", false],
    [["/private/*"], "/private/", true],
    [["/private/*"], "/private", false],
    [["/private*"], "/private", true],
    [["/private/*"], "/privately/x", false],
    [["/private/*"], "/public?/private/x", false],
    [["/private/*"], "/public#/private/x", false],
    [["/private/*", "/paid/*"], "/paid/x", true],
    [["/*.m3u8", "/*.ts"], "/a/b.ts?x=.m3u8", true],
    // The first that matches counts, and only it.
    [[open("/private/preview/*"), "/private/*"], "/private/preview/x", false],
    [["/private/*", open("/private/preview/*")], "/private/preview/x", true],
    [[open("/login"), "*"], "/login", false],
    [[open("/login"), "*"], "/login/", true],
    // What a client or an origin may resolve is resolved.
    [["/private/*"], "/./public/../private/x", true],
    [["/private/*"], "//private///x", true],
    [["/private/*"], "/%70riv%61te/x", true],
    [["/private/*"], "/public/%2e%2E/private/x", true],
    [["/private/*"], "/private%2Fx", true],
    [["/private/*"], "/public%2f..%2fprivate/x", true],
    [["/private/*"], "/public\\..\\private/x", true],
    [["/a?b"], "/a%3Fb", true],
    [["/a@b"], "/a%40b", true],
    [[open("/public/*"), "*"], "/public/../private/x", true],
    [[open("/public/*"), "*"], "/public%2F..%2Fprivate/x", true],
    [[open("/public/*"), "*"], "/public/%2Fx", false],
    [[open("/public/*"), "*"], "/public/%00%ff%zz", false],
    // Escaped twice: what decodes twice reads /private.
    [["/private/*"], "/%2570rivate/x", true],
    [["/private/*"], "/private//../secret.jpg", true],
    [["/private/*"], "/private%2F%2F../secret.jpg", true],
    [["/private/*"], "/private%2F/%2e%2e/secret.jpg", true],
    [["/private/*"], "/public//..//private/x", true],
    [["/private/*"], "/public/x/%252e%252e/%252e./private/x", true],
    [["/private/*"], "/public/%255c..%5Cprivate\\x", true],
    [["/private/*"], "/public/%2525252e/x", false],
    [["/caf?.jpg"], "/caf%C3%A9.jpg", true],
    // As long as a path pattern may be.
    [[`/*${"a".repeat(250)}?*`], `/b${"a".repeat(251)}`, true],
    [[`/*${"a".repeat(250)}?*`], `/b${"a".repeat(250)}`, false],
  ])("%j restricts %s: %s", async (restrict, path, restricted) => {
    // What is below a single path has to be said.
    const verifier = restricting([...restrict, open("*")]);
    expect(verifier.isRestricted(host + path)).toBe(restricted);
    const verdict = await verifier.verifyUrl(host + path);
    if (restricted) expect(outcome(verdict)).toBe("no-credentials");
    else expect(verdict).toEqual({ allowed: true, restricted: false, url: (host + path).split("#")[0] });
  });

  it("restricts a path with more readings than the limit", () => {
    expect(restricting(["/private/*"]).isRestricted(`${host}/public/%${"25".repeat(200)}2e/x`)).toBe(false);
    expect(restricting(["/private/*"]).isRestricted(`${host}/public/%${"25".repeat(1000)}2e/x`)).toBe(true);
  });

  it("agrees with regular expressions on random patterns and paths", () => {
    const dice = createDice(7);
    const text = (characters: string) =>
      Array.from({ length: 1 + dice.below(7) }, () => dice.of([...characters])).join("");
    const counts = { true: 0, false: 0 };
    for (let i = 0; i < 3000; i++) {
      // Without what is refused: // and **, and *? in front of letters.
      const pattern = text("abc*?/")
        .replace(/\/+/g, "/")
        .replace(/\*[*?]+/g, (run) => `${run.replaceAll("*", "")}*`);
      const path = `/${text("aabc/b").replace(/\/+/g, "/").replace(/^\//, "")}`;
      const expected = new RegExp(
        `^/${pattern.replace(/^\//, "").replaceAll("*", ".*").replaceAll("?", ".")}$`,
      ).test(path);
      expect(restricting([pattern, open("*")]).isRestricted(host + path), `${pattern} ${path}`).toBe(
        expected,
      );
      counts[`${expected}`]++;
    }
    expect(Math.min(counts.true, counts.false)).toBeGreaterThan(300);
  });
});

describe("a verifier with restrict", () => {
  it("restricts every path without the option", async () => {
    for (const verifier of [restricting(), restricting(undefined)])
      expect(outcome(await verifier.verifyUrl(`${host}/anything`))).toBe("no-credentials");
  });

  it("verifies a restricted path as it does without the option", async () => {
    const verifier = restricting(["/v/*"]);
    const signed = await rsaSigner().signUrl(`${host}/v/1.ts?a=1`, { dateLessThan: end });
    expect(await verifier.verifyUrl(signed)).toMatchObject({
      allowed: true,
      restricted: true,
      source: "url",
      url: `${host}/v/1.ts?a=1`,
    });
    expect(outcome(await verifier.verifyUrl(signed.replace("1.ts", "2.ts")))).toBe("signature-mismatch");
    const { values } = await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end });
    expect(outcome(await verifier.verifyCookies(`${host}/v/9`, values))).toBe("allowed");
    expect(outcome(await verifier.verifyCookies(`${host}/v/9`, {}))).toBe("no-credentials");
  });

  it("leaves the parameters in a URL whose path is open", async () => {
    const verifier = restricting(["/v/*"]);
    const url = `${host}/open?Signature=%&Key-Pair-Id=KNOBODY&Expires=1&Expires=2&a`;
    expect(await verifier.verifyUrl(`${url}#x`)).toEqual({ allowed: true, restricted: false, url });
    expect(
      await verifier.verifyCookies(`${host}/open`, "CloudFront-Policy=a; CloudFront-Policy=b"),
    ).toMatchObject({ restricted: false });
  });

  it("denies an invalid request on every path", async () => {
    const verifier = restricting(["/v/*"]);
    const outcomes = [];
    for (const url of [
      "",
      "/open",
      "ftp://h/open",
      "https://user@h/open",
      `${host}\\v/x`,
      `${host}/a b`,
      `${host}/${"a".repeat(8192)}`,
    ]) {
      expect(verifier.isRestricted(url)).toBe(true);
      outcomes.push(outcome(await verifier.verifyUrl(url)));
    }
    expect(outcomes).toEqual([...Array(6).fill("request-invalid"), "request-too-large"]);
    expect(outcome(await verifier.verifyCookies(`${host}/open`, "a".repeat(20481)))).toBe(
      "request-too-large",
    );
  });
});

describe("a folder without a * behind it", () => {
  it.each<[RestrictedPaths]>([
    [["/private"]],
    [["private"]],
    [["/private/"]],
    [["/"]],
    [["/v1.2"]],
    [["/private?token"]],
    [["/a/*/private"]],
    [["*/private"]],
    [["/*/x"]],
    [["/v1.beta/private"]],
    [[{ pathPattern: "/private", restricted: true }]],
    [["/private", "/private/"]],
    [["/private", "/private/*.html"]],
    [["/private", "/privately/*"]],
    [[open("/public/*"), "/private"]],
  ])("%j leaves what is in it open, and throws", async (restrict) => {
    expect(await refusedAs(() => restricting(restrict))).toBe("ERR_OPTION_INVALID restrict");
  });

  it.each<[RestrictedPaths, boolean]>([
    [["/private", "/private/*"], true],
    [["/private/*", "/private"], true],
    [["/private*"], true],
    [["/private", "*"], true],
    [[open("/private/*"), "/private", "*"], false],
    [["/private", open("/private/*")], false],
    [["/private", open("*")], false],
    [["/film.mp4"], false],
    [["/main.c"], false],
    [["/archive.7z"], false],
    [["/a?b", open("/axb/*")], false],
    [[open("/private"), "/private/*"], true],
  ])("%j says whether what is in it is restricted: %s", (restrict, restricted) => {
    expect(restricting(restrict).isRestricted(`${host}/private/a.jpg`)).toBe(restricted);
  });
});

describe("a restricted entry behind an open one", () => {
  it.each<[RestrictedPaths]>([
    [[open("/*"), "/private/*"]],
    [[open("/private/*"), "private/*"]],
    [["*.pdf", open("*"), "*"]],
  ])("%j is never reached, and throws", async (restrict) => {
    expect(await refusedAs(() => restricting(restrict))).toBe("ERR_OPTION_INVALID restrict");
  });

  it.each<[RestrictedPaths]>([[["*", open("/private/*")]], [["/private/*", open("*")]], [["*", "*"]]])(
    "%j restricts as it says",
    (restrict) => {
      expect(restricting(restrict).isRestricted(`${host}/private/a.jpg`)).toBe(true);
    },
  );
});

describe("a pattern that means something else elsewhere", () => {
  it.each(["*.example.com:8080/private/*", "/private/*?x", "/private/**", "/:locale/private/*"])(
    "%s throws",
    async (pattern) => {
      expect(await refusedAs(() => restricting([pattern]))).toBe("ERR_OPTION_INVALID restrict");
    },
  );

  it.each([
    ["/example.com/private/*", "/example.com/private/a.jpg"],
    ["file.min.js", "/file.min.js"],
    ["/private/?*x", "/private/ax"],
    ["/private/*?.jpg", "/private/ab.jpg"],
    ["/private/.?*", "/private/.env"],
    ["/private/a.*", "/private/a.jpg"],
    ["/private/?id*", "/private/:id"],
    ["/a:b/*", "/a:b/c"],
  ])("%s is taken, and restricts %s", (pattern, path) => {
    expect(restricting([pattern]).isRestricted(host + path)).toBe(true);
  });
});

describe("a restriction that cannot be used throws", () => {
  // What else is no pattern has its message in verify.faults.ts.
  it.each<[string, unknown]>([
    ["an escape", ["/%70rivate/*"]],
    ["alternatives", ["*.{txt,jpg}"]],
    ["a letter that is not ASCII", ["/caf\u00e9/*"]],
    ["a space", ["/my files/*"]],
    ["a negation", ["!/public/*"]],
    ["a query in the middle", ["/a?b/c=d"]],
    ["another scheme", ["s3+x.y-2://cdn.example.com/a"]],
  ])("%s", async (_, restrict) => {
    expect(await refusedAs(() => restricting(restrict as never))).toBe("ERR_OPTION_INVALID restrict");
  });

  it("but not one of 255 characters", () => {
    expect(() => restricting(["a".repeat(255), "*"])).not.toThrow();
  });

  it("a misspelt name", async () => {
    const restrict = ["*", { pathPattern: "/a", restrict: false }] as never;
    expect(await refusedAs(() => restricting(restrict))).toBe("ERR_OPTION_UNKNOWN restrict");
  });
});
