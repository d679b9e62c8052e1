import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, expect, it } from "vitest";
import { askQuestions } from "../../src/cli/conformance/ask-questions.ts";
import { Edge } from "../../src/cli/conformance/edge.ts";
import { questions } from "../../src/cli/conformance/questions/all-topics.ts";
import { publicKeyOf, trustedKey } from "../../src/cli/conformance/trusted-keys.ts";
import { findViewerAddress } from "../../src/cli/conformance/viewer-address.ts";
import { startConformanceEdge } from "./support/conformance-edge.ts";

const server = await startConformanceEdge();
afterAll(() => server.close());

it("all agree", async () => {
  const { keyPairIds: ids, privateKeys } = server;
  const edge = new Edge(
    { origin: server.origin, keys: { rsa: trustedKey(ids.rsa, privateKeys.rsa), ec: trustedKey(ids.ec, privateKeys.ec) }, viewerAddress: undefined },
    createCloudFrontVerifier({ keyGroup: { [ids.rsa]: publicKeyOf(privateKeys.rsa), [ids.ec]: publicKeyOf(privateKeys.ec) } }),
    new AbortController().signal,
  );
  const own = await findViewerAddress(edge);
  expect(own).toBe("127.0.0.1");
  edge.setViewerAddress(own);
  const start = performance.now();
  const results = await askQuestions(questions, edge, () => {});
  console.log(results.length, performance.now() - start, server.requests());
  for (const r of results) console.log(r.outcome, r.id, r.verifier, r.reason ?? "", "|", r.cloudFront ?? "", r.why ?? "");
  expect(results.filter((r) => r.outcome !== "agrees")).toEqual([]);
});
