import {
  badPolicies,
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
import {
  end,
  host,
  momentSeconds,
  recorder,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
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

describe("a policy that CloudFront would answer with MalformedPolicy is refused", () => {
  it.each(Object.entries(badPolicies))("%s", async (_, policy) => {
    const error = await refusal(() => recorder().signer.signUrl(url, { policy: policy as string }));
    expect(error.option).toBe("policy");
    // A number or an address that is wrong in itself has its own code.
    expect(error.code).toMatch(/^ERR_(POLICY_INVALID|IP_ADDRESS_INVALID)$/);
  });

  it.each([
    ["milliseconds", statement({ DateLessThan: time(end * 1000) }), "ERR_DATE_INVALID"],
    ["a fraction", statement({ DateLessThan: time(end + 0.5) }), "ERR_DATE_INVALID"],
    ["a past end", statement({ DateLessThan: time(momentSeconds) }), "ERR_DATE_PAST"],
    [
      "a start behind the end",
      statement({ DateLessThan: time(end), DateGreaterThan: time(end) }),
      "ERR_DATE_ORDER",
    ],
    [
      "IPv6",
      statement({ DateLessThan: time(end), IpAddress: { "AWS:SourceIp": "2001:db8::/32" } }),
      "ERR_IP_ADDRESS_INVALID",
    ],
    [
      "another resource",
      statement({ DateLessThan: time(end) }, "https://cdn.example.com/*"),
      "ERR_RESOURCE_MISMATCH",
    ],
    [
      "a resource that is not a pattern",
      statement({ DateLessThan: time(end) }, "/x.jpg"),
      "ERR_RESOURCE_INVALID",
    ],
    [
      "a resource that is not in wire form",
      statement({ DateLessThan: time(end) }, "https://D111111ABCDEF8.cloudfront.net/*"),
      "ERR_RESOURCE_INVALID",
    ],
  ])("%s", async (_, policy, code) => {
    const error = await refusal(() => recorder().signer.signUrl(url, { policy: JSON.stringify(policy) }));
    expect(error.code).toBe(code);
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
