// Offers requests at a fixed rate, whether or not the server has answered the earlier ones: an open loop, like
// the users of a website. Only this shows the wait of those who arrive while the server is busy.
//
// loadtest spaces the requests evenly. (autocannon sends the requests of each second in one burst at its start,
// and each of its connections waits for an answer.) loadtest counts whole milliseconds from the moment it
// sends, so the time is taken here, from the moment when the request was due: a late generator makes the
// figures worse, never better.
//
// It runs on the same machine as the server, in the process of the benchmark, and takes 60 to 100 µs of a core
// a request: with 6400 requests per second about half of a core. The server of the variant "off", which
// signs nothing, shows what the generator and HTTP can do.
import { Agent } from "node:http";
import { loadTest as loadTestWithCallback } from "loadtest";
import { noticed } from "./rates.mjs";

/** Without a callback it returns a promise, which its types do not say. */
const loadTest = /** @type {(options: object) => Promise<unknown>} */ (
  /** @type {unknown} */ (loadTestWithCallback)
);

/** A load balancer too has a limited number of connections to a server. What waits for one is late. */
const connections = 64;

/**
 * @typedef {object} Sample a request
 * @property {number} due milliseconds since the first request
 * @property {number} latency milliseconds; of a request without an answer the time that it had
 * @property {boolean} isAnswered with status 200
 */

/**
 * @param {string} url
 * @param {number} rate requests per second
 * @param {number} seconds
 * @returns {Promise<{ samples: Sample[], errors: number }>} a sample of each request that was due
 */
export async function offer(url, rate, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const total = Math.round(rate * seconds);
  /** @type {Sample[]} */
  const samples = [];
  /** @type {Map<import("node:http").ClientRequest, Sample>} */
  const pending = new Map();
  let start = 0;
  let errors = 0;
  await loadTest({
    url,
    requestsPerSecond: rate,
    maxRequests: total,
    // The last request gets as much time as every other one.
    maxSeconds: seconds + noticed / 1000,
    quiet: true,
    /**
     * @param {unknown} _
     * @param {import("node:http").RequestOptions} options
     * @param {typeof import("node:http").request} request
     * @param {(response: import("node:http").IncomingMessage) => void} callback
     */
    requestGenerator(_, options, request, callback) {
      const now = performance.now();
      if (samples.length === 0) start = now;
      // The timer of loadtest may be a millisecond early.
      const due = Math.min((samples.length * 1000) / rate, now - start);
      const sample = { due, latency: 0, isAnswered: false };
      samples.push(sample);
      const sent = request({ ...options, agent }, (response) => {
        response.once("end", () => {
          sample.latency = performance.now() - start - due;
          sample.isAnswered = response.statusCode === 200;
          if (!sample.isAnswered) errors++;
          pending.delete(sent);
        });
        callback(response);
      });
      pending.set(sent, sample);
      return sent;
    },
  });
  const end = performance.now() - start;
  for (const [request, sample] of pending) {
    // Destroyed by an error of the connection, not by the lines below.
    if (request.destroyed) errors++;
    sample.latency = end - sample.due;
    request.destroy();
  }
  agent.destroy();
  while (samples.length < total) {
    const due = (samples.length * 1000) / rate;
    samples.push({ due, latency: end - due, isAnswered: false });
  }
  return { samples, errors };
}
