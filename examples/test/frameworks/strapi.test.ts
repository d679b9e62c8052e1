import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Moto, startMoto } from "@cloudfront-sign-webcrypto/testing/moto";
import { findPython } from "@cloudfront-sign-webcrypto/testing/python";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { originAccessControl } from "../support/origin-access-control.ts";
import { type ExampleFolder, installExample } from "./support/example-folder.ts";
import { keyPairId, type LocalCdn, startCdn } from "./support/local-cdn.ts";

/** What Strapi calls of a provider. Strapi itself does not run: it needs a database and an admin panel. */
interface Provider {
  upload(file: object): Promise<void>;
  delete(file: object): Promise<void>;
  isPrivate(): boolean;
  getSignedUrl(file: { url: string }): Promise<{ url: string }>;
}

const requirements = join(import.meta.dirname, "../../../packages/integration/keys/requirements.txt");
const { python, problem } = await findPython([requirements]);
if (problem !== undefined) console.log(`Not run: the example for Strapi, which needs moto. ${problem}`);

describe.runIf(python)("examples/strapi", () => {
  let example: ExampleFolder;
  let moto: Moto;
  let signing: Server;
  let cdn: LocalCdn;
  let load: NodeJS.Require;
  let init: (options: object) => Provider;
  let provider: Provider;
  const buffer = Buffer.from("%PDF-1.7\n");
  const file = {
    name: "report.pdf",
    hash: "report_7f3a",
    ext: ".pdf",
    mime: "application/pdf",
    buffer,
    url: "",
  };
  const optionsFor = (changes: object = {}) => ({
    cdnOrigin: cdn.origin,
    keyPairId,
    privateKey: cdn.privateKey,
    s3Options: {
      endpoint: moto.address,
      region: "us-east-1",
      credentials: { accessKeyId: "test", secretAccessKey: "secret-of-aws" },
      forcePathStyle: true,
      params: { Bucket: "private-media", ACL: "private" },
    },
    ...changes,
  });

  beforeAll(async () => {
    example = await installExample("strapi");
    moto = await startMoto(python as string);
    expect((await fetch(`${moto.address}/private-media`, { method: "PUT" })).status).toBe(200);
    signing = originAccessControl(moto.address);
    await new Promise<void>((resolve) => signing.listen(0, resolve));
    const { port } = signing.address() as AddressInfo;
    cdn = await startCdn(example.folder, `http://localhost:${port}/private-media`);
    load = createRequire(join(example.folder, "provider.js"));
    ({ init } = load("./provider.js"));
    provider = init(optionsFor());
  });
  afterAll(async () => {
    cdn?.end();
    signing?.close();
    await moto?.kill();
    example?.remove();
  });

  it("stores a file in S3, under its URL of CloudFront without a signature", async () => {
    await provider.upload(file);
    expect(file.url).toBe(`${cdn.origin}/report_7f3a.pdf`);
    expect((await fetch(file.url)).status).toBe(403);
    expect((await fetch(`${moto.address}/private-media/report_7f3a.pdf`)).status).toBe(403);
  });

  it("is private, and signs the URL of the file for 15 minutes", async () => {
    expect(provider.isPrivate()).toBe(true);
    const { url } = await provider.getSignedUrl(file);
    expect(Number(new URL(url).searchParams.get("Expires")) - Date.now() / 1000).toBeCloseTo(900, -2);
    const response = await fetch(url);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect(Buffer.from(await response.arrayBuffer()).equals(buffer)).toBe(true);
  });

  it("gives no URL of a file elsewhere, which would be without a signature", async () => {
    const url = "https://old-bucket.s3.amazonaws.com/a.pdf";
    await expect(provider.getSignedUrl({ url })).rejects.toThrow(
      `cdnOrigin: the file ${url} is not at ${cdn.origin}; `,
    );
  });

  it("deletes the file", async () => {
    await provider.delete(file);
    expect((await fetch((await provider.getSignedUrl(file)).url)).status).toBe(404);
  });

  it("is what config/plugins.js turns on", async () => {
    const variables: Record<string, string> = {
      CDN_ORIGIN: cdn.origin,
      CLOUDFRONT_KEY_PAIR_ID: keyPairId,
      CLOUDFRONT_PRIVATE_KEY: cdn.privateKey,
      AWS_REGION: "us-east-1",
      S3_BUCKET: "private-media",
    };
    const { config } = load("./config/plugins.js")({ env: (name: string) => variables[name] }).upload;
    expect(config.providerOptions.s3Options.params).toEqual({ Bucket: "private-media", ACL: "private" });
    const { url } = await load(config.provider).init(config.providerOptions).getSignedUrl(file);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/report_7f3a\.pdf\?Expires=/);
  });

  it("does not start without a key", () => {
    expect(() => init(optionsFor({ privateKey: undefined }))).toThrow(/^privateKey: /);
  });
});
