import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { endWithThis } from "@cloudfront-sign-webcrypto/testing/run";

/** Starts a program of the examples with these variables alone: the address that it prints, or the message with which it stops. */
export async function startServer(
  program: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../..", program)], {
    env: { PATH: process.env.PATH, PORT: "0", ...variables },
  });
  endWithThis(child);
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const printed = once(child.stdout, "data").then(([text]) => `${text}`.trim());
  const stopped = once(child, "close").then(() => /^\w*Error: (.*)$/m.exec(stderr)?.[1] ?? stderr);
  const answer = await Promise.race([printed, stopped]);
  child.kill();
  return answer;
}
