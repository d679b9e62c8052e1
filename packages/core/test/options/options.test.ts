import { goodPolicy } from "@cloudfront-sign-webcrypto/testing/support/bad-inputs.ts";
import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  recorder,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  CloudFrontSignError,
  type CloudFrontSignerOptions,
  createCloudFrontSigner,
  isCloudFrontSignError,
} from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** The signer and its options: nothing misspelt, forgotten or doubled is taken for something else. */

const privateKey = keyText("rsa2048.pkcs8.pem");
const url = `${host}/image.jpg`;

describe("createCloudFrontSigner", () => {
  it.each([
    "keypairId",
    "keyPairID",
    "keys",
    "privatekey",
    "privateKeyPath",
    "passPhrase",
    "hash",
    "expires",
    "toString",
    "__proto__x",
    "",
  ])("refuses the option %j", async (name) => {
    expect(
      await refusedAs(() => createCloudFrontSigner({ keyPairId, privateKey, [name]: "x" } as never)),
    ).toBe(`ERR_OPTION_UNKNOWN ${name}`);
  });

  it.each([undefined, null, "x", 5, [], privateKey, () => ({})])(
    "refuses %s instead of options",
    async (options) => {
      expect(await refusedAs(() => createCloudFrontSigner(options as never))).toBe(
        "ERR_OPTION_INVALID options",
      );
    },
  );

  it("says what is missing", async () => {
    expect(await refusedAs(() => createCloudFrontSigner({ keyPairId } as never))).toMatch(
      /^ERR_(OPTION_MISSING|KEY_INVALID) privateKey$/,
    );
    expect(await refusedAs(() => createCloudFrontSigner({ privateKey } as never))).toMatch(
      /^ERR_(OPTION_MISSING|KEY_PAIR_ID_INVALID) keyPairId$/,
    );
    expect(await refusedAs(() => createCloudFrontSigner({} as never))).toMatch(/^ERR_/);
    // An environment variable that is not set, and one that is set to nothing.
    for (const [missing, received] of [
      [undefined, "undefined; check that the environment variable, field or secret exists"],
      ["", "empty; check that the file or environment variable holds the PEM text"],
    ]) {
      const { message } = await refusal(() =>
        createCloudFrontSigner({ keyPairId, privateKey: missing as string }),
      );
      expect(message).toBe(`privateKey: is ${received}`);
    }
  });

  it.each([
    ["rsa2048.pkcs8.pem", undefined, "SHA1"],
    ["rsa2048.pkcs8.pem", "SHA256", "SHA256"],
    ["ecp256.pkcs8.pem", undefined, "SHA256"],
    ["ecp256.pkcs8.pem", "SHA1", "SHA1"],
  ] as const)("signs %s, asked for %s, with %s", async (file, hashAlgorithm, used) => {
    const signer = signerOf(keyText(file), { hashAlgorithm });
    expect(clientRequest(await signer.signUrl(url, { dateLessThan: end })).hashAlgorithm).toBe(used);
  });

  it("gives a frozen object of functions that can be taken apart", async () => {
    const signer = rsaSigner();
    expect(Object.isFrozen(signer)).toBe(true);
    expect(Object.keys(signer)).toEqual([
      "keyPairId",
      "signUrl",
      "signCookies",
      "signCookieSets",
      "grant",
      "signUrls",
    ]);
    const { signUrl, signCookies, grant, signUrls } = signer;
    const signed = await signUrl(url, { dateLessThan: end });
    expect((await grant({ resource: url, dateLessThan: end })).signUrl(url)).toBe(signed);
    expect((await signUrls([url], { dateLessThan: end }).next()).value).toBe(signed);
    expect((await signCookies({ resource: url, dateLessThan: end })).values["CloudFront-Signature"]).toBe(
      clientRequest(signed).signature,
    );
  });

  it("keeps to the options that it was made with", async () => {
    const options: CloudFrontSignerOptions & Record<string, unknown> = {
      keyPairId,
      privateKey,
      now: () => new Date("2026-01-01T00:00:00Z"),
    };
    const signer = createCloudFrontSigner(options);
    Object.assign(options, {
      keyPairId: "KCHANGED",
      privateKey: keyText("rsa2048-b.pkcs8.pem"),
      hashAlgorithm: "SHA256",
      now: () => new Date(0),
    });
    expect(await signer.signUrl(url, { dateLessThan: end })).toBe(
      await rsaSigner().signUrl(url, { dateLessThan: end }),
    );
  });

  it("keeps to the bytes that it was made with", async () => {
    const bytes = new TextEncoder().encode(privateKey);
    const signer = signerOf(bytes);
    bytes.fill(0);
    expect(await signer.signUrl(url, { dateLessThan: end })).toBe(
      await rsaSigner().signUrl(url, { dateLessThan: end }),
    );
  });
});

describe("terms", () => {
  const { signer } = recorder();
  const all = {
    signUrl: (terms: unknown) => signer.signUrl(url, terms as never),
    signCookies: (terms: unknown) => signer.signCookies(terms as never),
    grant: (terms: unknown) => signer.grant(terms as never),
  };

  it.each(Object.entries(all))("of %s are refused when misspelt, missing or doubled", async (name, sign) => {
    const resource = name === "signUrl" ? {} : { resource: url };
    expect(await refusedAs(() => sign({ ...resource, dateLessThan: end, ipAdress: "192.0.2.1" }))).toBe(
      "ERR_OPTION_UNKNOWN ipAdress",
    );
    expect(await refusedAs(() => sign({ ...resource, dateLessThan: end, ipRange: "192.0.2.1" }))).toBe(
      "ERR_OPTION_UNKNOWN ipRange",
    );
    expect(await refusedAs(() => sign({ ...resource }))).toMatch(/^ERR_OPTION_(MISSING|CONFLICT) /);
    expect(await refusedAs(() => sign({ ...resource, dateLessThan: end, expiresIn: 60 }))).toMatch(
      /^ERR_OPTION_CONFLICT /,
    );
    for (const terms of [undefined, null, 5, "1h", ["1h"], new Date(), new Map([["dateLessThan", end]])]) {
      expect(await refusedAs(() => sign(terms))).toBe("ERR_OPTION_INVALID options");
    }
  });

  // A forgotten variable must not become a wider policy.
  it.each(["dateGreaterThan", "ipAddress", "resource", "policy"])(
    "with the restriction %s: undefined are refused",
    async (name) => {
      const terms = name === "policy" ? { [name]: undefined } : { dateLessThan: end, [name]: undefined };
      expect(await refusedAs(() => signer.signUrl(url, terms as never))).toBe(`ERR_OPTION_INVALID ${name}`);
    },
  );

  it("count dateLessThan, expiresIn, cacheWindow and staggerWindows as left out when they are undefined", async () => {
    const { signer, policies } = recorder();
    const left = { expiresIn: undefined, cacheWindow: undefined, staggerWindows: undefined };
    await signer.signUrl(url, { dateLessThan: end, ...left });
    await signer.signUrl(url, { dateLessThan: end });
    await signer.signUrl(url, { expiresIn: "1h", cacheWindow: "1h", staggerWindows: undefined });
    await signer.signUrl(url, { expiresIn: "1h", cacheWindow: "1h", dateLessThan: undefined } as never);
    const policy = JSON.stringify(goodPolicy);
    await signer.signUrl(url, { policy, dateLessThan: undefined, ...left } as never);
    expect(policies[0]).toBe(policies[1]);
    expect(policies[2]).toBe(policies[3]);
    expect(policies[4]).toBe(policy);
    for (const terms of [{ dateLessThan: undefined }, { expiresIn: undefined }, left])
      expect(await refusedAs(() => signer.signUrl(url, terms as never))).toBe(
        "ERR_OPTION_MISSING dateLessThan",
      );
  });
});

describe("errors", () => {
  const caught = () => refusal(() => createCloudFrontSigner({ keyPairId, privateKey: "x" }));

  it("are of one class, with a code, an option and a message that starts with it", async () => {
    const error = await caught();
    expect(error).toBeInstanceOf(CloudFrontSignError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("CloudFrontSignError");
    expect(error.option).toBe("privateKey");
    expect(error.message.startsWith("privateKey: ")).toBe(true);
    expect(`${error}`).toMatch(/^CloudFrontSignError: privateKey: /);
  });

  it("are recognised from another copy or realm, and nothing else is", async () => {
    expect(isCloudFrontSignError(await caught())).toBe(true);
    expect(isCloudFrontSignError(new CloudFrontSignError("ERR_URL_INVALID", "url", "x"))).toBe(true);
    expect(
      isCloudFrontSignError(
        Object.assign(new Error("x"), {
          name: "CloudFrontSignError",
          code: "ERR_URL_INVALID",
          option: "url",
        }),
      ),
    ).toBe(true);
    for (const other of [
      undefined,
      null,
      "CloudFrontSignError",
      5,
      {},
      new Error("x"),
      new TypeError("x"),
      { name: "CloudFrontSignError" },
      { name: "CloudFrontSignError", code: "ERR_OF_A_LATER_VERSION" },
      { name: "CloudFrontSignError", code: "toString" },
      { code: "ERR_URL_INVALID" },
    ]) {
      expect(isCloudFrontSignError(other)).toBe(false);
    }
  });

  it("have a cause only where something else failed", async () => {
    expect("cause" in (await caught())).toBe(false);
    const cause = new Error("x");
    expect(new CloudFrontSignError("ERR_SIGNING_FAILED", "privateKey", "x", cause).cause).toBe(cause);
  });
});

describe("what was checked is what is used", () => {
  const terms = { expiresIn: 60, ipAddress: "203.0.113.7" };
  const options: Record<string, [inherited: object, name: string]> = {
    "by Object.create": [
      Object.assign(Object.create({ ipAddress: "203.0.113.7" }), { expiresIn: 60 }),
      "ipAddress",
    ],
    "misspelt, by Object.create": [
      Object.assign(Object.create({ ipAdress: "203.0.113.7" }), { expiresIn: 60 }),
      "ipAdress",
    ],
    "by a getter of a class": [
      new (class {
        expiresIn = 60;
        get ipAddress() {
          return "203.0.113.7";
        }
      })(),
      "ipAddress",
    ],
    "by the get of a proxy, which adds defaults": [
      new Proxy(
        { expiresIn: 60 },
        { get: (target, name) => ({ ipAddress: "203.0.113.7", ...target })[name as "ipAddress"] },
      ),
      "ipAddress",
    ],
  };
  it.each(Object.entries(options))("an inherited term is refused: %s", async (_, [inherited, name]) => {
    const signer = rsaSigner();
    expect(await refusedAs(() => signer.signUrl(url, inherited as never))).toBe(`ERR_OPTION_INVALID ${name}`);
    expect(await refusedAs(() => signer.grant(inherited as never))).toBe(`ERR_OPTION_INVALID ${name}`);
  });

  it("a term that is not enumerable counts", async () => {
    const hidden = Object.defineProperty({ expiresIn: 60 }, "ipAddress", { value: "203.0.113.7" });
    expect(clientRequest(await rsaSigner().signUrl(url, hidden as never)).policy).toContain("203.0.113.7");
  });

  it("a term that is named by a symbol is refused", async () => {
    const named = { ...terms, [Symbol("ipAddress")]: "203.0.113.8" };
    expect(await refusedAs(() => rsaSigner().signUrl(url, named))).toBe(
      "ERR_OPTION_UNKNOWN Symbol(ipAddress)",
    );
    const disguised = Object.assign([60], { expiresIn: 60, [Symbol.toStringTag]: "Object" });
    expect(await refusedAs(() => rsaSigner().signUrl(url, disguised as never))).toMatch(
      /^ERR_OPTION_UNKNOWN /,
    );
  });

  it("a term is read once", async () => {
    let reads = 0;
    const changing = {
      expiresIn: 60,
      get ipAddress() {
        return reads++ === 0 ? "203.0.113.7" : "0.0.0.0/0";
      },
    };
    expect(clientRequest(await rsaSigner().signUrl(url, changing)).policy).toContain("203.0.113.7");
    expect(reads).toBe(1);
  });

  it.each([
    ["ipAddress", "ERR_OPTION_INVALID ipAddress"],
    ["cacheWindow", "ERR_OPTION_INVALID cacheWindow"],
    // As some old libraries add to every object.
    ["forEachOwn", "signed"],
  ])("%s, inherited by every object: %s", async (name, outcome) => {
    const { signUrl } = rsaSigner();
    Object.assign(Object.prototype, { [name]: "203.0.113.7" });
    const result = signUrl(url, { expiresIn: 60 })
      .then(
        () => "signed",
        ({ code, option }) => `${code} ${option}`,
      )
      .finally(() => Reflect.deleteProperty(Object.prototype, name));
    expect(await result).toBe(outcome);
  });
});
