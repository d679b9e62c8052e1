import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { RunningServer } from "@cloudfront-sign-webcrypto/testing/support/running-server.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, expect, it } from "vitest";
import { askQuestions } from "../src/ask-questions.ts";
import { Edge } from "../src/edge.ts";
import { questions } from "../src/questions/all-topics.ts";
import { trustedKey } from "../src/trusted-keys.ts";
import { keyPairIds, privateKeys, publicKeys } from "./support/conformance-edge.ts";

const command = await buildCommand();
// More than the headers of the questions about limits.
const origin = createServer({ maxHeaderSize: 65_536 }, (_, answer) => answer.end("an object\n"));
origin.listen(0, "127.0.0.1");
await once(origin, "listening");
afterAll(() => {
  origin.close();
  origin.closeAllConnections();
  command.remove();
});

/**
 * A `Request` of the Fetch standard, which `serve` and `restrictViewerAccess` get, has a resolved path, some
 * characters of it escaped, and a host in lower case.
 */
const changedByFetch = {
  brackets: "AccessDenied",
  "dots-plain-exact": "AccessDenied",
  "dots-single-dot-exact": "AccessDenied",
  "dots-single-dot-wildcard": "allowed",
  "dots-escaped-exact": "AccessDenied",
  "dots-escaped-upper-exact": "AccessDenied",
  "dots-backslash-exact": "AccessDenied",
  "dots-resolved": "allowed",
  "dots-escaped-resolved": "allowed",
  "dots-everything": "allowed",
  "host-upper-case-sent": "allowed",
};

it("serve agrees with the verifier, but for what a Request of the Fetch standard cannot hold", async () => {
  const flags = (["rsa", "ec"] as const).flatMap((key) => {
    const id = keyPairIds[key];
    writeFileSync(join(command.folder, `${key}.pem`), publicKeys[id] ?? "");
    return ["--public-key", `${id}=${key}.pem`];
  });
  const { port } = origin.address() as AddressInfo;
  const server = await RunningServer.start(command, `http://127.0.0.1:${port}`, ...flags);
  const edge = new Edge(
    {
      origin: new URL(server.address).origin,
      keys: {
        rsa: trustedKey(keyPairIds.rsa, privateKeys.rsa),
        ec: trustedKey(keyPairIds.ec, privateKeys.ec),
      },
      viewerAddress: "127.0.0.1",
    },
    createCloudFrontVerifier({ publicKeys }),
    new AbortController().signal,
  );
  // It has no cache.
  const asked = questions.filter(({ kind }) => kind === "request");
  const results = await askQuestions(asked, edge, () => {});
  expect(await server.stop()).toBe(130);
  expect(results.filter(({ outcome }) => outcome === "undecided")).toEqual([]);
  const differing = results.filter(({ outcome }) => outcome === "differs");
  expect(Object.fromEntries(differing.map(({ id, cloudFront }) => [id, cloudFront]))).toEqual(changedByFetch);
});
