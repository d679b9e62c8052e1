import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleEnvironment } from "./environment.ts";
import { Program } from "./program.ts";

/** The files that the examples serve. */
export const media = join(import.meta.dirname, "../../../media");
export const keyPairId = "K2JCJMDEHXQW5F";

export interface LocalCdn {
  /** Without a slash at the end. */
  readonly origin: string;
  readonly privateKey: string;
  end(): void;
}

/** Starts `cloudfront-sign serve`, by default in front of examples/media: every file needs a signature. */
export async function startCdn(folder: string, from = media): Promise<LocalCdn> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  writeFileSync(join(folder, "public.pem"), publicKey);
  const program = new Program({
    command: process.execPath,
    args: [
      join(folder, "../../node_modules/.bin/cloudfront-sign"),
      ...["serve", from, "--public-key", `${keyPairId}=public.pem`, "--port", "0"],
    ],
    cwd: folder,
    env: exampleEnvironment(),
  });
  const origin = (await program.firstLine()).replace(/\/$/, "");
  return { origin, privateKey, end: program.end };
}
