import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { sendResponse } from "cloudfront-sign-cli/commands/serve/fetch-adapter.ts";

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
  /** Whoever starts anew puts another list here. A request is noted in the one of its arrival. */
  answered: Answered[] = [];
  private readonly server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>) {
    this.server = server;
  }

  /** @param hosts the handler of each host */
  static async open(
    hosts: Record<string, (request: Request) => Response | Promise<Response>>,
  ): Promise<Sites> {
    const server = createServer({ key: keyText("rsa2048.pkcs8.pem"), cert: keyText("rsa2048.cert.pem") });
    const sites = new Sites(server);
    // Convert Node.js requests and responses to Fetch objects.
    server.on("request", async (message, answer) => {
      const { answered } = sites;
      const { url, headers, method = "GET" } = message;
      const request = new Request(`https://${headers.host}${url}`, {
        method,
        headers: headers as Record<string, string>,
        ...(method === "POST" && { body: await text(message) }),
      });
      const response = await (hosts[new URL(request.url).hostname] ?? Response.error)(request);
      answered.push({ request, status: response.status, time: performance.now() });
      await sendResponse(response, answer);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return sites;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /**
   * The switches with which Chromium resolves only these hosts, and accepts the certificate, which names none
   * of them.
   */
  get switches(): string[] {
    return [
      `--host-resolver-rules=MAP *.example.com:443 127.0.0.1:${this.port}, MAP *.example.net:443 127.0.0.1:${this.port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
      "--ignore-certificate-errors",
    ];
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
