import { importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import {
  holdsKeyMaterial,
  namedIn,
  names,
  type OtherKey,
  otherKeys,
  privateForms,
  publicForms,
} from "./support/other-kinds.ts";
import { refusal } from "./support/refusal.ts";
import { signerOf } from "./support/signers.ts";

/** Every kind of key that CloudFront does not take is named in each half and form that it exists in. */

const rows = Object.entries(otherKeys) as [kind: keyof typeof otherKeys, key: OtherKey][];

describe("a private key", () => {
  it.each(rows)("of the kind %s is named in every form", async (kind, key) => {
    for (const [form, source] of privateForms(key)) {
      const { code, message } = await refusal(() => signerOf(source));
      expect([form, code, namedIn(message)]).toEqual([form, "ERR_KEY_UNSUPPORTED", names[kind]]);
      expect(holdsKeyMaterial(message, key)).toBe(false);
    }
  });

  it.each(rows)("of the kind %s is called a private key where a public one belongs", async (_, key) => {
    for (const [form, source] of privateForms(key).filter(([form]) => !form.startsWith("JWK"))) {
      const { code, message } = await refusal(() => importCloudFrontPublicKey({ content: source as string }));
      expect([form, code]).toEqual([form, "ERR_KEY_NOT_PUBLIC"]);
      expect(message).toMatch(/^content: is an? [\w ]*private key/);
      expect(holdsKeyMaterial(message, key)).toBe(false);
    }
  });
});

describe("a public key", () => {
  it.each(rows)("of the kind %s is named in every form", async (kind, key) => {
    for (const [form, source] of publicForms(key)) {
      const { code, message } = await refusal(() => importCloudFrontPublicKey({ content: source as string }));
      expect([form, code, namedIn(message)]).toEqual([form, "ERR_KEY_UNSUPPORTED", names[kind]]);
      expect(holdsKeyMaterial(message, key)).toBe(false);
    }
  });

  it.each(rows)("of the kind %s is called a public key where a private one belongs", async (_, key) => {
    for (const [form, source] of publicForms(key).filter(([form]) => !form.startsWith("JWK"))) {
      const { code, message } = await refusal(() => signerOf(source));
      expect([form, code]).toEqual([form, "ERR_KEY_NOT_PRIVATE"]);
      expect(message).toMatch(/^privateKey: is an? [\w ]*public key/);
      expect(holdsKeyMaterial(message, key)).toBe(false);
    }
  });
});

const newEcKey = "openssl ecparam -name prime256v1";

describe("an EC key with explicit parameters", () => {
  it("of P-256 only needs the name of its curve", async () => {
    const { pkcs8, spki } = otherKeys["P-256 with explicit parameters"];
    expect((await refusal(() => signerOf(pkcs8))).message).toContain("openssl ec -param_enc named_curve");
    expect((await refusal(() => importCloudFrontPublicKey({ content: spki }))).message).toContain(
      "openssl ec -pubin -param_enc named_curve",
    );
  });

  it.each(["P-384 with explicit parameters", "secp256k1 with explicit parameters"] as const)(
    "cannot be helped by a name for its curve: %s",
    async (kind) => {
      const { pkcs8, spki } = otherKeys[kind];
      expect((await refusal(() => signerOf(pkcs8))).message).toContain(newEcKey);
      expect((await refusal(() => importCloudFrontPublicKey({ content: spki }))).message).toContain(newEcKey);
    },
  );
});
