import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface Packument {
  readonly name: string;
  readonly versions: Record<string, { readonly dist: { readonly tarball: string } }>;
  readonly _attachments: Record<string, { readonly data: string }>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * A registry on this machine, for `npm publish`. Like npm's, and unlike verdaccio, it says who maintains a package: who
 * published it first. The token of a user is the name.
 */
export class Registry {
  /** Names whose next publication fails, as if the network did. */
  readonly failing = new Set<string>();
  /** What was published, in order. */
  readonly published: string[] = [];
  readonly #owners = new Map<string, string>();
  readonly #packages = new Map<string, Pick<Packument, "name" | "versions">>();
  readonly #tarballs = new Map<string, Buffer>();
  readonly #upstream: string | undefined;
  readonly #server = createServer(async (request, response) => {
    const { status, body } = await this.#answer(request);
    response.writeHead(status).end(body instanceof Buffer ? body : JSON.stringify(body));
  });

  /** @param upstream another registry that keeps the packages, such as a verdaccio */
  constructor(upstream?: string) {
    this.#upstream = upstream;
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Somebody passes a name on. */
  passOn(name: string, owner: string): void {
    this.#owners.set(name, owner);
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const name = decodeURIComponent((request.url ?? "/").slice(1));
    const body = await text(request);
    const user = /^Bearer (\w+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (request.method === "GET") return this.#get(name);
    if (request.method !== "PUT") return { status: 405, body: {} };
    if (this.failing.delete(name)) return { status: 400, body: { error: "the network failed" } };
    const owner = this.#owners.get(name) ?? user;
    if (user === undefined || owner !== user) return { status: 403, body: { error: "no permission" } };
    const answer = await this.#put(name, body, request);
    if (answer.status < 300) {
      this.#owners.set(name, user);
      this.published.push(name);
    }
    return answer;
  }

  async #get(name: string): Promise<Answer> {
    const tarball = this.#tarballs.get(name);
    if (tarball) return { status: 200, body: tarball };
    const owner = this.#owners.get(name);
    const found =
      this.#upstream === undefined
        ? this.#packages.get(name)
        : await fetch(new URL(name, this.#upstream)).then((answer) =>
            answer.ok ? answer.json() : undefined,
          );
    if (owner === undefined || found === undefined) return { status: 404, body: { error: "not found" } };
    return { status: 200, body: { ...(found as object), maintainers: [{ name: owner }] } };
  }

  async #put(name: string, body: string, { headers }: IncomingMessage): Promise<Answer> {
    if (this.#upstream !== undefined) {
      const answer = await fetch(new URL(name, this.#upstream), {
        method: "PUT",
        headers: { "Content-Type": "application/json", "User-Agent": headers["user-agent"] ?? "" },
        body,
      });
      return { status: answer.status, body: await answer.json() };
    }
    const { versions, _attachments: attachments } = JSON.parse(body) as Packument;
    const before = this.#packages.get(name);
    const [version = ""] = Object.keys(versions);
    if (before?.versions[version]) return { status: 409, body: { error: "this version exists" } };
    const tags = { "dist-tags": { latest: version } };
    this.#packages.set(name, { name, versions: { ...before?.versions, ...versions }, ...tags });
    for (const { dist } of Object.values(versions)) {
      const [{ data } = { data: "" }] = Object.values(attachments);
      this.#tarballs.set(new URL(dist.tarball).pathname.slice(1), Buffer.from(data, "base64"));
    }
    return { status: 201, body: { ok: true } };
  }
}
