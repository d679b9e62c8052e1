import { rsaSignature } from "@cloudfront-sign-webcrypto/testing/support/hand-made-signatures.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import {
  type CloudFrontFinding,
  explainCloudFrontDenial,
  readPastedRequest,
} from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** URLs inside other URLs, URLs that other services signed, and values that a log hides. */

const verifier = verifierOf();
const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const later = new Date((end + 60) * 1000);
const encoded = encodeURIComponent(signed);
const letters = "ABCDEFGH";

/** As URL Defense keeps characters, in its third version. */
const kept: string[] = [];
const starred = signed.replace(/~+/g, (run) => {
  kept.push(run);
  return run.length > 1 ? `**${letters[run.length - 2]}` : "*";
});
const defended = btoa(kept.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const dashed = encoded
  .replaceAll("-", "%2D")
  .replaceAll("_", "%5F")
  .replaceAll("%2F", "_")
  .replaceAll("%", "-");

const wrappers = [
  ["Safe Links", `https://eur03.safelinks.protection.outlook.com/?url=${encoded}&data=05%7C02&reserved=0`],
  ["URL Defense 2", `https://urldefense.proofpoint.com/v2/url?u=${dashed}&d=DwMFaQ&c=a&r=b&m=c&s=d&e=`],
  ["URL Defense 3", `https://urldefense.com/v3/__${starred}__;${defended}!!Abc!def$`],
  [
    "URL Defense 3 with one slash",
    `https://urldefense.com/v3/__${starred.replace("//", "/")}__;${defended}!!A!d$`,
  ],
  ["Google", `https://www.google.com/url?q=${encoded}&sa=D&usg=AOvVaw0`],
  ["Facebook", `https://l.facebook.com/l.php?u=${encoded}&h=AT0`],
  ["a redirect that encodes twice", `https://app.example.org/go?to=${encodeURIComponent(encoded)}`],
  ["a redirect that does not encode", `https://app.example.org/go?lang=de&to=${signed}`],
] as const;

const idsOf = (findings: readonly CloudFrontFinding[]): string[] => findings.map(({ id }) => id);

describe.each(wrappers)("a signed URL inside %s", (_name, url) => {
  it("is named, and the URL inside is explained, too", async () => {
    const found = await explainCloudFrontDenial({ url, time: later, verifier });
    expect(idsOf(found)).toEqual(["parameters-escaped", "expired"]);
    expect(found[0]?.summary).toBe("The signed URL is inside another URL.");
  });

  it("is read from a paste", () => {
    const pasted = readPastedRequest(`Klick: ${url}`);
    expect(pasted?.url).toBe(signed);
    expect(pasted?.notes.join()).toContain("the protection of a mail");
  });
});

it.each([
  `${host}/go?to=${encoded}`,
  `https://app.example.org/go?to=${encodeURIComponent(`${host}/a.jpg`)}`,
  "https://urldefense.com/v3/__https://a.example/__;!!A!d$",
])("%s has no signed URL of another host inside", async (url) => {
  const found = await explainCloudFrontDenial({ url, time: moment, verifier });
  expect(idsOf(found)).not.toContain("parameters-escaped");
});

it("a URL that is signed with another one inside is allowed", async () => {
  const url = await rsaSigner().signUrl(`${host}/p?next=${encoded}`, { dateLessThan: end });
  expect(await explainCloudFrontDenial({ url, time: moment, verifier })).toEqual([]);
});

const hex = "00ff".repeat(16);
const base64 = `${"Ab1".repeat(14)}A`;
const services = [
  ["Google Cloud Storage", `GoogleAccessId=a&Expires=${end}&Signature=${base64}`],
  ["Google Cloud CDN", `Expires=${end}&KeyName=key&Signature=${base64.slice(0, 27)}=`],
  ["Azure Storage (a shared access signature)", `sv=2024-11-04&se=2027-03-11&sr=b&sp=r&sig=${base64}%3D`],
  ["Akamai", `hdnts=st=1~exp=${end}~acl=/a~hmac=${hex}`],
  ["Akamai", `__token__=exp=${end}~acl=/a~hmac=${hex}`],
  ["Alibaba Cloud CDN", `auth_key=${end}-0-0-${hex.slice(0, 32)}`],
  ["Cloudflare", `verify=${end}-${base64}%3D`],
  ["Fastly", `token=${end}_${hex}`],
  ["nginx (secure_link)", `md5=${base64.slice(0, 22)}&expires=${end}`],
  ["another CDN (token and expires)", `token=${base64}&expires=${end}`],
] as const;

it.each(services)("%s is named: %s", async (service, query) => {
  const [first, ...others] = await explainCloudFrontDenial({
    url: `${host}/a.jpg?${query}`,
    time: moment,
    verifier,
  });
  const certainty = service.startsWith("Google") ? "proven" : "likely";
  expect(first).toMatchObject({ id: "signed-for-other-service", certainty });
  expect(first?.summary).toBe(`This URL is signed for ${service}, not for CloudFront.`);
  expect(others.filter(({ certainty }) => certainty !== "possible")).toEqual([]);
  const url = await rsaSigner().signUrl(
    `${host}/a.jpg?${query.replace(/(Expires|Signature)=[^&]*&?/g, "")}`,
    {
      dateLessThan: end,
    },
  );
  expect(await explainCloudFrontDenial({ url, time: moment, verifier })).toEqual([]);
});

it("what a log hides or shortens is not a mistake of the signer", async () => {
  const masks = ["[REDACTED]", "****", "<hidden>", "xxxxxx", "abcdefgh…wxyz", "abcdefgh***wxyz"];
  for (const mask of masks) {
    const url = signed.replace(/Signature=[^&]*/, `Signature=${mask}`);
    const found = await explainCloudFrontDenial({ url, time: later, verifier });
    expect(idsOf(found)).toEqual(["expired", "signature-undecodable"]);
    expect(found[1]?.certainty).toBe("possible");
    expect(found[1]?.evidence).toBe(
      `Signature has "${mask.replace(/abcdefgh|wxyz/g, "")}" in the place of what was sent, or of a part of it`,
    );
  }
});

it("an expiry time that cannot be read was signed as it was sent, or as it was meant", async () => {
  for (const [sent, signedEnd] of [
    [`${end}000000`, `${end}000000`],
    ["2030-03-17T17:46:40Z", `${end}`],
  ]) {
    const policy = `{"Statement":[{"Resource":"${host}//a.jpg","Condition":{"DateLessThan":{"AWS:EpochTime":${signedEnd}}}}]}`;
    const signature = cloudFrontBase64(await rsaSignature(policy));
    const url = `${host}/a.jpg?Expires=${sent}&Signature=${signature}&Key-Pair-Id=${keyPairId}`;
    const found = await explainCloudFrontDenial({ url, time: moment, verifier });
    expect(idsOf(found)).toEqual(["expires-invalid", "url-path-changed"]);
  }
});

it("Set-Cookie lines that were merged by commas are named", async () => {
  const { values } = await rsaSigner().signCookies({ resource: `${host}/*`, dateLessThan: end });
  const setCookie = [
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}; Path=/; Secure`)
      .join(", "),
  ];
  const [first] = await explainCloudFrontDenial({ url: `${host}/a.jpg`, setCookie, time: moment, verifier });
  expect(first).toMatchObject({ id: "cookie-missing", certainty: "likely" });
  expect(first?.evidence).toMatch(
    /^behind a comma, the line that sets CloudFront-\w+ goes on with CloudFront-/,
  );
});

it.each([
  ["an element of XML", `<loc>${signed.replaceAll("&", "&amp;")}</loc>`],
  ["a link of Markdown with escapes", `[film](${signed.replaceAll("_", "\\_")})`],
])("%s is read as it is shown", (_name, paste) => {
  expect(readPastedRequest(paste)?.url).toBe(signed);
});

it("a host name of other letters, or of a variable without a value, was signed", async () => {
  for (const name of ["undefined", "D111111ABCDEF8.cloudfront.net"]) {
    const policy = `{"Statement":[{"Resource":"https://${name}/a.jpg","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;
    const signature = cloudFrontBase64(await rsaSignature(policy));
    const url = `${host}/a.jpg?Expires=${end}&Signature=${signature}&Key-Pair-Id=${keyPairId}`;
    const [first] = await explainCloudFrontDenial({ url, time: moment, verifier });
    expect(first).toMatchObject({ id: "url-host-changed", certainty: "proven" });
  }
});

it("a misspelt parameter belongs to no resource, and hides no mismatch that has another cause", async () => {
  for (const [resource, ids] of [
    [`${host}/a.jpg`, ["parameter-names"]],
    [`${host}/b/*`, ["parameter-names", "resource-mismatch"]],
  ] as const) {
    const custom = await rsaSigner().signUrl(`${host}/${resource.endsWith("*") ? "b/" : ""}a.jpg`, {
      resource,
      dateLessThan: end,
    });
    const url = custom.replace("/b/", "/").replace("Key-Pair-Id", "key-pair-id");
    expect(idsOf(await explainCloudFrontDenial({ url, time: moment, verifier }))).toEqual(ids);
  }
});

it("what is wrong with the rest of a signature that was cut off is not a fault of its own", async () => {
  const url = signed.slice(0, signed.indexOf("Signature=") + 140);
  const found = await explainCloudFrontDenial({ url, time: later, verifier });
  expect(idsOf(found)).toEqual(["url-truncated", "expired"]);
});

describe("what was signed stands beside the request", () => {
  const other = "https://media.example.org";
  const first = async (text: string): Promise<string> => {
    const { date: _, notes: __, ...pasted } = readPastedRequest(text) ?? expect.fail("nothing was read");
    const [finding] = await explainCloudFrontDenial({ ...pasted, time: moment, verifier });
    return `${finding?.certainty} ${finding?.id}`;
  };
  const signedFor = (url: string, requested: string) =>
    rsaSigner()
      .signUrl(url, { dateLessThan: end })
      .then((text) => text.replace(url, requested));
  const policyFor = (resource: string) =>
    `{"Statement": [{"Resource": "${resource}", "Condition": {"DateLessThan": {"AWS:EpochTime": ${end}}}}]}`;

  it("with another host, in a sentence and in the request before a redirect", async () => {
    const url = await signedFor(`${other}/a.jpg`, `${host}/a.jpg`);
    expect(await first(`We sign ${other}/a.jpg, and ${url} is a 403`)).toBe("proven url-host-changed");
    const sent = (name: string) => `> GET ${url.replace(host, "")} HTTP/2\n> Host: ${name}\n`;
    expect(
      await first(
        `${sent("media.example.org")}< HTTP/2 301\n< location: ${url}\n${sent(host.slice(8))}< HTTP/2 403\n< server: CloudFront\n`,
      ),
    ).toBe("proven url-host-changed");
  });

  it("as a policy in any notation", async () => {
    const url = await signedFor(`${host}/raw/b.jpg`, `${host}/a.jpg`);
    for (const policy of [
      policyFor(`${host}/raw/b.jpg`),
      policyFor(`${host}/raw/b.jpg`).replaceAll('"', "'"),
    ])
      expect(await first(`policy: ${policy}\nurl: ${url}\n403 AccessDenied`)).toBe("proven url-path-changed");
  });

  it("as the target of a redirect", async () => {
    const url = await signedFor(`${host}/de/x/b.jpg`, `${host}/a.jpg`);
    const responseHeaders = { Location: `${host}/de/x/b.jpg` };
    const findings = await explainCloudFrontDenial({
      url,
      time: moment,
      status: 302,
      responseHeaders,
      verifier,
    });
    expect(findings.map(({ id, certainty }) => `${certainty} ${id}`)).toContain("proven url-path-changed");
  });
});

it("of several commands, the one that was denied is explained", () => {
  const output = (url: string, status: number) =>
    `$ curl -sI '${url}'\nHTTP/2 ${status}\nserver: CloudFront\n\n`;
  const [one, two] = [signed, signed.replace("/a.jpg", "/b.jpg")];
  expect(readPastedRequest(output(one, 200) + output(two, 403) + output(one, 200))).toMatchObject({
    url: two,
    status: 403,
  });
  expect(readPastedRequest(output(one, 403) + output(two, 403))).toMatchObject({ url: one });
});

it("the page of cookies is what set them, or what has an iframe in it", () => {
  const lines = "Set-Cookie: CloudFront-Policy=x; Domain=example.com; SameSite=Lax\n";
  const denied = "GET https://cdn.example.com/a.jpg 403 MissingKey";
  expect(
    readPastedRequest(`POST https://app.example.org/login\nHTTP/2 200\n${lines}\n${denied}`)?.pageOrigin,
  ).toBe("https://app.example.org");
  expect(
    readPastedRequest(
      `https://www.example.net has <iframe src="https://app.example.com/p">. In it:\n${lines}\n${denied}`,
    )?.pageOrigin,
  ).toBe("https://www.example.net");
  expect(
    readPastedRequest(`see https://docs.example.org/x\n${lines}\n${denied}`)?.pageOrigin,
  ).toBeUndefined();
});
