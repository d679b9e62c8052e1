// Makes the throw-away keys once, so that no measurement includes it.
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { host, readFixture } from "./fixture.mjs";

/** @typedef {import("node:crypto").KeyObject} KeyObject */

const file = new URL("../out/fixture.mjs", import.meta.url);

/**
 * The existing fixture, or a new one when its expiry is near.
 * @returns {Promise<import("./fixture.mjs").Fixture>}
 */
export async function makeFixture() {
  if (existsSync(file)) {
    const made = await readFixture();
    if (made.dateLessThan > Date.now() / 1000 + 6 * 3600) return made;
  }
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const secret = (/** @type {KeyObject} */ key) => String(key.export({ type: "pkcs8", format: "pem" }));
  const open = (/** @type {KeyObject} */ key) => String(key.export({ type: "spki", format: "pem" }));
  const fixture = {
    keyPairId: "K2JCJMDEHXQW5F",
    dateLessThan: Math.floor(Date.now() / 1000) + 24 * 3600,
    resource: `${host}/videos/course-42/*`,
    rsa: secret(rsa.privateKey),
    rsaPublic: open(rsa.publicKey),
    ec: secret(ec.privateKey),
    ecPublic: open(ec.publicKey),
  };
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, `export default ${JSON.stringify(fixture)};\n`, { mode: 0o600 });
  return fixture;
}
