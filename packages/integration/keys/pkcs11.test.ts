import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { pkcs11Key } from "cloudfront-sign-webcrypto/remote";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, describe, expect, onTestFinished, vi } from "vitest";
import { itWithSoftHsm } from "../support/with-programs.ts";
import { isValidForOpenssl, parametersOfCookies, parametersOfUrl } from "./support/openssl.ts";
import { makeToken, pin } from "./support/soft-hsm.ts";

/** Keys in an HSM: SoftHSM, through the PKCS#11 binding and the loader of docs/keys.md. */

const folder = mkdtempSync(join(tmpdir(), "token-"));
afterAll(() => rmSync(folder, { recursive: true }));

const publicKeys = { rsa: keyText("rsa2048.pub.spki.pem"), ec: keyText("ecp256.pub.spki.pem") };

const otherKeys = {
  rsa: keyText("rsa2048-b.pub.spki.pem"),
  ec: generateKeyPairSync("ec", { namedCurve: "P-256" })
    .publicKey.export({ type: "spki", format: "pem" })
    .toString(),
};

/** The token is made and opened once: PKCS#11 has one login for a process. */
let opening: ReturnType<typeof open> | undefined;
const token = (library: string) => {
  opening ??= open(library);
  return opening;
};
async function open(library: string) {
  await makeToken(folder, { rsa: keyText("rsa2048.pkcs8.pem"), ec: keyText("ecp256.pkcs8.pem") });
  // Not at the top: pkcs11js is there only where it could be compiled.
  const { keyInToken, openToken } = await import("./loaders/pkcs11.ts");
  const { default: pkcs11js } = await import("pkcs11js");
  return { keyInToken, pkcs11js, ...openToken(library, pin) };
}

const url = `${host}/video.mp4`;
const resource = `${host}/*`;
const now = () => moment;
const terms = { dateLessThan: end };

describe.for(["rsa", "ec"] as const)("the key %s of the token", (label) => {
  const publicKey = publicKeys[label];
  const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: publicKey }, now });

  itWithSoftHsm("signs URLs and cookies that OpenSSL and the verifier find valid", async ({ softHsm }) => {
    const { keyInToken, ...opened } = await token(softHsm);
    const privateKey = keyInToken(opened, label, publicKey);
    const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
    for (const signed of [
      await signer.signUrl(url, terms),
      await signer.signUrl(url, { ...terms, resource }),
    ]) {
      expect(signed).toMatch(/&Hash-Algorithm=SHA256$/);
      expect(await verifier.verifyUrl(signed)).toMatchObject({ allowed: true });
      expect(await isValidForOpenssl(parametersOfUrl(signed), publicKey, url)).toBe(true);
    }
    const { values } = await signer.signCookies({ ...terms, resource });
    expect(await verifier.verifyCookies(url, values)).toMatchObject({ allowed: true });
    expect(await isValidForOpenssl(parametersOfCookies(values), publicKey)).toBe(true);
  });

  itWithSoftHsm("makes 200 signatures at once over four sessions", async ({ softHsm }) => {
    const { keyInToken, ...opened } = await token(softHsm);
    const openSession = vi.spyOn(opened.module, "C_OpenSession");
    onTestFinished(() => openSession.mockRestore());
    const privateKey = keyInToken(opened, label, publicKey);
    const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
    const urls = await Promise.all(
      Array.from({ length: 200 }, (_, n) => signer.signUrl(`${url}?n=${n}`, terms)),
    );
    const results = await Promise.all(urls.map((signed) => verifier.verifyUrl(signed)));
    expect(results.filter(({ allowed }) => !allowed)).toEqual([]);
    expect(openSession).toHaveBeenCalledTimes(4);
  });

  itWithSoftHsm("signs again after the token has lost its sessions and the login", async ({ softHsm }) => {
    const { keyInToken, ...opened } = await token(softHsm);
    const signer = createCloudFrontSigner({
      keyPairId,
      privateKey: keyInToken(opened, label, publicKey),
      now,
    });
    const signMany = () =>
      Promise.all(Array.from({ length: 20 }, (_, n) => signer.signUrl(`${url}?n=${n}`, terms)));
    await signMany();
    const [slot] = opened.module.C_GetSlotList(true);
    opened.module.C_CloseAllSessions(slot as Buffer);
    for (const signed of await signMany())
      expect(await verifier.verifyUrl(signed)).toMatchObject({ allowed: true });
  });

  itWithSoftHsm("signs nothing with the public key of another key", async ({ softHsm }) => {
    const { keyInToken, ...opened } = await token(softHsm);
    const other = otherKeys[label];
    const privateKey = keyInToken(opened, label, other);
    const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
    await expect(signer.signUrl(url, terms)).rejects.toMatchObject({
      code: "ERR_SIGNING_FAILED",
      option: "publicKey",
      message: expect.stringContaining("pkcs11-tool"),
    });
  });
});

itWithSoftHsm(
  "one session signs many URLs with SHA-1, and its error is the cause once it is closed",
  async ({ softHsm }) => {
    const { module, openSession, pkcs11js } = await token(softHsm);
    const session = openSession();
    module.C_FindObjectsInit(session, [
      { type: pkcs11js.CKA_CLASS, value: pkcs11js.CKO_PRIVATE_KEY },
      { type: pkcs11js.CKA_LABEL, value: "rsa" },
    ]);
    const [handle = Buffer.alloc(0)] = module.C_FindObjects(session, 1);
    module.C_FindObjectsFinal(session);
    const privateKey = pkcs11Key({
      publicKey: publicKeys.rsa,
      hashAlgorithm: "SHA1",
      sign: ({ mechanism, data }) => {
        module.C_SignInit(session, { mechanism: pkcs11js[mechanism] }, handle);
        return module.C_SignAsync(session, Buffer.from(data), Buffer.alloc(256));
      },
    });
    const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
    const software = createCloudFrontSigner({ keyPairId, privateKey: keyText("rsa2048.pkcs8.pem"), now });
    const urls = Array.from({ length: 20 }, (_, n) => `${url}?n=${n}`);
    expect(await Promise.all(urls.map((one) => signer.signUrl(one, terms)))).toEqual(
      await Promise.all(urls.map((one) => software.signUrl(one, terms))),
    );

    module.C_CloseSession(session);
    await expect(signer.signUrl(url, terms)).rejects.toMatchObject({
      code: "ERR_SIGNING_FAILED",
      message: expect.stringContaining("CKR_SESSION_HANDLE_INVALID"),
      cause: { message: "CKR_SESSION_HANDLE_INVALID" },
    });
  },
);
