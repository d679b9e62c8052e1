import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import {
  crowdedKeyFaults,
  remoteFailureFaults,
} from "@cloudfront-sign-webcrypto/core-tests/remote/remote-failure.faults.ts";
import { core } from "@cloudfront-sign-webcrypto/testing/folders";
import { keyBytes, keyText, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  end,
  keyPairId,
  moment,
  recorder,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createDashSigningStream } from "cloudfront-sign-media/dash";
import { signHlsPlaylist } from "cloudfront-sign-media/hls";
import {
  createCloudFrontPresignedUrl,
  createCloudFrontSigner,
  forgetImportedKeys,
  isCloudFrontSignError,
} from "cloudfront-sign-webcrypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { everythingOf } from "../../support/secrets.ts";
import {
  caught,
  different,
  everyInput,
  everyKey,
  everyPlaylist,
  everyRenewal,
  everyViewer,
  leaked,
  pem,
  policy,
  provoke,
  terms,
  url,
} from "../support/sweep.ts";

/**
 * Secrets stay inside: everything that the library can be made to say is collected, and searched for what it
 * must not say.
 */

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("errors", () => {
  it("the search finds a key and a URL, and takes no ordinary text for one", () => {
    expect(leaked(`x ${pem.split("\n")[5]?.slice(7, 23)} y`)).toHaveLength(1);
    expect(leaked(`cannot sign ${url}`)).not.toEqual([]);
    expect(
      leaked(
        "privateKey: is corrupted; openssl pkey -check -noout -in key.pem tells, or see https://d111111abcdef8.cloudfront.net",
      ),
    ).toEqual([]);
  });

  beforeAll(async () => {
    await everyKey();
    await everyInput();
    await everyPlaylist();
    await everyRenewal();
    await everyViewer();
    for (const { given, run } of [...remoteFailureFaults, ...crowdedKeyFaults]) await provoke(given, run);
    await provoke("a long URL", () => rsaSigner().signUrl(`${url}${"a".repeat(8192)}`, terms));
    forgetImportedKeys();
    vi.stubGlobal("crypto", undefined);
    await provoke("no WebCrypto", () => rsaSigner().signUrl(url, terms));
    vi.stubGlobal("TransformStream", class {});
    const grant = await recorder().signer.grant({ ...terms, resource: url });
    await provoke("no transformer", () => createDashSigningStream(grant, { manifestUrl: url }));
    vi.unstubAllGlobals();
    const short = { playlistUrl: url, maxLength: 10 };
    await provoke("a long playlist", () => signHlsPlaylist(`#EXTM3U\n${url}\n`, grant, short));
  });

  it("of every bad input hold no key, passphrase, signature, policy or URL", () => {
    expect(caught.length).toBeGreaterThan(1500);
    expect(different(caught).length).toBeGreaterThan(60);
    for (const { from, error } of different(caught))
      expect({ from, leaked: leaked(everythingOf(error)) }).toEqual({ from, leaked: [] });
  });

  it("of every bad input are CloudFrontSignErrors", () => {
    expect(
      caught
        .filter(({ error }) => !isCloudFrontSignError(error))
        .map(({ from, error }) => `${from}: ${error}`),
    ).toEqual([]);
  });

  it("are shorter than 400 characters", () => {
    for (const { from, error } of different(caught))
      expect({ from, short: (error as Error).message.length < 400 }).toEqual({ from, short: true });
  });

  it("of every code were provoked", () => {
    const source = readFileSync(join(core, "src/errors.ts"), "utf8");
    const all = Array.from(source.matchAll(/^ {2}\| "(ERR_\w+)";?$/gm), ([, code]) => code);
    expect(all.length).toBeGreaterThan(20);
    const seen = new Set(caught.map(({ error }) => (error as { code?: string }).code));
    expect(all.filter((code) => !seen.has(code))).toEqual([]);
  });

  it("name an unknown option without quoting what else is in it", async () => {
    // A PEM or a policy that was parsed as settings, line by line, ends up in the names.
    const before = caught.length;
    for (const name of [pem.split("\n")[3] ?? "", policy, url]) {
      await provoke("an option's name", () =>
        createCloudFrontSigner({ keyPairId, privateKey: pem, [name]: "" } as never),
      );
      await provoke("a term's name", () => recorder().signer.signUrl(url, { ...terms, [name]: "" } as never));
    }
    expect(caught.slice(before)).toHaveLength(6);
    for (const { from, error } of caught.slice(before))
      expect({ from, leaked: leaked(everythingOf(error)) }).toEqual({ from, leaked: [] });
  });
});

describe("a signer", () => {
  const everything = { depth: 10, showHidden: true, getters: true };
  const signers: [name: string, make: () => ReturnType<typeof signerOf>][] = [
    ["RSA", () => rsaSigner()],
    ["EC", () => signerOf(keyText("ecp256.sec1.pem"))],
    ["encrypted", () => signerOf(keyText("rsa2048.enc-aes256-sha256.pkcs8.pem"), { passphrase })],
    ["bytes", () => signerOf(keyBytes("rsa2048.pkcs8.der"))],
    ["a CryptoKey", () => signerOf(keyText("rsa2048.pkcs1.pem"), { hashAlgorithm: "SHA256" })],
    ["a clock", () => signerOf(pem, { now: () => moment })],
  ];

  it.each(signers)("of %s shows nothing secret, before and after its first use", async (_, make) => {
    const signer = make();
    for (const when of ["before", "after"]) {
      const shown = [
        inspect(signer, everything),
        inspect(signer),
        JSON.stringify(signer),
        `${signer}`,
        Object.values(signer).map(String).join("\n"),
      ].join("\n");
      expect({ when, leaked: leaked(shown) }).toEqual({ when, leaked: [] });
      expect(shown).not.toContain(passphrase);
      expect(shown).not.toMatch(/CryptoKey \{|BEGIN/);
      expect(JSON.parse(JSON.stringify(signer))).toEqual({ keyPairId });
      await signer.signUrl(url, terms);
      const grant = await signer.grant({ ...terms, resource: url });
      expect(leaked(inspect(grant.signUrl, everything))).toEqual([]);
    }
  });

  it("adds nothing to the global object", async () => {
    const before = Object.getOwnPropertyNames(globalThis).sort();
    await rsaSigner().signUrl(url, terms);
    await createCloudFrontPresignedUrl({
      policy: { url, expireTimeEpochMs: end * 1000 },
      key: { keyPairId, content: pem },
    });
    expect(Object.getOwnPropertyNames(globalThis).sort()).toEqual(before);
  });
});
