import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { onTestFinished } from "vitest";

/** A proxy in front of an AWS service that answers some of the calls itself. It lasts as long as the test. */
export interface FaultyProxy {
  readonly address: string;
  /** How many calls came, and how many of them did not reach the service. */
  readonly calls: { total: number; failed: number };
}

/** What happens to a call that does not reach the service. */
type Fault = (answer: ServerResponse) => void;

/** Answers with an error as the AWS services do. */
export const awsError =
  (name: string, message = "of the proxy"): Fault =>
  (answer) => {
    answer.writeHead(400, { "Content-Type": "application/x-amz-json-1.1" });
    answer.end(JSON.stringify({ __type: name, message }));
  };

export const closeConnection: Fault = (answer) => void answer.destroy();

/** @param percent of the calls that have the fault, drawn with the seed */
export async function startFaultyProxy(
  target: string,
  fault: Fault,
  { percent = 100, seed = 20260101 } = {},
): Promise<FaultyProxy> {
  const calls = { total: 0, failed: 0 };
  const draws = fc.sample(fc.noBias(fc.nat(99)), { seed, numRuns: 10_000 });
  const server = createServer((incoming, answer) => {
    const draw = draws[calls.total++ % draws.length] ?? 0;
    if (draw < percent) {
      calls.failed++;
      incoming.resume();
      fault(answer);
      return;
    }
    const { method = "POST", headers } = incoming;
    const outgoing = request(new URL(incoming.url ?? "/", target), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.once("error", () => answer.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}
