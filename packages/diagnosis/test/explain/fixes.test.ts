import { withPolicy } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

const verifier = verifierOf();
const privateKey = keyText("rsa2048.pkcs8.pem");
const local = "http://localhost:8080";

async function fixOf(url: string, hostnames?: readonly string[]): Promise<string | undefined> {
  const [finding] = await explainCloudFrontDenial({
    url,
    time: moment,
    verifier,
    ...(hostnames && { hostnames }),
  });
  return finding?.fix;
}

async function fixForResource(resource: string, url: string): Promise<string | undefined> {
  const policy = JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": end } } }],
  });
  return fixOf(await withPolicy(policy, url));
}

describe("the fix for another host name", () => {
  it("keeps the scheme of the request of a signed URL", async () => {
    const signer = createCloudFrontSigner({ keyPairId, privateKey });
    const url = await signer.signUrl(`${local}/a`, { dateLessThan: end });
    expect(await fixOf(url.replace("localhost", "127.0.0.1"), ["localhost:8080"])).toBe(
      "Sign http://127.0.0.1:8080/…, which is requested, or request the URL from localhost:8080.",
    );
  });

  it("keeps the scheme of the request for the Resource of a policy", async () => {
    expect(await fixForResource(`${local}/*`, "http://127.0.0.1:8080/a")).toBe(
      "Sign a Resource with the requested host name, http://127.0.0.1:8080/…, or request the host name that was signed.",
    );
  });
});

describe("the fix opens more only if somebody decides on it:", () => {
  it.each([
    ["an earlier time", -3600, `Send Expires=${end}, which was signed, or sign ${end - 3600}.`],
    [
      "a later time",
      3600,
      `Send Expires=${end}, which was signed. Only the author of the policy can decide to sign ${end + 3600}, which is later.`,
    ],
  ])("%s", async (_, seconds, fix) => {
    const url = await createCloudFrontSigner({ keyPairId, privateKey }).signUrl("https://cdn.example.com/a", {
      dateLessThan: end,
    });
    expect(await fixOf(url.replace(`Expires=${end}`, `Expires=${end + seconds}`))).toBe(fix);
  });

  it("the ID of the key that signed", async () => {
    const known = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });
    const url = await createCloudFrontSigner({ keyPairId, privateKey }).signUrl("https://cdn.example.com/a", {
      dateLessThan: end,
    });
    const [finding] = await explainCloudFrontDenial({
      url: url.replace(keyPairId, "KSECOND"),
      time: moment,
      verifier: known,
    });
    expect(finding?.fix).toBe(
      `Send Key-Pair-Id=${keyPairId}, if that signer may open this file, or sign with the private key of KSECOND.`,
    );
  });
});

describe("the fix leads to the URL that was signed", () => {
  const signed = (url: string, other: string) =>
    createCloudFrontSigner({ keyPairId, privateKey })
      .signUrl(url, { dateLessThan: end })
      .then((text) => text.replace(url, other));
  it.each([
    [
      "/v/a",
      "//v/a",
      "Request the path with one /, as it was signed: an empty part of a path was joined with it.",
    ],
    [
      "//v/a",
      "/v/a",
      "Sign the path that is requested, after all rewrites that happen before the request reaches CloudFront.",
    ],
    ["/a%20b", "/a%2520b", "Request the URL as it was signed: something encodes each % of it once more."],
    [
      "/a",
      ":8443/a",
      "Request the URL from cdn.example.com, for which it was signed: CloudFront has the ports 80 and 443 alone.",
    ],
  ])("%s, requested as %s", async (path, requested, fix) => {
    const host = "https://cdn.example.com";
    expect(await fixOf(await signed(host + path, host + requested))).toBe(fix);
  });

  it("or to a Resource that covers it", async () => {
    expect(await fixForResource("https://cdn.example.com/a?*", "https://cdn.example.com/a")).toBe(
      "Request the URL with a query, or sign a Resource without its ?*: that covers only URLs with a query.",
    );
    expect(await fixForResource("https://cdn.example.com/*", "https://cdn.example.com:8443/a")).toBe(
      "Request the host name that was signed: CloudFront has the ports 80 and 443 alone.",
    );
  });

  it("and keeps the statement that covers it, of several", async () => {
    const statement = (folder: string) =>
      `{"Resource":"https://cdn.example.com/${folder}/*","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}`;
    const url = await withPolicy(
      `{"Statement":[${statement("a")},${statement("b")}]}`,
      "https://cdn.example.com/b/1",
    );
    const findings = await explainCloudFrontDenial({ url, time: moment, verifier });
    expect(findings.map(({ id, fix }) => [id, fix])).toEqual([
      [
        "policy-schema",
        "Keep the statement that is for this URL, and write each of the others as a policy of its own: CloudFront takes one. Then sign the policy again.",
      ],
    ]);
  });
});

it.each([
  ["K2JCJMDEHXQW5F", " (aws cloudfront get-public-key --id K2JCJMDEHXQW5F)"],
  ["APKAIDLKD6YQ3ZBVNWQA", ""],
  ["AKIAIDLKD6YQ3ZBVNWQA", ""],
  ["KEXAMPLE1234AB", ""],
])("the command for the public key of %s", async (id, step) => {
  const url = await createCloudFrontSigner({ keyPairId, privateKey }).signUrl("https://cdn.example.com/a", {
    dateLessThan: end,
  });
  const findings = await explainCloudFrontDenial({ url: url.replace(keyPairId, id), time: moment });
  expect(findings.at(-1)?.fix).toBe(`Pass the public key as CloudFront has it${step}.`);
});

describe("the fix for the other sections of Resource", () => {
  const requested = "https://cdn.example.com/v/a?y=2";
  it.each([
    ["/v/*", "Sign a Resource that starts with https://cdn.example.com, as the request does."],
    ["http://cdn.example.com/v/*", "Sign a Resource that starts with https://, as the request does."],
    [
      "https://cdn.example.com/v/?x=1&*",
      "Sign a Resource with the parameters that are requested, in their order. Only the author of the policy can decide whether every query was meant: then sign one whose query is a *.",
    ],
  ])("%s", async (resource, fix) => {
    expect(await fixForResource(resource, requested.replace("/a?", "/?"))).toBe(fix);
  });

  it("does not name a host that is a lost variable", async () => {
    expect(await fixForResource("https://cdn.example.com/v/*", "https://undefined/v/a")).toBe(
      "Find the variable that this part of the URL comes from, and set it. Stop the program if the variable is missing.",
    );
  });
});

describe("the fix for a path outside of Resource", () => {
  it.each([
    ["/course/*", "/report.txt"],
    ["/course/*", "/"],
    ["/course/?.txt", "/report.txt"],
  ])("never opens the whole site: %s, requested %s", async (signed, requested) => {
    expect(await fixForResource(local + signed, local + requested)).toBe(
      "Request a path that Resource covers. If this file was meant, too, sign a Resource for it.",
    );
  });

  it("names the folder of the requested file", async () => {
    expect(await fixForResource(`${local}/course/*`, `${local}/film/1.ts`)).toBe(
      `Request a path that Resource covers. If this folder was meant, sign ${local}/film/* as Resource.`,
    );
  });
});

describe("the fix for a signature of an unknown text", () => {
  const altered = async () => {
    const signer = createCloudFrontSigner({ keyPairId, privateKey });
    return (await signer.signUrl(`${local}/report.txt`, { dateLessThan: end })).replace("report", "rexort");
  };

  it("names a URL that was altered after signing, first", async () => {
    expect(await fixOf(await altered(), ["cdn.example.com"])).toBe(
      "Check whether the URL or the policy was altered after it was signed. If not, pass any other host name that may have been signed, such as an old domain, or log the exact policy text where it is signed, and compare its URL and its time with the request.",
    );
  });

  it("asks for the other host names of the distribution", async () => {
    expect(await fixOf(await altered())).toBe(
      "Check whether the URL or the policy was altered after it was signed: compare both with the request. If it was signed for another host name of the distribution, such as the one at cloudfront.net, pass that name, too: hostnames, or --hostname in the command.",
    );
  });
});
