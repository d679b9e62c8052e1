import { once } from "node:events";
import { get } from "node:http";
import { expect, it } from "vitest";
import { account } from "./environment.ts";
import type { RunningExample } from "./running-example.ts";

/** Tests of an app that keeps sessions on the server, behind a proxy that ends TLS. */
export function itKeepsSessionsOnTheServer({ app, startWith }: RunningExample): void {
  const post = (path: string, session = ""): Promise<Response> =>
    fetch(`${app()}/${path}`, {
      method: "POST",
      headers: { "X-Forwarded-Proto": "https", Cookie: session },
      body: new URLSearchParams(account),
    });
  const cookieOf = (response: Response): string => response.headers.getSetCookie()[0] ?? "";

  it("sets a Secure session cookie behind a proxy, with a new ID at each sign-in", async () => {
    const first = cookieOf(await post("login"));
    expect(first).toMatch(/^session=[^;]+;.*HttpOnly/);
    expect(first).toMatch(/; Secure/);
    expect(first).toMatch(/; SameSite=Lax/);
    const [session = ""] = first.split(";");
    const [next] = cookieOf(await post("login", session)).split(";");
    expect(next).toMatch(/^session=/);
    expect(next).not.toBe(session);
  });

  it("ends the session at sign-out, also for a copy of its cookie", async () => {
    const session = cookieOf(await post("login")).split(";")[0];
    expect((await post("cookies", session)).status).toBe(204);
    await post("logout", session);
    expect((await post("cookies", session)).status).toBe(401);
  });

  it("answers 401 or 404 to a request for *", async () => {
    const { hostname, port } = new URL(app());
    const [response] = await once(get({ hostname, port, path: "*" }), "response");
    expect([401, 404]).toContain(response.resume().statusCode);
  });

  it("ends with one sentence if another program has its port", async () => {
    const { port } = new URL(app());
    const message = await startWith({ PORT: port }).then(
      () => "it started",
      (error: Error) => error.message,
    );
    expect(message).toContain(
      `\nPORT: cannot listen on ${port} (EADDRINUSE); set it to a free port, such as 8082\n`,
    );
    expect(message).not.toMatch(/^ +at /m);
  });
}
