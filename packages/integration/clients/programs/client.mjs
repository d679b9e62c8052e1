// client.mjs NAME: asks for each URL that comes on standard input, one a line, with the HTTP client of that
// name.
import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";

const connections = 4;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** @param {string | URL} url @returns {Promise<void>} */
const withHttp = (url) =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().once("end", resolve)).once("error", reject);
  });

/** @type {Record<string, (url: string) => Promise<unknown>>} */
const clients = {
  fetch: async (url) => (await fetch(url)).text(),
  "http.get(string)": withHttp,
  "http.get(URL)": (url) => withHttp(new URL(url)),
};

const send = clients[process.argv[2] ?? ""];
if (!send) throw new Error(`no client ${process.argv[2]}`);
const urls = (await text(process.stdin)).split("\n").filter(Boolean).values();
const worker = async () => {
  for (const url of urls) await send(url).catch((error) => console.error(String(error)));
};
await Promise.all(Array.from({ length: connections }, worker));
agent.destroy();
