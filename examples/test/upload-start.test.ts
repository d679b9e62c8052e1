import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { startServer } from "./support/start-server.ts";
import { throwAwayKey } from "./support/throw-away-key.ts";

const [uploadKey, fileKey] = [throwAwayKey(), throwAwayKey()];
const good = {
  UPLOAD_ORIGIN: "https://uploads.example.com",
  UPLOAD_KEY_PAIR_ID: "K1UHSKKXQEXAMP",
  UPLOAD_PRIVATE_KEY: uploadKey,
  CLOUDFRONT_ORIGIN: "https://cdn.example.com",
  CLOUDFRONT_KEY_PAIR_ID: "K2JCJMDEHXQW5F",
  CLOUDFRONT_PRIVATE_KEY: fileKey,
};
const start = (changes: Partial<typeof good> & { PORT?: string }) =>
  startServer("upload/server.mjs", { ...good, ...changes });

it("the server of uploads starts with two distributions", async () => {
  expect(await start({})).toMatch(/^http:\/\/localhost:\d+\/$/);
});

it.each([
  ["UPLOAD_ORIGIN", good.CLOUDFRONT_ORIGIN],
  ["UPLOAD_ORIGIN", "https://CDN.example.com:443"],
  ["UPLOAD_KEY_PAIR_ID", good.CLOUDFRONT_KEY_PAIR_ID],
  ["UPLOAD_PRIVATE_KEY", fileKey],
  ["UPLOAD_PRIVATE_KEY", fileKey.trim().replaceAll("\n", "\\n")],
])("the server of uploads does not start with the %s of the files", async (name, value) => {
  const effect = name.endsWith("ORIGIN")
    ? "each URL for reading could also replace its file; set up a distribution for uploads alone"
    : "both distributions would trust one key; make a key pair for uploads alone";
  expect(await start({ [name]: value })).toBe(
    `${name}: is the same as ${name.replace("UPLOAD", "CLOUDFRONT")}, so that ${effect}, see README.md`,
  );
});

it.each([
  ["RSA", generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey, "pkcs1"],
  ["P-256", generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey, "sec1"],
] as const)("the server of uploads knows a key of %s in every form", async (_, key, type) => {
  const pem = (own: "pkcs8" | typeof type) => key.export({ type: own as "pkcs8", format: "pem" }).toString();
  const base64 = (own: "pkcs8" | typeof type) =>
    key.export({ type: own as "pkcs8", format: "der" }).toString("base64");
  const forms = [
    pem(type),
    pem("pkcs8").trim().replaceAll("\n", "\\n"),
    pem(type).replaceAll("\n", " "),
    Buffer.from(pem("pkcs8")).toString("base64"),
    base64("pkcs8"),
    base64(type),
  ];
  for (const form of forms)
    expect(await start({ UPLOAD_PRIVATE_KEY: form, CLOUDFRONT_PRIVATE_KEY: pem("pkcs8") })).toMatch(
      /^UPLOAD_PRIVATE_KEY: is the same as CLOUDFRONT_PRIVATE_KEY, /,
    );
  for (const form of forms) expect(await start({ UPLOAD_PRIVATE_KEY: form })).toMatch(/^http:/);
});

it.each(["UPLOAD_ORIGIN", "CLOUDFRONT_ORIGIN"])(
  "the server of uploads starts only with an origin for %s",
  async (name) => {
    for (const origin of ["a.example.com", "https://undefined", "s3://uploads"])
      expect(await start({ [name]: origin }), origin).toMatch(/^origin: /);
    expect(await start({ [name]: "" })).toBe(`${name}: is not set; see examples/README.md`);
  },
);

it("the server of uploads does not take a name for its port", async () => {
  expect(await start({ PORT: "http" })).toMatch(/port should be/);
});
