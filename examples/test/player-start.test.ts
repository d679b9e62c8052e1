import { expect, it } from "vitest";
import { startServer } from "./support/start-server.ts";

const start = (variables: Record<string, string>) =>
  startServer("player/server.mjs", { CDN_PORT: "0", ...variables });

it("the server of the film starts with its defaults, and with seconds", async () => {
  expect(await start({})).toMatch(/^http:\/\/localhost:\d+\/$/);
  expect(await start({ GRANT_SECONDS: "600" })).toMatch(/^http:/);
  expect(await start({ GRANT_SECONDS: "" })).toMatch(/^http:/);
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

it("a grant lasts longer than no seconds", async () => {
  expect(await start({ GRANT_SECONDS: "0" })).toMatch(/^GRANT_SECONDS: is not usable; /);
});
