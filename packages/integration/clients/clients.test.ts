import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { afterAll, describe, expect, it } from "vitest";
import { findClients, send } from "./support/clients.ts";
import { aiohttpDefault, differences } from "./support/differences.ts";
import { startRecorder } from "./support/recorder.ts";
import { generatedUrls } from "./support/urls.ts";

/** Every client must send exactly the signed URL. A local server records what each of them sends. */

const count = 2500;
const seed = 20260101;

const clients = await findClients();
const recorder = await startRecorder();
afterAll(() => recorder.close());

const signer = signerOf(keyText("ecp256.pkcs8.pem"));
const outcomes = await Promise.all(
  generatedUrls(count, seed, recorder.port).map((url) =>
    signer.signUrl(url, { dateLessThan: end }).catch((error: unknown) => error),
  ),
);
const signed = outcomes.filter((outcome) => typeof outcome === "string");
const refusals = outcomes.filter((outcome) => typeof outcome !== "string");

it("the signer refuses fewer than 1 % of the generated URLs", ({ task }) => {
  task.meta.figure = `${count} URLs: ${signed.length} signed, ${refusals.length} refused`;
  expect(refusals.filter((error) => !isCloudFrontSignError(error))).toEqual([]);
  expect(refusals.length).toBeLessThan(count / 100);
});

/** aiohttp changes a URL that it gets as text. It sends `URL(url, encoded=True)` unchanged. */
it("aiohttp's default unescapes reserved characters, and changes nothing else", async ({
  task,
  skip,
  expect,
}) => {
  const aiohttp = clients.find(({ name }) => name === "Python aiohttp");
  if (!aiohttp || "install" in aiohttp) {
    task.meta.figure = `NOT RUN, missing here: ${aiohttp?.install}`;
    return skip(task.meta.figure);
  }
  const urls = signed.map((url) => url.replace(/#.*/, ""));
  const requoted = (await send({ ...aiohttp, args: [...aiohttp.args.slice(0, -1), "requote"] }, urls))
    .trimEnd()
    .split("\n");
  const rewritten = requoted.filter((url, index) => url !== urls[index]).length;
  task.meta.figure = `${urls.length} URLs, ${rewritten} rewritten`;
  expect(requoted).toHaveLength(urls.length);
  expect(requoted.filter((url, index) => url !== aiohttpDefault(urls[index] ?? "")).slice(0, 5)).toEqual([]);
});

describe("the signed URL is sent unchanged by", () => {
  const named = clients.map((client) => [client.name, client] as const);
  it.for(named)("%s", async ([, client], { task, skip, expect }) => {
    if ("install" in client) {
      task.meta.figure = `NOT RUN, missing here: ${client.install}`;
      return skip(task.meta.figure);
    }
    recorder.take();
    const started = performance.now();
    const output = await send(client, signed);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const different = differences(signed, recorder.take());
    task.meta.figure = `${signed.length} URLs, ${different.length} differences, ${seconds} s`;
    expect(different.slice(0, 5), output.slice(0, 1000)).toEqual([]);
  });
});
