import { join } from "node:path";
import { refuse } from "cloudfront-sign-cli/arguments/refusal.ts";
import { decodeText, readSourceFile } from "cloudfront-sign-cli/arguments/source-file.ts";
import { printable } from "cloudfront-sign-cli/output/terminal.ts";
import { isLoopback } from "cloudfront-sign-webcrypto/internals";
import type { Distribution, KeyName } from "../distribution.ts";
import { publicKeyOf, trustedKey } from "../trusted-keys.ts";
import { privateKeyFile } from "./files.ts";

/** The distribution of a stack, with the public keys that it trusts. */
export interface ReadStack {
  readonly distribution: Omit<Distribution, "now">;
  readonly publicKeys: Readonly<Record<string, string>>;
}

const outputNames = ["origin", "rsa_key_pair_id", "ec_key_pair_id"] as const;

type OutputName = (typeof outputNames)[number];

/** Reads what `terraform output -json` printed, and the private keys in a folder. `flag` names the text. */
export function readStack(text: string, flag: string, keyFolder: string): ReadStack {
  const outputs = readOutputs(text, flag);
  const ids: Record<KeyName, string> = { rsa: outputs.rsa_key_pair_id, ec: outputs.ec_key_pair_id };
  const read = (key: KeyName) => {
    const path = join(keyFolder, privateKeyFile(key));
    const pem = decodeText(readSourceFile("--keys", path));
    try {
      return { id: ids[key], trusted: trustedKey(ids[key], pem), publicKey: publicKeyOf(pem) };
    } catch {
      return refuse(
        `--keys: ${printable(path)} is not a private key; give the folder that the stack was made in`,
      );
    }
  };
  const [rsa, ec] = [read("rsa"), read("ec")];
  return {
    distribution: {
      origin: readOrigin(outputs.origin, flag),
      keys: { rsa: rsa.trusted, ec: ec.trusted },
      viewerAddress: undefined,
    },
    publicKeys: { [rsa.id]: rsa.publicKey, [ec.id]: ec.publicKey },
  };
}

function readOutputs(text: string, flag: string): Record<OutputName, string> {
  const step = "write it with: terraform output -json > outputs.json";
  const json = parse(text);
  if (json === undefined) return refuse(`${flag}: is not JSON; ${step}`);
  const value = (name: OutputName): string => {
    const output = (json as Record<string, { value?: unknown } | undefined>)[name]?.value;
    return typeof output === "string" && output !== ""
      ? output
      : refuse(`${flag}: the output ${name} is missing; ${step}`);
  };
  return {
    origin: value("origin"),
    rsa_key_pair_id: value("rsa_key_pair_id"),
    ec_key_pair_id: value("ec_key_pair_id"),
  };
}

function parse(text: string): object | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Signatures are sent over https, and to this machine alone over http. */
function readOrigin(text: string, flag: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  return url !== undefined && isSafe && url.origin === text
    ? text
    : refuse(
        `${flag}: the output origin is ${printable(text)}; expected https:// and the distribution's domain name`,
      );
}
