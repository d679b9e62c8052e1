import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** A server that records the bytes of each request target, one character per byte. */
export interface Recorder {
  readonly port: number;
  /** The request targets since the last call, in order. */
  take(): string[];
  close(): void;
}

const answer = "HTTP/1.1 204 No Content\r\n\r\n";

export async function startRecorder(): Promise<Recorder> {
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
