import { once } from "node:events";
import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import type { SigningProcess } from "./signing-server.ts";

/** Milliseconds between two checks of a process. */
const checkInterval = 50;

/** Sends requests in turn to the processes that answer /ready with 200, and none a second time. */
export class LoadBalancer {
  /** The ID of the key that each process signs with, by its last check. */
  readonly ready = new Map<SigningProcess, string>();
  /** The process that has handed out each URL, in their order. */
  private readonly handed: SigningProcess[] = [];
  /** Answers that are not a redirect. */
  readonly failures: number[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private readonly checks = new Map<SigningProcess, NodeJS.Timeout>();
  /** How many requests each process has not answered yet. */
  private readonly underway = new Map<SigningProcess, number>();
  private isBlind = false;
  private readonly server: Server;
  private turn = 0;

  private constructor() {
    this.server = createServer((incoming, response) => {
      const by = [...this.ready.keys()][this.turn++ % Math.max(this.ready.size, 1)];
      if (by === undefined) return response.writeHead(503).end();
      const { url: path, headers } = incoming;
      const count = (change: number) => this.underway.set(by, (this.underway.get(by) ?? 0) + change);
      count(1);
      response.once("close", () => count(-1));
      const sent = request({ port: by.port, host: "127.0.0.1", path, headers, agent: this.agent }, (got) => {
        if (got.headers.location) this.handed.push(by);
        response.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(response);
      });
      sent.once("error", () => response.headersSent || response.writeHead(502).end());
      sent.end();
    });
  }

  static async start(...members: readonly SigningProcess[]): Promise<LoadBalancer> {
    const balancer = new LoadBalancer();
    balancer.server.listen(0, "127.0.0.1");
    await once(balancer.server, "listening");
    await Promise.all(members.map((member) => balancer.add(member)));
    return balancer;
  }

  /** Resolves when the process gets requests. */
  private async add(member: SigningProcess): Promise<void> {
    await this.check(member);
    this.checks.set(
      member,
      setInterval(() => void this.check(member), checkInterval),
    );
    await this.until(() => this.ready.has(member));
  }

  private async check(member: SigningProcess): Promise<void> {
    const response = await member.getInternal("/ready").catch(() => undefined);
    const id = response?.status === 200 ? await response.text().catch(() => undefined) : undefined;
    if (this.isBlind) return;
    if (id !== undefined) this.ready.set(member, id.trim());
    else this.ready.delete(member);
  }

  /** From now on it notices nothing: not that a process has ended either. */
  closeEyes(): void {
    this.isBlind = true;
  }

  /** Whether the process gets no further request, and has answered those that it got. */
  hasLeft(member: SigningProcess): boolean {
    return !this.ready.has(member) && (this.underway.get(member) ?? 0) === 0;
  }

  /** Resolves when each process that is ready has handed out so many URLs more. */
  async eachHandsOut(count: number): Promise<void> {
    const { length } = this.handed;
    const numBy = (member: SigningProcess) => this.handed.slice(length).filter((by) => by === member).length;
    await this.until(() => [...this.ready.keys()].every((member) => numBy(member) >= count));
  }

  /** Resolves when the condition is met, which is checked all the time. */
  async until(condition: () => boolean): Promise<void> {
    const end = Date.now() + pollTimeout;
    while (!condition()) {
      if (Date.now() > end)
        throw new Error(
          `never met: ${condition}; ready: ${[...this.ready.values()]}; ${this.handed.length} URLs`,
        );
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Viewers that ask again as soon as they have an answer, with a pause in milliseconds. */
  async crowd(viewers: number, pause: number, isOver: () => boolean): Promise<void> {
    const { port } = this.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true });
    const ask = async (path: string): Promise<number> => {
      const sent = request({ port, host: "127.0.0.1", path, headers: { Cookie: "user=a" }, agent }).end();
      const [response] = await once(sent, "response");
      response.resume();
      await once(response, "end");
      return response.statusCode;
    };
    const watch = async (viewer: number): Promise<void> => {
      for (let video = 0; !isOver(); video++) {
        const status = await ask(`/course/42/${viewer}-${video}.mp4`).catch(() => 0);
        if (status !== 302) this.failures.push(status);
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      }
    };
    await Promise.all(Array.from({ length: viewers }, (_, viewer) => watch(viewer)));
    agent.destroy();
  }

  close(): void {
    for (const timer of this.checks.values()) clearInterval(timer);
    this.agent.destroy();
    this.server.close();
    this.server.closeAllConnections();
  }
}
