import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { expect, it } from "vitest";
import { startServer } from "./support/start-server.ts";

// The player is a package of its own.
const { grantEndpoint } = await import(new URL("../player/grant-endpoint.mjs", import.meta.url).href);

const start = (variables: Record<string, string>) =>
  startServer("player/server.mjs", { CDN_PORT: "0", ...variables });

it("the server of the film starts with its defaults, and with seconds", async () => {
  expect(await start({})).toMatch(/^http:\/\/localhost:\d+\/$/);
  expect(await start({ GRANT_SECONDS: "600" })).toMatch(/^http:/);
  expect(await start({ GRANT_SECONDS: "" })).toMatch(/^http:/);
});

it("the server of the film says what to run in a clone in which nothing is installed", () => {
  const folder = mkdtempSync(join(tmpdir(), "player-"));
  try {
    cpSync(join(import.meta.dirname, "../player"), folder, {
      recursive: true,
      filter: (path) => !path.endsWith("node_modules"),
    });
    const { status, stderr } = spawnSync(process.execPath, [join(folder, "server.mjs")], {
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain('\nRun "npm run build" in the repository first');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each([
  "GRANT_SECONDS: is not usable; set it to a number of seconds without a unit, such as 600 for ten minutes, or leave it out",
  "PORT: is not usable; set it to a free port from 1 to 65535, such as 8080, or leave it out",
  "CDN_PORT: is not usable; set it to a free port from 1 to 65535, such as 8081, or leave it out",
])("the server of the film does not start with another text: %s", async (message) => {
  const [name = ""] = message.split(":", 1);
  for (const value of ["10m", "600s", "1e3", "-1", "0.5", " ", "1234567"])
    expect(await start({ [name]: value }), value).toBe(message);
});

it.each([
  [
    "600000",
    "GRANT_SECONDS: grants access for up to 6 days 22 hours (600000 s), but the maximum lifetime is 1 hour (3600 s); choose an earlier expiry or a smaller window, or raise the maximum lifetime",
  ],
  [
    "20000",
    "GRANT_SECONDS: grants access for up to 5 hours 33 minutes (20000 s), but the maximum lifetime is 1 hour (3600 s); choose an earlier expiry or a smaller window, or raise the maximum lifetime",
  ],
])("the server of the film does not start with milliseconds: %s", async (value, message) => {
  expect(await start({ GRANT_SECONDS: value })).toBe(message);
  expect(await start({ GRANT_SECONDS: "3600" })).toMatch(/^http:/);
});

it("the server of the film does not start in production, because everybody knows its password", async () => {
  expect(await start({ NODE_ENV: "production" })).toBe(
    "NODE_ENV: is production, and everybody knows the password of this demonstration; replace sessions.mjs",
  );
});

it("the endpoint of grants is not made for an origin with a slash, with which no URL would be covered", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const signer = createCloudFrontSigner({ keyPairId: "KEXAMPLEPLAYER", privateKey });
  const options = { signer, grantSeconds: 20, userOf: () => undefined };
  expect(() => grantEndpoint({ ...options, cdn: "https://cdn.example.com/" })).toThrow(
    new Error("cdn: has a slash at its end; write https://cdn.example.com"),
  );
  expect(grantEndpoint({ ...options, cdn: "https://cdn.example.com" })).toBeTypeOf("function");
});

it("a grant lasts longer than no seconds", async () => {
  expect(await start({ GRANT_SECONDS: "0" })).toMatch(/^GRANT_SECONDS: is not usable; /);
});
