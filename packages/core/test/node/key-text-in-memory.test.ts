import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { core } from "@cloudfront-sign-webcrypto/testing/folders";
import { expect, it } from "vitest";

/**
 * What stays of the text of a key: a heap snapshot of a thread that has signed is searched for it. The thread has the
 * built files and nothing else, and tells what to search for.
 */

const entry = pathToFileURL(join(core, "dist/index.js")).href;

/** Runs `program`, which returns the names and the parts of secret texts, in a thread; those that its heap has in the end are `expected`. */
async function expectFound(expected: readonly string[], program: string): Promise<void> {
  const code = `
    const { generateKeyPairSync, randomBytes } = require("node:crypto");
    const { parentPort } = require("node:worker_threads");
    const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
    const terms = { expiresIn: "1h" };
    /** A new key, and the needles of its text. */
    function newKey(type, passphrase) {
      const privateKeyEncoding = { type: "pkcs8", format: "pem", ...(passphrase && { cipher: "aes-256-cbc", passphrase }) };
      const options = { modulusLength: 2048, namedCurve: "P-256" };
      const { privateKey } = generateKeyPairSync(type, options);
      const text = privateKey.export(privateKeyEncoding);
      // In another form, so that the search does not find what it is told to look for.
      const hex = (value, at = 0) => Buffer.from(value).toString("hex", at, at + 40);
      const needles = { PEM: hex(text, text.indexOf("\\n") + 131) };
      return { text, needles: passphrase ? { ...needles, passphrase: hex(passphrase) } : needles };
    }
    const named = (name, needles) => Object.entries(needles).map(([what, needle]) => [name + " " + what, needle]);
    (async () => {
      const library = await import(${JSON.stringify(entry)});
      const program = async ({ createCloudFrontSigner, createCloudFrontPresignedUrl, forgetImportedKeys, loadedKey }) => {${program}};
      parentPort.postMessage(await program(library));
      setInterval(() => {}, 1000);
    })();
  `;
  const worker = new Worker(code, { eval: true });
  try {
    const needles = await new Promise<[string, string][]>((resolve, reject) => {
      worker.on("message", resolve);
      worker.on("error", reject);
    });
    expect(needles.length).toBeGreaterThan(0);
    const find = async () => {
      const heap = await text(await worker.getHeapSnapshot());
      return needles
        .filter(([, hex]) => heap.includes(Buffer.from(hex, "hex").toString()))
        .map(([name]) => name);
    };
    // What a job of WebCrypto holds goes when the thread has time for it.
    await expect.poll(find, { timeout: 25_000 }).toEqual(expected);
  } finally {
    await worker.terminate();
  }
}

const rotation = `
  let secret;
  const needles = [];
  const put = (name, type) => {
    const passphrase = randomBytes(20).toString("hex");
    const { text, needles: ofKey } = newKey(type, passphrase);
    needles.push(...named(name, ofKey));
    secret = { keyPairId: "K" + name.toUpperCase(), privateKey: text, passphrase };
  };
  const take = () => {
    const taken = secret;
    secret = undefined;
    return taken;
  };
  const key = loadedKey({ load: () => JSON.stringify(take()), onError: (error) => { throw error; } });
  const signer = createCloudFrontSigner({ key });
  put("old", "rsa");
  await signer.signUrl(url, terms);
  put("new", "ec");
  await key.reload();
  await signer.signUrl(url, terms);
  globalThis.signer = signer;
  return needles;
`;

it("a loaded key leaves no text and no passphrase behind, neither the old key nor the one that signs", async () => {
  await expectFound([], rotation);
});

const passed = `
  const { text, needles } = newKey("rsa", undefined);
  globalThis.signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: text });
  await signer.signUrl(url, terms);
  await createCloudFrontPresignedUrl({ policy: { url, expireTimeEpochMs: Date.now() + 1e6 }, key: { keyPairId: "K2JCJMDEHXQW5F", content: text } });
`;

it("a key that was passed as text is remembered with its text until forgetImportedKeys", async () => {
  await expectFound(["passed PEM"], `${passed} return named("passed", needles);`);
  await expectFound(
    [],
    `${passed} forgetImportedKeys(); await signer.signUrl(url, terms); return named("passed", needles);`,
  );
});
