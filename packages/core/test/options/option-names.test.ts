import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** The suggestion for a misspelt option name, and what is shown of a name. Other sentences: `option-names.faults.ts`. */

const message = async (name: string) =>
  (await refusal(() => recorder().signer.signUrl(`${host}/a`, { [name]: 1 } as never))).message;

describe("an unknown term", () => {
  it.each([
    ["dateLessthan", "dateLessThan"],
    ["date_less_than", "dateLessThan"],
    ["DateLessThan", "dateLessThan"],
    ["dateLesThan", "dateLessThan"],
    ["dateLessTahn", "dateLessThan"],
    ["dateGreaterThen", "dateGreaterThan"],
    ["expireIn", "expiresIn"],
    ["expiryIn", "expiresIn"],
    ["ipAdress", "ipAddress"],
    ["ip_addres", "ipAddress"],
    ["resources", "resource"],
    ["polciy", "policy"],
    ["cachewindow", "cacheWindow"],
    ["expiresAt", "dateLessThan"],
    ["expires", "dateLessThan"],
    ["expiresOn", "dateLessThan"],
    ["expireTime", "dateLessThan"],
    ["expiry", "dateLessThan"],
    ["expirationDate", "dateLessThan"],
    ["expired_at", "dateLessThan"],
    ["expires_in", "expiresIn"],
    ["expirseIn", "expiresIn"],
  ])("%s suggests %s", async (name, suggestion) => {
    expect(await message(name)).toBe(`${name}: no such option; did you mean ${suggestion}?`);
  });

  it.each(["x", "", "constructor", "__proto__x", "date", "ageOfTheViewer", "activeFrom"])(
    "%j suggests nothing",
    async (name) => {
      expect(await message(name)).toMatch(/: no such option; the options are dateLessThan, expiresIn, /);
    },
  );

  it.each([
    ["path", "toSetCookie({ … }) of the signed cookies"],
    ["secure", "toSetCookie({ … }) of the signed cookies"],
  ])("%s belongs elsewhere", async (name, home) => {
    expect(await message(name)).toBe(`${name}: no such option here; pass it to ${home}`);
  });

  it.each([
    ["anOptionWithANameThatIsQuiteLongIndeed", "anOptionWithANameThatIsQuiteLongIndeed"],
    ["größe", "größe"],
    ["a\tb", "a\\u{9}b"],
    ["a\u202eb", "a\\u{202e}b"],
    ["\ud800", "\\u{d800}"],
    ["MIIEvQIBADANBgkqhkiG9w0BAQEF", "MIIEvQIBADANBgk… (28 characters)"],
    ["x".repeat(100_000), "xxxxxxxxxxxxxxx… (100000 characters)"],
  ])("%s is shown as %s", async (name, shown) => {
    expect((await message(name)).split(": ")[0]).toBe(shown);
  });
});
