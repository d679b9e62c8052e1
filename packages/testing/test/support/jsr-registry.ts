import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";

/**
 * What `deno publish` needs of JSR, on this machine. It keeps what Deno uploads, and lists the checksums of that.
 *
 * Source: JSR, "Registry API" (meta.json, VERSION_meta.json); seen with Deno 2.9.
 */
export class JsrRegistry {
  readonly #folder: string;
  /** Names with their version and exports, in the order of their publication. */
  readonly published = new Map<string, { version: string; exports: Record<string, string> }>();
  readonly #server = createServer(async (request, response) => {
    const body = await this.#answer(request);
    const type = request.url?.endsWith(".ts") ? "text/typescript" : "application/json";
    response.writeHead(body === undefined ? 404 : 200, { "Content-Type": type });
    response.end(
      body instanceof Buffer ? body : JSON.stringify(body ?? { code: "notFound", message: "none" }),
    );
  });

  constructor(folder: string) {
    this.#folder = folder;
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

  async #answer(request: IncomingMessage): Promise<unknown> {
    const body = await buffer(request);
    const path = (request.url ?? "").replace(/\?.*/, "");
    const [, scope, name = "", version] =
      /^\/api\/scopes\/([^/]+)\/packages\/([^/]+)(?:\/versions\/([^/]+))?$/.exec(path) ?? [];
    const found = this.published.get(name);
    if (scope !== undefined && version === undefined) return { scope, name };
    if (request.method === "POST" && version !== undefined) {
      this.#keep(name, version, body);
      return { id: "00000000-0000-0000-0000-000000000000", status: "success", error: null };
    }
    if (version !== undefined) return found && { scope, package: name, version };
    const [, wanted = "", file = ""] = /^\/@cloudfront-sign\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const listed = this.published.get(wanted);
    if (!listed) return undefined;
    if (file === "meta.json")
      return {
        scope: "cloudfront-sign",
        name: wanted,
        latest: listed.version,
        versions: { [listed.version]: {} },
      };
    if (file === `${listed.version}_meta.json`)
      return { exports: listed.exports, manifest: this.#manifest(wanted) };
    return readFileSync(join(this.#folder, wanted, file.replace(`${listed.version}/`, "")));
  }

  #keep(name: string, version: string, upload: Buffer): void {
    const folder = join(this.#folder, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}.tgz`, upload);
    execFileSync("tar", ["-xzf", `${folder}.tgz`, "-C", folder]);
    const { exports } = JSON.parse(readFileSync(join(folder, "jsr.json"), "utf8"));
    this.published.set(name, { version, exports });
  }

  #manifest(name: string): Record<string, { size: number; checksum: string }> {
    const folder = join(this.#folder, name);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return Object.fromEntries(
      files.map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        const checksum = `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
        return [file.slice(folder.length), { size: bytes.length, checksum }];
      }),
    );
  }
}
