// Signs the lines of a file or of standard input on all cores, in the order of the input:
//
//   node sign-lines.mjs urls.txt > signed.txt
//
// A line is a URL. Make it from an object key with `cloudFrontUrl`: `#`, `?` and `+` in a key change the URL.
import { once } from "node:events";
import { createReadStream, fstatSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import process from "node:process";
import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { importCloudFrontPrivateKey } from "cloudfront-sign-webcrypto";

/** @typedef {import("./thread.mjs").Signed} Signed */

const keyPairId = process.env.CLOUDFRONT_KEY_PAIR_ID ?? "";
const privateKey = readFileSync(process.env.CLOUDFRONT_PRIVATE_KEY_FILE || "private.pem", "utf8");
const terms = /** @type {const} */ ({ expiresIn: "7d" });

// Throws if the ID or the key is unusable, before a thread has it.
await importCloudFrontPrivateKey({ keyPairId, content: privateKey });

const [file] = process.argv.slice(2);
const input = file === undefined ? process.stdin : createReadStream(file);

const threads = Array.from(
  { length: availableParallelism() },
  () => new Worker(new URL("thread.mjs", import.meta.url), { workerData: { keyPairId, privateKey, terms } }),
);
/** Aborted when a thread ends. None ends by itself, and the lines that it has are lost. */
const failure = new AbortController();
for (const thread of threads) {
  thread.on("error", (error) => failure.abort(error));
  thread.on("exit", (code) => failure.abort(new Error(`a thread ended with exit code ${code}`)));
}

let isInterrupted = false;
/** Ends the wait for input. */
let stopWaiting = () => {};
process.once("SIGINT", () => {
  isInterrupted = true;
  stopWaiting();
});
failure.signal.addEventListener("abort", () => stopWaiting());

const chunks = input.setEncoding("utf8")[Symbol.asyncIterator]();
/**
 * The next chunk, or none at Ctrl-C: what was read is still signed and written. A `Promise.race` of each chunk with
 * one promise for Ctrl-C would keep all chunks in memory.
 * @returns {Promise<IteratorResult<string>>}
 */
const nextChunk = () =>
  new Promise((resolve, reject) => {
    stopWaiting = () => resolve({ done: true, value: undefined });
    if (isInterrupted || failure.signal.aborted) stopWaiting();
    else chunks.next().then(resolve, reject);
  });

/** More than any URL has. A file without line ends would fill the memory. */
const longestLine = 1_000_000;

/** The input in blocks of whole lines, as large as it is read: 64 KiB of a file. */
async function* blocks() {
  let rest = "";
  for (;;) {
    const { done, value } = await nextChunk();
    failure.signal.throwIfAborted();
    if (done) break;
    const end = value.lastIndexOf("\n") + 1;
    if (end > 0) yield rest + value.slice(0, end);
    rest = end > 0 ? value.slice(end) : rest + value;
    if (rest.length > longestLine) throw new Error("a line is too long for a URL: has the input line ends?");
  }
  if (rest !== "" && !isInterrupted) yield rest;
}

const idle = [...threads];
/** Runs as many times at once as there are threads, so one of them is idle. @param {string} block */
async function sign(block) {
  const thread = /** @type {Worker} */ (idle.pop());
  const answer = once(thread, "message", { signal: failure.signal });
  thread.postMessage(block);
  const [signed] = await answer;
  idle.push(thread);
  return signed;
}

// `write` rejects with it.
process.stdout.on("error", () => {});
const isFile = fstatSync(process.stdout.fd).isFile();
/** Waits until the reader has the text: a slow reader slows the reading of the input. @param {string} text */
const write = (text) =>
  isFile
    ? // The stream drops what a full disk did not take: https://github.com/nodejs/node/issues/31908
      writeFileSync(process.stdout.fd, text)
    : new Promise((resolve, reject) =>
        process.stdout.write(text, (error) => (error ? reject(error) : resolve(undefined))),
      );

let numLines = 0;
let numRejected = 0;
try {
  /** @type {AsyncIterable<Signed>} */
  const results = Readable.from(blocks()).map(sign, { concurrency: threads.length });
  for await (const { text, rejected, lines } of results) {
    for (const { line, message } of rejected) console.error(`line ${numLines + line}: ${message}`);
    await write(text);
    numLines += lines;
    numRejected += rejected.length;
  }
  if (isInterrupted) console.error(`Interrupted after line ${numLines}.`);
  process.exitCode = isInterrupted ? 130 : numRejected > 0 ? 1 : 0;
} catch (error) {
  const cause = failure.signal.aborted ? failure.signal.reason : error;
  // A reader that stops early, as head does, is not an error.
  if (cause.code !== "EPIPE") {
    console.error(`Stopped after line ${numLines}: ${cause.message}`);
    process.exitCode = 1;
  }
}
// Ends the threads too. Everything is written.
process.exit();
