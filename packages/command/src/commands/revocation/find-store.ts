import { type Code, shell } from "../../foreign/pasted-code.ts";
import { posixWord } from "../../output/shell-word.ts";

/** Finds the key value store by its name. */
export function findStore(name: string): Code {
  return shell(
    `STORE_ARN=$(aws cloudfront describe-key-value-store --name ${posixWord(name)} \\`,
    "  --query KeyValueStore.ARN --output text)",
  );
}
