import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** A proxy that leads to one server on this machine, whatever these hosts are elsewhere, and to nothing else. */
export interface ConnectProxy {
  readonly port: number;
  close(): void;
}

export async function openConnectProxy(serverPort: number, hosts: readonly string[]): Promise<ConnectProxy> {
  const sockets = new Set<Socket>();
  const proxy = createServer((_, answer) => answer.writeHead(502).end());
  proxy.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
  });
  proxy.on("connect", ({ url = "" }, socket, head) => {
    if (!hosts.includes(url.replace(/:443$/, ""))) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      return;
    }
    const server = connect(serverPort, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      server.write(head);
      server.pipe(socket).pipe(server);
    });
    server.on("error", () => socket.destroy());
    socket.on("close", () => server.destroy());
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  return {
    port: (proxy.address() as AddressInfo).port,
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
