import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type BuiltCommand, buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { RunningServer } from "@cloudfront-sign-webcrypto/testing/support/running-server.ts";
import { afterAll, beforeAll, expect, it } from "vitest";

/** `cloudfront-sign serve` and clients that send many requests at once and close the connection. */

let command: BuiltCommand;
let server: RunningServer;

beforeAll(async () => {
  command = await buildCommand();
  const media = join(command.folder, "media");
  mkdirSync(media);
  writeFileSync(join(media, "large.bin"), Buffer.alloc(2 ** 23));
  writeFileSync(join(command.folder, "public.pem"), keyText("rsa2048.pub.spki.pem"));
  const key = ["--public-key", "K2JCJMDEHXQW5F=public.pem"];
  server = await RunningServer.start(command, media, ...key, "--restrict", "/private/*");
});
afterAll(async () => {
  await server.stop();
  command.remove();
});

it("ends and logs every answer of a connection that closes, also those that wait for others", async () => {
  const numRequests = 8;
  const socket = connect(server.port, "127.0.0.1");
  const request = "GET /large.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  socket.write(request.repeat(numRequests));
  // Once the first answer comes, the others wait for it.
  await once(socket, "readable");
  socket.destroy();
  const lines = await server.said(new RegExp(`(?:\\(closed early\\)[^]*){${numRequests}}`));
  expect(lines.match(/GET \/large\.bin 200/g)).toHaveLength(numRequests);
});

it("closes a connection with more requests than it answers at a time, and answers others", async () => {
  await server.said(/^/);
  const socket = connect(server.port, "127.0.0.1");
  // Nobody reads the first answer, so that all others wait for it, each with an open file.
  socket.write("GET /large.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(2000));
  await new Promise((closed) =>
    socket
      .on("error", () => {})
      .on("close", closed)
      .resume(),
  );
  const lines = await server.said(/(?:.*\n){64}/);
  expect(lines.match(/GET \/large\.bin/g)).toHaveLength(64);
  expect((await fetch(server.url("/none"))).status).toBe(404);
});
