import {
  goodPolicy,
  policyStatement as statement,
  policyTime as time,
} from "@cloudfront-sign-webcrypto/testing/support/bad-inputs.ts";
import {
  clientRequest,
  cookieRequest,
  isSignatureValid,
} from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** Ready custom policies: read as strictly as CloudFront reads them, then signed as they are, to the byte. */

const url = `${host}/x.jpg`;
const text = JSON.stringify(goodPolicy);

describe("a ready policy is signed verbatim", () => {
  const policies: Record<string, string> = {
    compact: text,
    pretty: JSON.stringify(goodPolicy, null, 2),
    "with CRLF and tabs": JSON.stringify(goodPolicy, null, "\t").replace(/\n/g, "\r\n"),
    "with the space that Java writes": text.replace(":[", ": ["),
    "with space around": `  ${text}\n`,
    "in another order": JSON.stringify({
      Statement: [
        {
          Condition: {
            IpAddress: { "AWS:SourceIp": "192.0.2.0/24" },
            DateGreaterThan: time(1),
            DateLessThan: time(end),
          },
          Resource: "*",
        },
      ],
    }),
    "with a bare address": JSON.stringify(
      statement({ DateLessThan: time(end), IpAddress: { "AWS:SourceIp": "192.0.2.1" } }),
    ),
    "with escaped slashes": text.replace(/\//g, "\\/"),
    "with an escaped letter": text.replace("cloudfront", "cloud\\u0066ront"),
    "for every resource": JSON.stringify({
      Statement: [{ Resource: "*", Condition: { DateLessThan: time(end) } }],
    }),
    "that a canned policy would say": text.replace(`${host}/*`, url),
    "with a colon in a value": text.replace(`${host}/*`, `${host}/x*`),
  };

  it.each(Object.entries(policies))("%s", async (_, policy) => {
    const { signer, policies: signed } = recorder();
    const request = clientRequest(await signer.signUrl(url, { policy }));
    expect(request.kind).toBe("custom");
    expect(request.policy).toBe(policy);
    expect(signed).toEqual([policy]);
    expect(cookieRequest((await signer.signCookies({ policy })).values, url).policy).toBe(policy);
    expect((await signer.grant({ policy })).covers(url)).toBe(true);
  });

  it("with a signature that fits", async () => {
    const request = clientRequest(
      await rsaSigner().signUrl(url, { policy: JSON.stringify(goodPolicy, null, 2) }),
    );
    expect(await isSignatureValid("rsa2048.pub.spki.pem", request)).toBe(true);
  });
});

describe("a ready policy whose resource covers no URL at all", () => {
  it.each(["", "/videos/*", "videos/*", "cdn.example.com/*", "s3://bucket/*", "ftp*://cdn.example.com/*"])(
    "is refused: %j",
    async (resource) => {
      const { signer } = recorder();
      const terms = { policy: JSON.stringify(statement({ DateLessThan: time(end) }, resource)) };
      expect(await refusedAs(() => signer.grant(terms))).toBe("ERR_RESOURCE_INVALID policy");
      expect(await refusedAs(() => signer.signCookies(terms))).toBe("ERR_RESOURCE_INVALID policy");
    },
  );

  it.each([
    "*",
    "*.example.com/*",
    "*://cdn.example.com/*",
    "http*://cdn.example.com/*",
    "http://cdn.example.com/a?b=1",
  ])("is not one with %j", async (resource) => {
    const terms = { policy: JSON.stringify(statement({ DateLessThan: time(end) }, resource)) };
    expect((await recorder().signer.signCookies(terms)).values).toHaveProperty("CloudFront-Policy");
  });
});

describe("a ready policy whose resource no client requests is refused", () => {
  it.each([
    ["a line break at the end", `${host}/*\n`, "ERR_RESOURCE_INVALID"],
    ["a space at the end", `${host}/* `, "ERR_RESOURCE_INVALID"],
    ["a quote", `${host}/"/*`, "ERR_RESOURCE_INVALID"],
    ["a <", `${host}/<id>/*`, "ERR_RESOURCE_INVALID"],
    ["NUL", `${host}/\0*`, "ERR_RESOURCE_INVALID"],
    ["a domain with a * in capitals", "https://*.Example.com/*", "ERR_RESOURCE_INVALID"],
    ["an object as text", `${host}/[object Object]/*`, "ERR_RESOURCE_INVALID"],
    ["the host undefined", "https://undefined/*", "ERR_URL_INVALID"],
    ["a bucket", "https://bucket.s3.amazonaws.com/*", "ERR_URL_INVALID"],
    ["a user", "https://user:pass@cdn.example.com/*", "ERR_URL_INVALID"],
    ["a reserved parameter", `${host}/a?Expires=*`, "ERR_URL_ALREADY_SIGNED"],
    ["more than 8,192 bytes", `${host}/${"a".repeat(8192)}*`, "ERR_URL_TOO_LONG"],
  ])("%s", async (_, resource, code) => {
    const policy = JSON.stringify(statement({ DateLessThan: time(end) }, resource));
    expect(await refusedAs(() => recorder().signer.signCookies({ policy }))).toBe(`${code} policy`);
  });
});

describe("a ready policy stands alone", () => {
  it.each(["dateLessThan", "expiresIn", "cacheWindow", "dateGreaterThan", "ipAddress", "resource"])(
    "not beside %s",
    async (name) => {
      const { signer } = recorder();
      const terms = {
        policy: text,
        [name]: name === "resource" ? `${host}/*` : name === "ipAddress" ? "192.0.2.1" : 60,
      } as never;
      expect(await refusedAs(() => signer.signUrl(url, terms))).toBe(`ERR_OPTION_CONFLICT ${name}`);
      expect(await refusedAs(() => signer.signCookies(terms))).toBe(`ERR_OPTION_CONFLICT ${name}`);
      expect(await refusedAs(() => signer.grant(terms))).toBe(`ERR_OPTION_CONFLICT ${name}`);
    },
  );
});

it("the policy that a message shows is one, once its resource is whole", async () => {
  const { message } = await refusal(() => recorder().signer.signUrl(url, { policy: "[]" }));
  const shown = message.slice(message.indexOf("{")).replace("https://…", url);
  expect(await recorder().signer.signUrl(url, { policy: shown })).toContain("Policy=");
});
