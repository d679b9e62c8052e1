import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";

/** A proxy in front of an AWS service that answers some of the calls itself, with an error of this service. */
export interface FaultyProxy {
  readonly address: string;
  readonly calls: { total: number; refused: number };
  close(): void;
}

/**
 * @param percent of the calls that it refuses, drawn with the seed
 * @param name of the error, such as `ThrottlingException`
 */
export async function startFaultyProxy(
  target: string,
  { percent, seed = 1, name, message }: { percent: number; seed?: number; name: string; message: string },
): Promise<FaultyProxy> {
  const calls = { total: 0, refused: 0 };
  const draws = fc.sample(fc.noBias(fc.nat(99)), { seed, numRuns: 10_000 });
  const server = createServer((incoming, answer) => {
    const draw = draws[calls.total++ % draws.length] ?? 0;
    if (draw < percent) {
      calls.refused++;
      incoming.resume();
      answer.writeHead(400, { "Content-Type": "application/x-amz-json-1.1" });
      answer.end(JSON.stringify({ __type: name, message }));
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
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
