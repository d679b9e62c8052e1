import { createServer } from "node:https";
import { type AddressInfo, connect, createServer as createProxy, type Server } from "node:net";
import { sendResponse } from "../../../src/cli/serve/fetch-adapter.ts";
import { keyText } from "../../suite/support/keys.ts";

/** An answered request. */
export interface Answered {
  readonly request: Request;
  readonly status: number;
  /** In milliseconds. */
  readonly time: number;
}

/**
 * Several hosts behind one loopback port, over HTTPS as in production: `Secure` cookies and a site with two
 * hosts need it.
 */
export class Sites {
  readonly answered: Answered[] = [];
  private readonly server: ReturnType<typeof createServer>;
  private readonly proxy: Server;

  private constructor(server: ReturnType<typeof createServer>, proxy: Server) {
    this.server = server;
    this.proxy = proxy;
  }

  /** @param hosts the handler of each host */
  static async open(
    hosts: Record<string, (request: Request) => Response | Promise<Response>>,
  ): Promise<Sites> {
    const server = createServer({ key: keyText("rsa2048.pkcs8.pem"), cert: keyText("rsa2048.cert.pem") });
    const sites = new Sites(server, proxyTo(server));
    // Convert Node.js requests and responses to Fetch objects.
    server.on("request", async ({ url, headers, method = "GET" }, answer) => {
      const request = new Request(`https://${headers.host}${url}`, {
        method,
        headers: headers as Record<string, string>,
      });
      const response = await (hosts[new URL(request.url).hostname] ?? Response.error)(request);
      sites.answered.push({ request, status: response.status, time: performance.now() });
      await sendResponse(response, answer);
    });
    for (const each of [server, sites.proxy])
      await new Promise<void>((listening) => each.listen(0, "127.0.0.1", listening));
    return sites;
  }

  /**
   * The switches with which Chromium resolves only these hosts, and accepts the certificate, which names none
   * of them.
   */
  get switches(): string[] {
    const { port } = this.server.address() as AddressInfo;
    return [
      `--host-resolver-rules=MAP *.example.com:443 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
      "--ignore-certificate-errors",
    ];
  }

  /** The preferences with which Firefox reaches these hosts: it has no rules for host names. */
  get firefoxPreferences(): Record<string, string | number> {
    const { port } = this.proxy.address() as AddressInfo;
    return { "network.proxy.type": 1, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": port };
  }

  close(): void {
    this.proxy.close();
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** A proxy whose CONNECT leads to this server, whatever the host. */
function proxyTo(server: ReturnType<typeof createServer>): Server {
  return createProxy((client) => {
    client.once("data", () => {
      const { port } = server.address() as AddressInfo;
      const connection = connect(port, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        client.pipe(connection).pipe(client);
      });
      for (const socket of [client, connection])
        socket.on("error", () => {
          client.destroy();
          connection.destroy();
        });
    });
  });
}
