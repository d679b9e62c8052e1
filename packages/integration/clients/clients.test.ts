import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { afterAll, describe, expect, it } from "vitest";
import { findClients, send } from "./support/clients.ts";
import { generatedUrls } from "./support/urls.ts";

/** A URL and the request targets that the server received for it: none if the client did not send it. */
interface Difference {
  readonly signed: string;
  readonly received: readonly string[];
}

/** Path and query of a URL, without a URL parser, which might repair them. */
function targetOf(url: string): string {
  const [sent = ""] = url.split("#", 1);
  return sent.slice(sent.indexOf("/", "http://".length));
}

/** The number of a generated URL. */
const numberOf = (target: string): string => /^[/?]+(\d+)/.exec(target)?.[1] ?? "";

/** The URLs that did not reach the server as they were signed. */
function differences(urls: readonly string[], targets: readonly string[]): Difference[] {
  const byNumber = new Map<string, Set<string>>();
  for (const target of targets) {
    const number = numberOf(target);
    byNumber.set(number, (byNumber.get(number) ?? new Set()).add(target));
  }
  return urls.map(targetOf).flatMap((signed) => {
    const received = byNumber.get(numberOf(signed)) ?? new Set<string>();
    return received.size === 1 && received.has(signed) ? [] : [{ signed, received: [...received] }];
  });
}

const reservedInPath = /%(?:2[146-9AC]|3[ABD]|40)/g;
const reservedInQuery = /%(?:2[147-9ACF]|3[AF]|40)/g;

/** The URL as aiohttp sends it by default: it unescapes reserved characters that have no meaning there. */
function aiohttpDefault(url: string): string {
  const query = url.indexOf("?");
  return (
    url.slice(0, query).replace(reservedInPath, decodeURIComponent) +
    url.slice(query).replace(reservedInQuery, decodeURIComponent)
  );
}

/** A server that records the bytes of each request target, one character per byte. */
interface Recorder {
  readonly port: number;
  /** The request targets since the last call, in order. */
  take(): string[];
  close(): void;
}

const answer = "HTTP/1.1 204 No Content\r\n\r\n";

async function startRecorder(): Promise<Recorder> {
  let targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let text = "";
    sockets.add(socket);
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
      for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
        const [line = ""] = text.split("\r\n", 1);
        targets.push(line.slice("GET ".length, -" HTTP/1.1".length));
        text = text.slice(end + "\r\n\r\n".length);
        socket.write(answer);
      }
    });
    // A client may close its connection at once: only the request target counts.
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the server has no port");
  return {
    port: address.port,
    take() {
      const taken = targets;
      targets = [];
      return taken;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

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
