import { isCloudFrontSignError } from "../../errors.ts";
import type { Arguments, Command, ExitStatus } from "../command.ts";
import { readSigner, readTerms } from "../read-signing.ts";
import { refuse } from "../refusal.ts";
import { keyFlags, termFlags } from "../signing-flags.ts";
import { print } from "../standard-output.ts";

const flags = {
  ...keyFlags,
  ...termFlags,
} as const;

export const sign: Command<keyof typeof flags> = {
  forms: ["URL … --key-pair-id ID --private-key FILE --expires-in 1h"],
  flags,
  examples: [],
  run,
};

async function run(args: Arguments<keyof typeof flags>): Promise<ExitStatus> {
  const urls = args.positionals;
  if (urls.length === 0) refuse("Give at least one URL to sign.");
  const { signer, refuseFor } = readSigner(args);
  const lines: string[] = [];
  try {
    for await (const url of signer.signUrls(urls, readTerms(args))) lines.push(url);
  } catch (error) {
    if (!isCloudFrontSignError(error)) throw error;
    refuseFor(error, urls.length > 1 ? { url: `url ${lines.length + 1} of ${urls.length}` } : {});
  }
  await print(`${lines.join("\n")}\n`);
  return 0;
}
