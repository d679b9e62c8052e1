import { userInfo } from "node:os";
import { infrastructureTools } from "../../foreign/infrastructure.ts";
import { pathArgument, shellWord, windowsQuoted } from "../../output/shell-word.ts";
import { printable, say, sayWrapped, styled } from "../../output/terminal.ts";
import { program } from "../../program.ts";
import type { KeyFiles } from "./key-files.ts";

interface Step {
  readonly does: string;
  readonly line?: string;
}

export function sayWritten({ privateKey, publicKey }: KeyFiles): void {
  sayWrapped(`${privateKey}: your private key. Keep it secret, and do not commit it.`);
  sayWrapped(`${publicKey}: the public key, for CloudFront.`);
}

/** Tells the way from a public key to a signed URL: `privateKey` is the file to sign with. `place` says where to put what was printed. */
export function saySteps(
  { privateKey, publicKey }: KeyFiles,
  place: string | undefined,
  isNew: boolean,
): void {
  const steps: readonly Step[] = [
    ...(isNew && process.platform === "win32" ? [accessControlStep(privateKey, userInfo().username)] : []),
    place === undefined
      ? {
          does: `Make the public key and a key group in CloudFront. See the text to paste for your tool: ${infrastructureTools.join(", ")}.`,
          line: `${program()} keygen --public-key ${shellWord(pathArgument(publicKey))} --for ${infrastructureTools[0]}`,
        }
      : { does: place },
    {
      does: 'Give the key group to the cache behavior of the private path ("Restrict viewer access"). From then on every request to it needs a signature.',
    },
    {
      does: "Sign with the ID of the public key, such as K2JCJMDEHXQW5F (not that of the key group):",
      line: `${program()} sign URL --key-pair-id ID --private-key ${shellWord(pathArgument(privateKey))} --expires-in 1h`,
    },
  ];
  say("");
  say(styled(process.stderr, "bold", "Next"));
  for (const [i, { does, line }] of steps.entries()) {
    sayWrapped(does, `${i + 1}. `);
    // A command line is never broken, so that it can be copied.
    if (line !== undefined) say(`   ${printable(line)}`);
  }
}

/** What mode 0600 is elsewhere. */
export function accessControlStep(path: string, user: string): Step {
  return {
    does: "Let nobody else read the private key:",
    line: `icacls ${windowsQuoted(path)} /inheritance:r /grant:r ${windowsQuoted(`${user}:F`)}`,
  };
}
