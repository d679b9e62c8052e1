import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { CloudFrontKeyValueStoreClient } from "@aws-sdk/client-cloudfront-keyvaluestore";
import { integration, root } from "@cloudfront-sign-webcrypto/testing/folders";
import {
  createFunctionServer,
  type FunctionServer,
  storeArn,
} from "@cloudfront-sign-webcrypto/testing/support/function-server.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBlocks } from "../examples/support/code-blocks.ts";

/** The program of docs/revocation.md that denies an ID, with the AWS SDK, against a model of the store's API. */

type DenyGrant = (arn: string, id: string, client: CloudFrontKeyValueStoreClient) => Promise<void>;

const page = readFileSync(join(root, "docs/revocation.md"), "utf8");
const { code = "" } =
  codeBlocks("docs/revocation.md", page).find(({ name }) => name === "deny-grant.ts") ?? {};
const folder = mkdtempSync(join(integration, ".examples-"));

let api: FunctionServer;
beforeAll(async () => {
  api = createFunctionServer();
  api.server.listen(0, "127.0.0.1");
  await once(api.server, "listening");
});
afterAll(() => {
  api.server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function denyGrantOf(name: string, program: string): Promise<DenyGrant> {
  writeFileSync(join(folder, name), program);
  return (await import(/* @vite-ignore */ join(folder, name))).denyGrant;
}

/** A client whose requests go to the model, whatever their host is: in AWS it has the account in its name. */
function createClient(): CloudFrontKeyValueStoreClient {
  const { port } = api.server.address() as AddressInfo;
  const client = new CloudFrontKeyValueStoreClient({
    region: "us-east-1",
    credentials: { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "secret" },
    maxAttempts: 1,
  });
  client.middlewareStack.add(
    (next) => (given) => {
      const request = given.request as Record<string, unknown>;
      Object.assign(request, { protocol: "http:", hostname: "127.0.0.1", port });
      return next(given);
    },
    { step: "finalizeRequest", name: "toTheModel", priority: "low" },
  );
  return client;
}

describe("the program of docs/revocation.md that denies a grant", () => {
  it("fails without SigV4a: the SDK names the package that it imports", async () => {
    const denyGrant = await denyGrantOf(
      "without.ts",
      code.replace(/^import "@aws-sdk\/signature-v4a";\n/m, ""),
    );
    await expect(denyGrant(storeArn, "1", createClient())).rejects.toThrow("@aws-sdk/signature-v4a");
    expect(api.keys.size).toBe(0);
  });

  it("puts the ID into the store, with requests that are signed with SigV4a", async () => {
    const denyGrant = await denyGrantOf("deny-grant.ts", code);
    await denyGrant(storeArn, "anna-2026", createClient());
    await denyGrant(storeArn, "boris-2026", createClient());
    expect([...api.keys.keys()]).toEqual(["anna-2026", "boris-2026"]);
  });

  it("stores the time that step 3 of the page stores: when the ID can be removed, in epoch seconds", async () => {
    const [, lifetime] = /--value "\$\(\(\$\(date \+%s\) \+ (\d+)\)\)"/.exec(page) ?? [];
    const now = () => Math.floor(Date.now() / 1000);
    const denyGrant = await denyGrantOf("stores.ts", code);
    const earliest = now() + Number(lifetime);
    await denyGrant(storeArn, "clara-2026", createClient());
    // Step 5 compares it as a number. Text that is no number is never removed.
    const value = Number(api.keys.get("clara-2026"));
    expect(value).toBeGreaterThanOrEqual(earliest);
    expect(value).toBeLessThanOrEqual(now() + Number(lifetime));
  });

  it("is refused by the model with a signature of another algorithm, as by AWS", async () => {
    const { port } = api.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/key-value-stores/${encodeURIComponent(storeArn)}`;
    const algorithms = ["AWS4-HMAC-SHA256", "AWS4-ECDSA-P256-SHA256"];
    const answers = algorithms.map((algorithm) =>
      fetch(url, {
        headers: {
          Authorization: `${algorithm} Credential=A/20261129/cloudfront-keyvaluestore/aws4_request`,
        },
      }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 200]);
  });
});
