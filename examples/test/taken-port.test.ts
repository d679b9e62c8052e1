import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { startServer } from "./support/start-server.ts";
import { throwAwayKey } from "./support/throw-away-key.ts";

const distribution = (prefix: string, name: string, keyPairId: string) => ({
  [`${prefix}_ORIGIN`]: `https://${name}.example.com`,
  [`${prefix}_KEY_PAIR_ID`]: keyPairId,
  [`${prefix}_PRIVATE_KEY`]: throwAwayKey(),
});
const files = distribution("CLOUDFRONT", "cdn", "K2JCJMDEHXQW5F");
const link = {
  ...files,
  CDN_ORIGIN: "https://cdn.example.com",
  LINKS_TABLE: "links",
  AWS_REGION: "us-east-1",
  // The AWS SDK warns of old versions of Node.js.
  NODE_NO_WARNINGS: "1",
};

it.each([
  ["serve.mjs", "127.0.0.1", "PORT", {}],
  ["player/server.mjs", "127.0.0.1", "PORT", { CDN_PORT: "0" }],
  ["player/server.mjs", "127.0.0.1", "CDN_PORT", {}],
  ["upload/server.mjs", "::", "PORT", { ...files, ...distribution("UPLOAD", "uploads", "K1UHSKKXQEXAMP") }],
  ["one-time-link/server.mjs", "::", "PORT", link],
])("%s on %s says in one sentence that its %s is taken", async (program, host, name, variables) => {
  const other = createServer().listen(0, host);
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  expect(await startServer(program, { ...variables, [name]: `${port}` })).toBe(
    `${name}: cannot listen on ${port} (EADDRINUSE); set it to a free port, such as 8082\n`,
  );
  other.close();
});
