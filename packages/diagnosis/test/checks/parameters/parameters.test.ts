import {
  canned,
  custom,
  escaped,
  keyless,
  lostVariables,
  names,
  policies,
  stray,
  truncated,
  withValue,
} from "@cloudfront-sign-webcrypto/testing/support/broken-parameters.ts";
import type { Broken } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { repeated, runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  recorder,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type CloudFrontDenialQuestion, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const verifier = verifierOf();
const all: readonly Broken[] = [...truncated, ...escaped, ...stray, ...lostVariables, ...names, ...policies];

describe("the cause comes first for", () => {
  it.each(all)("%s", async (_, question, cause) => {
    for (const known of [{}, { verifier }]) {
      const findings = await explainCloudFrontDenial({ time: moment, ...question, ...known });
      // A changed expiry time is not what was signed, and the public key shows this first.
      const [first, second] = findings;
      expect(first?.id === "signature-mismatch" ? second?.id : first?.id).toBe(cause);
      for (const { summary, evidence, fix } of findings) {
        expect(summary).toMatch(/^[A-Z][ -~]{15,110}\.$/);
        expect(evidence.length).toBeLessThan(140);
        expect(evidence).not.toMatch(/[\w~-]{42}/);
        expect(fix).toMatch(/^[A-Z].{15,}\.$/s);
      }
    }
  });

  it.each(keyless)("%s", async (_, question, cause) => {
    expect(await explainCloudFrontDenial({ time: moment, ...question })).toMatchObject([
      { id: cause, certainty: "possible" },
      { id: "signature-not-checked" },
    ]);
  });
});

describe("one escaped & of a signed URL", () => {
  it.each(["Signature", "Key-Pair-Id"])("before %s is named", async (name) => {
    const url = canned.replace(`&${name}=`, `%26${name}=`);
    expect(url).not.toBe(canned);
    const findings = await explainCloudFrontDenial({ url, time: moment });
    expect(findings[0]).toMatchObject({
      id: "parameters-escaped",
      evidence: "there is %26 instead of &",
    });
  });
});

describe("a parameter of your own behind the signing parameters", () => {
  const ids = async (url: string) => {
    const findings = await explainCloudFrontDenial({ url, time: moment, verifier });
    return findings.map(({ id, certainty }) => `${certainty} ${id}`);
  };

  it("may end with dots: the URL is not cut off", async () => {
    expect(await ids(`${canned}&q=wait...`)).toEqual(["proven url-parameter-added"]);
  });

  it("may end with %: that the URL was cut off is not proven", async () => {
    expect(await ids(`${canned.replace(/&Key-Pair-Id=[^&]*/, "")}&discount=5%`)).toEqual([
      "likely url-truncated",
      "likely url-parameter-added",
    ]);
  });
});

describe("an ID of something else in the place of the key pair ID", () => {
  const otherKinds: [id: string, kind: string][] = [
    ["AKIAIOSFODNN7EXAMPLE", "the ID of an access key (AKIA…, ASIA…)"],
    ["EDFDVBD6EXAMPLE", "the ID of a distribution (E…)"],
    ["E1A2B3C4D5E6F7", "the ID of a distribution (E…)"],
    ["111122223333", "the number of an AWS account"],
  ];

  it.each(otherKinds)("is likely the cause: %s", async (id, kind) => {
    const url = withValue(canned, "Key-Pair-Id", id);
    const answer = { status: 403, responseBody: "<Error><Code>InvalidKey</Code></Error>" };
    for (const known of [{}, answer])
      expect((await explainCloudFrontDenial({ url, time: moment, ...known }))[0]).toEqual({
        id: "key-id-not-a-key-id",
        certainty: "likely",
        summary: "The key pair ID is not the ID of a public key.",
        evidence: `Key-Pair-Id has the form of ${kind}`,
        fix: "Use the ID of the public key (K…): CloudFront console, Key management, Public keys; or aws cloudfront list-public-keys.",
      });
  });

  it.each(otherKinds)("is none where a key has it, or CloudFront knows it: %s", async (id) => {
    const url = withValue(canned, "Key-Pair-Id", id);
    const responseBody = "<Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>";
    const publicKeys = { [id]: keyText("rsa2048.pub.spki.pem") };
    const known = createCloudFrontVerifier({ publicKeys, allowEmulatorKeyPairIds: true });
    expect(await explainCloudFrontDenial({ url, time: moment, verifier: known })).toEqual([]);
    const findings = await explainCloudFrontDenial({ url, time: moment, responseBody });
    expect(findings.map((finding) => finding.id)).not.toContain("key-id-not-a-key-id");
  });

  it("is cut off where CloudFront knows no key of so few characters", async () => {
    const url = withValue(canned, "Key-Pair-Id", "K1P6");
    const responseBody = "<Error><Code>InvalidKey</Code><Message>Unknown Key</Message></Error>";
    const findings = await explainCloudFrontDenial({ url, time: moment, responseBody });
    expect(findings.map(({ id, certainty }) => `${certainty} ${id}`)[0]).toBe("likely url-truncated");
  });
});

describe("a finding says what was seen and what mends it:", () => {
  it("a segment without signature", async () => {
    const [first] = await explainCloudFrontDenial({ url: `${host}/v/720p/1.ts`, status: 403 });
    expect(first).toMatchObject({
      id: "segment-not-signed",
      fix: "Sign https://d111111abcdef8.cloudfront.net/v/720p/* once, as a grant or as cookies, and use the result for every segment. With a grant, each variant playlist has to be signed, too, when it is requested: use signManifests of cloudfront-sign-media/server.",
    });
  });

  const find = (name: string) => [...all, ...keyless].find(([one]) => one === name) ?? expect.fail(name);

  it.each<[name: string, evidence: string, fix: string]>([
    [
      "cut at the first & of the signing parameters",
      "the URL ends after Expires",
      "Put the URL in single quotes: a shell ends a command at the first &. Otherwise copy all of it.",
    ],
    [
      "cut inside the name of Signature",
      'the URL ends inside the name of a parameter, "Sign"',
      "Copy the whole URL from its source, and store it in a field that can hold 8,192 characters.",
    ],
    [
      "cut behind an &",
      "the URL ends with &",
      "Copy the whole URL from its source, and store it in a field that can hold 8,192 characters.",
    ],
    [
      "cut inside an escape",
      "the URL ends inside a percent-encoded character",
      "Copy the whole URL from its source, and store it in a field that can hold 8,192 characters.",
    ],
    [
      "cut to 255 characters",
      "the URL ends inside Expires, after exactly 255 characters",
      "Store the URL where more than 255 characters fit: a signed URL can have up to 8,192.",
    ],
    [
      "cut to 256 characters before Expires",
      "the URL ends, after exactly 256 characters",
      "Store the URL where more than 256 characters fit: a signed URL can have up to 8,192.",
    ],
    [
      "shortened with dots",
      "the URL ends with an ellipsis, as shortened text does",
      "Copy the URL from its source: this program shows only the beginning of it.",
    ],
    [
      "the source of a mail",
      "parameters have =3D instead of =, as in the source of an email",
      "Decode the email before you copy the URL from it: its source shows =3D instead of =.",
    ],
    [
      "the lines of a mail put together",
      "there is = within base64, as at the end of a line in the source of a mail",
      "Decode the email before you copy the URL from it: its source shows =3D instead of =.",
    ],
    [
      "a time that a mail program decoded",
      "a mail program took the = of Expires and two digits for one encoded character",
      "Let the mail program encode the mail: it sent the URL as quoted-printable without encoding it.",
    ],
    [
      "\\u0026",
      "there is \\u0026 instead of &",
      "Write & instead of \\u0026: decode JSON, and the escapes of a shell, before you use the URL.",
    ],
    [
      "%3F",
      "there is %3F instead of ?",
      "Write ? instead of %3F: encode the values of parameters, not the separators.",
    ],
    ["semicolons", "there is ; instead of &", "Write & instead of ; between parameters."],
    [
      "a second ?",
      "there is ? instead of &",
      "Write & instead of the second ?, for example by adding parameters with url.searchParams.",
    ],
    ["& without ?", "there is & instead of ?", "Write ? instead of & before the first parameter."],
    [
      "the whole URL encoded twice",
      "the URL starts with https%253A: it is percent-encoded 2 times",
      "Request the URL itself. Encode it only where it is a value inside another URL, and decode it there.",
    ],
    [
      "the decimal entity of &",
      "there is the HTML entity of & before a parameter",
      "Write & instead of &#38; where the URL is used: only HTML source needs entities.",
    ],
    [
      "a full stop after the key ID",
      'Key-Pair-Id has the character "." at its end',
      "Remove the character from Key-Pair-Id: it belongs to the text around it.",
    ],
    [
      "encoded quotes around the key ID",
      "Key-Pair-Id has a double quote at its start",
      "Remove the quotes from Key-Pair-Id: they belong to the file, the shell or the text that it came from.",
    ],
    [
      "an encoded newline after the key ID",
      "Key-Pair-Id has a newline at its end",
      "Remove the line break from Key-Pair-Id: trim() what you read from a file or an environment variable.",
    ],
    [
      "a space in the key ID",
      "Key-Pair-Id has a space in it",
      "Remove the white space from Key-Pair-Id, for example with trim().",
    ],
    [
      "an invisible space in the path",
      "the URL has the invisible character U+200B in it",
      "Type the URL again, or copy it from its source: a chat, a mail or a document added the character.",
    ],
    [
      "^ of cmd.exe",
      'Signature has the character "^" at its end',
      "Remove ^ from Signature: it escapes a character for a shell, and not between quotes.",
    ],
    [
      "Expires is NaN",
      'Expires is the word "NaN": a variable was not set, or a date could not be read',
      "Find the variable that Expires comes from, and set it. Stop the program if the variable is missing.",
    ],
    [
      "Signature is %5Bobject%20Promise%5D",
      'Signature is "[object Prom…": an object was written as text',
      "Await the Promise before you write Signature.",
    ],
    [
      "Key-Pair-Id is {{value}}",
      'Key-Pair-Id has the placeholder "{{value}}", which nothing was filled into',
      "Fill in the placeholder of Key-Pair-Id before you sign and send the URL.",
    ],
    [
      "a file is undefined",
      'a part of the path is the word "undefined": a variable was not set',
      "Find the variable that this part of the URL comes from, and set it. Stop the program if the variable is missing.",
    ],
    [
      "UTF-16",
      "the policy is UTF-16",
      "Encode the JSON text as UTF-8, without a byte order mark, before you sign it and encode it as base64.",
    ],
    [
      "gzip",
      "the policy is compressed with gzip",
      "Sign and encode the JSON text itself, without compression.",
    ],
    [
      "a trailing comma",
      "it has a comma before a closing bracket, which JSON does not allow",
      "Remove the comma. Then sign the policy again.",
    ],
    [
      "JSON of a string of JSON",
      "the policy is not an object",
      "Write the policy with a JSON library, once. Then sign the policy again.",
    ],
    [
      "DateLessThen",
      '"DateLessThen" is unknown in Condition',
      "Did you mean DateLessThan? Then sign the policy again.",
    ],
    [
      "IPAddress",
      '"IPAddress" is unknown in Condition',
      "Did you mean IpAddress? Names are case-sensitive. Then sign the policy again.",
    ],
    [
      "a signature in lines of 64",
      "Signature has line breaks in it",
      "Encode Signature without line breaks: base64 -w 0, or openssl base64 -A.",
    ],
    [
      "a duration in the policy",
      "the expiry time is 86400, a duration of 1 day and not a time",
      "Sign and send the time of the expiry in seconds since 1970: the current time and 86400 seconds.",
    ],
    [
      "v=2 behind the key ID",
      "after the signing parameters: v",
      "Add parameters before signing. Or, if the author of the policy allows any query, sign a custom policy whose Resource ends in ?*.",
    ],
    [
      "signing parameters that were sorted",
      "the signing parameters are in an order that no signer writes",
      "Send the parameters in the order in which they were signed.",
    ],
  ])("%s", async (name, evidence, fix) => {
    const [, question] = find(name);
    const [first] = await explainCloudFrontDenial({ time: moment, ...question });
    expect(first).toMatchObject({ evidence, fix });
  });

  it.each([
    ["Ressource", "Resource"],
    ["Statements", "Statement"],
    ["Conditon", "Condition"],
    ["resource", "Resource", " Names are case-sensitive."],
    ["AWS:EpochTIme", "AWS:EpochTime", " Names are case-sensitive."],
  ])("the member %s, with its right name", async (name, right, why = "") => {
    const [, question] = find(name);
    const [first] = await explainCloudFrontDenial({ time: moment, ...question });
    expect(first?.evidence).toMatch(new RegExp(`^"${name}" is unknown in `));
    expect(first?.fix).toBe(`Did you mean ${right}?${why} Then sign the policy again.`);
  });
});

describe("what only looks like a fault is none:", () => {
  const idsOf = async (question: CloudFrontDenialQuestion) =>
    (await explainCloudFrontDenial({ time: moment, ...question })).map(({ id }) => id);
  /** Without the public key, nobody knows whether the signature is valid. */
  const onlyUnchecked = ["signature-not-checked"];

  const nested = encodeURIComponent(canned);
  it.each([
    ["an own parameter that is named v", `${host}/a.jpg?v=2`],
    ["an own parameter that is named t, without a value", `${host}/a.jpg?t`],
    ["own parameters that start like signing parameters", `${host}/a.jpg?S=1&K=2&Expire=3&Sig=4&Pol=5`],
    ["full stops in the name of a file", `${host}/a...b.tar.gz.`],
    ["a path that ends with three dots", `${host}/wait...`],
    ["an apostrophe in the path", `${host}/it's.jpg`],
    ["parentheses and a comma in the path", `${host}/a%20(1),b.jpg`],
    ["%26 in the name of a file", `${host}/Tom%26Jerry.mp4`],
    ["%26Policy= in the name of a file", `${host}/Tom%26Policy=1.mp4`],
    ["%3D in the name of a file", `${host}/a%3D3D.mp4`],
    ["=3D in an own parameter", `${host}/a.jpg?view=3D`],
    ["a semicolon in an own parameter", `${host}/a.jpg?c=1;Policy=2`],
    ["a signed URL in an own parameter", `${host}/player?src=${nested}`],
    ["a percent-encoded URL in an own parameter", `${host}/player?src=https%3A%2F%2Fa.example%2F%3Fv%3D1`],
    ["a second ? in an own parameter", `${host}/a.jpg?q=why?`],
    ["null in the name of a file", `${host}/null-and-void.mp4`],
    ["undefined in the name of a file", `${host}/undefined-behavior.html`],
    ["the value null of an own parameter", `${host}/a.jpg?x=null`],
    ["an emoji of several characters", `${host}/%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9.png`],
    ["a brace in the name of a file", `${host}/%7Bid%7D.jpg`],
  ])("%s", async (_, url) => {
    for (const signed of [
      await rsaSigner().signUrl(url, { dateLessThan: end }),
      await rsaSigner().signUrl(url, { resource: `${host}/*`, dateLessThan: end }),
    ])
      for (const known of [{}, { verifier }])
        expect(await idsOf({ url: signed, ...known })).toEqual("verifier" in known ? [] : onlyUnchecked);
    // With cookies, the URL has no signing parameters at all.
    const { values: cookies } = await rsaSigner().signCookies({ resource: `${host}/*`, dateLessThan: end });
    expect(await explainCloudFrontDenial({ time: moment, url, cookies, verifier })).toEqual([]);
  });

  it("a parameter behind those of a custom policy that covers it", async () => {
    expect(await idsOf({ url: `${custom}&utm_source=mail` })).toEqual(onlyUnchecked);
  });

  it("parameters in any order of the signers, with any key that CloudFront may know", async () => {
    const [own = "", expires = "", signature = "", id = ""] = canned
      .replace("size=1", "b=1&a=2")
      .replace("&a", "+a")
      .split("&")
      .map((pair) => pair.replace("+a", "&a"));
    for (const order of [
      [own, expires, signature, id],
      [own, expires, id, signature],
      [own, expires, signature, id, "Hash-Algorithm=SHA1"],
    ])
      expect(await idsOf({ url: order.join("&") })).toEqual(onlyUnchecked);
  });

  it("a signature whose base64 starts with 3D, which one in 4,096 does", async () => {
    const url = withValue(canned, "Signature", `3D${"A".repeat(340)}__`.replace(/A__$/, "A__"));
    expect(await idsOf({ url })).toEqual(onlyUnchecked);
  });

  it("a parameter that is missing from the middle, or one that is empty because a variable was not set", async () => {
    const ids = async (url: string) =>
      (await explainCloudFrontDenial({ url, time: moment })).map(({ id }) => id);
    expect(await ids(canned.replace(/&Signature=[^&]+/, ""))).toEqual(["signature-missing"]);
    expect(await ids(canned.replace(/&Key-Pair-Id=.*/, ""))).toEqual(["key-id-missing"]);
    expect(await ids(withValue(canned, "Key-Pair-Id", ""))).toEqual(["key-id-missing"]);
    expect(await ids(canned.replace(/Expires=\d+&/, ""))).toEqual(["policy-missing"]);
    expect(await ids(`${host}/a.jpg?Policy=all`)).toEqual(["key-id-missing"]);
    expect(await ids(`${host}/a.jpg?Expires=never`)).toEqual(["key-id-missing"]);
    expect(await ids(`${host}/a.jpg?exp`)).toEqual(["no-credentials"]);
    expect(await ids(`${host}/a.jpg?Expert`)).toEqual(["no-credentials"]);
  });

  it("a fragment with names of signing parameters, behind a URL that has its own", async () => {
    const url = `${canned}#t=30&Key-Pair-Id=x&Signature=y`;
    expect(await explainCloudFrontDenial({ url, time: moment, verifier })).toEqual([]);
    expect((await explainCloudFrontDenial({ url, time: moment })).map(({ id }) => id)).toEqual([
      "signature-not-checked",
    ]);
  });

  it("S3's parameters in a URL that is signed for CloudFront as well", async () => {
    const url = await rsaSigner().signUrl(`${host}/a.jpg?X-Amz-Signature=ab`, { dateLessThan: end });
    expect(await explainCloudFrontDenial({ url, time: moment, verifier })).toEqual([]);
  });

  it("a ? that belongs to the path: of two question marks, the second one is only likely to be wrong", async () => {
    const [cause] = await explainCloudFrontDenial({
      url: canned.replace(/a\.jpg\?.*Expires/, "a?.jpg?Expires"),
      time: moment,
    });
    expect(cause).toEqual({
      id: "parameters-escaped",
      certainty: "likely",
      summary: "The URL has two question marks.",
      evidence: "there are two ?, and the signing parameters come after the second one",
      fix: "Write & instead of the second ? if the first one starts the query, and %3F instead of the first one if it belongs to the path. If it stands for a letter beyond ASCII, percent-encode the path as UTF-8 before something writes it in another encoding.",
    });
    const [added] = await explainCloudFrontDenial({
      url: canned.replace(/\?.*Expires/, "?size=1?Expires"),
      time: moment,
    });
    expect(added).toMatchObject({ id: "parameters-escaped", certainty: "proven" });
    for (const url of [canned.replace("d1", "d?1"), canned.replace("https:", "https?:")])
      for (const { id, certainty } of await explainCloudFrontDenial({ url, time: moment }))
        expect(id === "parameters-escaped" && certainty === "proven").toBe(false);
  });

  it("padding that was dropped, which is not cut off", async () => {
    const [, signature = ""] = /Signature=([^&]+)/.exec(canned) ?? [];
    const url = `${host}/a.jpg?Expires=${end}&Key-Pair-Id=${keyPairId}&Signature=${signature.replace(/_+$/, "")}`;
    const [first] = await explainCloudFrontDenial({ url, time: moment });
    expect(first?.id).toBe("signature-undecodable");
  });

  it("white space at the end of the URL, which is only possible: browsers remove it", async () => {
    expect(await explainCloudFrontDenial({ url: `${canned}\n`, time: moment, verifier })).toMatchObject([
      { id: "stray-characters", certainty: "possible", evidence: "the URL has a newline at its end" },
    ]);
    expect(await explainCloudFrontDenial({ url: `  ${canned}`, time: moment, verifier })).toEqual([]);
  });

  it("a short ID of an emulator whose key is known", async () => {
    const url = await rsaSigner({ keyPairId: "K1" }).signUrl(`${host}/a.jpg`, { dateLessThan: end });
    const emulator = verifierOf({ K1: keyText("rsa2048.pub.spki.pem") });
    expect(await explainCloudFrontDenial({ url, time: moment, verifier: emulator })).toEqual([]);
  });
});

describe("a hostile URL", () => {
  it.each([
    "=3D",
    "%25",
    "%26",
    " ",
    "\u200b",
    "\\u0026",
    "${",
    "{{",
    "&Expires=",
    "%3FPolicy=",
    "=\r\n",
    "%",
    "&",
    "?",
    "undefined/",
    "Signature=A=",
    ";Signature=",
    '"',
    "%0A",
    "\\n",
    "\\",
  ])("of many %j is read in a time that grows with its length only", async (part) => {
    // More than any limit of what is read.
    const text = part.repeat(repeated(200_000) / part.length);
    for (const url of [
      text,
      `${host}/${text}`,
      `${host}/a?${text}`,
      `${canned}${text}`,
      withValue(canned, "Signature", text),
    ]) {
      await explainCloudFrontDenial({ url, time: moment });
      await explainCloudFrontDenial({ url: url.slice(0, 8000), time: moment });
    }
  });
});

describe("a good URL of any kind", () => {
  /** What a signer may find in a URL, and what looks like a fault of signing parameters. */
  const pieces = [
    ...[
      "a",
      "B",
      "1",
      "-",
      "_",
      ".",
      "...",
      "~",
      "'",
      "(",
      ")",
      ",",
      ";",
      "=",
      "=3D",
      "%26",
      "%3D",
      "%3F",
      "%22",
      "%E2%80%A6",
    ],
    ...[
      "S",
      "Key",
      "Exp",
      "Policy",
      "Signature",
      "Expires",
      "null",
      "None",
      "amp;",
      "u0026",
      "%5B",
      "https:",
      "%25",
    ],
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(""));
  const pair = fc.tuple(text, text).map((parts) => parts.join("="));
  const url = fc
    .tuple(fc.array(text, { minLength: 1, maxLength: 3 }), fc.array(pair, { maxLength: 3 }))
    .map(([path, query]) => `${host}/${path.join("/")}${query.length > 0 ? `?${query.join("&")}` : ""}`);

  it("is not accused", async () => {
    const { signer } = recorder();
    await fc.assert(
      fc.asyncProperty(url, fc.boolean(), async (plain, isCanned) => {
        const terms = { dateLessThan: end, ...(isCanned ? {} : { resource: `${host}/*` }) };
        const signed = await signer.signUrl(plain, terms).catch(() => undefined);
        if (signed === undefined) return;
        const findings = await explainCloudFrontDenial({ url: signed, time: moment });
        expect(findings.map(({ id }) => id)).toEqual(["signature-not-checked"]);
      }),
      runs(20261122, 1500),
    );
  });
});
