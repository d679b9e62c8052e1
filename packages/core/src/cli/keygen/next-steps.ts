import { userInfo } from "node:os";
import { platform, stderr } from "node:process";
import { program } from "../help.ts";
import { shellWord } from "../shell-word.ts";
import { say, styled, textWidth, wrap } from "../terminal.ts";
import type { KeyFiles } from "./key-files.ts";
import { setups, type Tool, tools } from "./setups.ts";

/** Tells what was written. */
export function sayWritten({ privateKey, publicKey }: KeyFiles): void {
  sayWrapped(`${privateKey}: the private key, which signs. Keep it secret, and out of git.`);
  sayWrapped(`${publicKey}: the public key, for CloudFront.`);
  if (platform === "win32") {
    sayWrapped("Let nobody else read the private key:");
    sayLine(accessControlStep(privateKey, userInfo().username));
  }
}

/** What mode 0600 is elsewhere. */
export function accessControlStep(path: string, user: string): string {
  return `icacls "${path}" /inheritance:r /grant:r "${user}:F"`;
}

/** Tells the way from a public key to a signed URL. `privateKey` is the file to sign with. */
export function sayNextSteps(publicKey: string, privateKey: string): void {
  say("");
  say(styled(stderr, "bold", "Next"));
  sayWrapped(
    "1. Make the public key and a key group in CloudFront. For what to paste, give your tool to --for:",
  );
  sayLine(`${program} keygen --public-key ${shellWord(publicKey)} --for ${tools[0]}`);
  sayWrapped(`   --for takes ${tools.join(", ")}.`);
  sayUse(2, privateKey);
}

/** Tells where to paste what was printed, and what to do then. */
export function sayPaste(tool: Tool, privateKey: string): void {
  say(styled(stderr, "bold", "Next"));
  sayWrapped(`1. ${setups[tool].where}`);
  sayUse(2, privateKey);
}

function sayUse(step: number, privateKey: string): void {
  sayWrapped(
    `${step}. Give the key group to the cache behavior of the private path ("Restrict viewer access"). From then on every request to it needs a signature.`,
  );
  sayWrapped(
    `${step + 1}. Sign with the ID of the public key, such as K2JCJMDEHXQW5F (not that of the key group):`,
  );
  sayLine(`${program} sign URL --key-pair-id ID --private-key ${shellWord(privateKey)} --expires-in 1h`);
}

/** A paragraph; further lines of a step are indented like its first. */
function sayWrapped(text: string): void {
  const indent = /^(?:\d\. | {3})/.test(text) ? "   " : "";
  const [first = "", ...rest] = wrap(text, textWidth(stderr) - indent.length);
  say([first, ...rest.map((line) => indent + line)].join("\n"));
}

/** A command line, which is never broken. */
function sayLine(line: string): void {
  say(`     ${line}`);
}
