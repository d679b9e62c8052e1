import { nearestName } from "cloudfront-sign-webcrypto/internals";
import type { Arguments, Flags } from "../command.ts";
import { fs, util } from "../node-modules.ts";
import { shownValue } from "../output/shown-value.ts";
import { commonFlags, program } from "../program.ts";
import { splitDuration, valueProblem } from "./flag-values.ts";
import { isKeyPairId } from "./key-pair-id.ts";
import { refuse, refusePrivateKey } from "./refusal.ts";
import { passphraseVariable } from "./variables.ts";

/** An ID in the lines of messages. */
const exampleId = "K2JCJMDEHXQW5F";

/** For the global flags of the AWS CLI, which people paste along. */
const noAwsStep = "remove it, because this command calls no AWS service";

/** Names that are not flags, with what to do instead. */
function stepsWithoutFlag(known: readonly string[]): Readonly<Record<string, string>> {
  const checks = known.includes("key-group") && known.includes("public-key");
  return {
    "private-key": checks
      ? `a public key checks a signature: openssl pkey -in private.pem -pubout -out public.pem, then --public-key ${exampleId}=public.pem`
      : "remove it, because this command needs no key",
    "key-pair-id": checks
      ? `write the ID in front of its file: --public-key ${exampleId}=public.pem`
      : "remove it, because this command needs no key",
    bits: "remove it, because CloudFront accepts RSA keys of 2048 bits alone",
    ...(known.includes("json") && { format: "for JSON write --json" }),
    passphrase: `pass a file with --passphrase-file, or set the variable ${passphraseVariable}`,
    cookies: `signed cookies are a command: ${program()} cookies RESOURCE`,
    profile: noAwsStep,
    region: noAwsStep,
    output: noAwsStep,
    query: noAwsStep,
    "endpoint-url": noAwsStep,
    "no-sign-request": noAwsStep,
    "no-cli-pager": noAwsStep,
    debug: noAwsStep,
  };
}

/** Flags with a message of their own for a key instead of its file. */
const keyFileFlags: readonly string[] = ["private-key", "public-key"];

/** Reads the arguments of a command. Refuses the first that is wrong. */
export function readArguments(ownFlags: Flags, args: readonly string[]): Arguments {
  const flags: Flags = { ...ownFlags, ...commonFlags };
  const nameOfAlias = new Map(
    Object.entries(flags).flatMap(([name, { aliases = [] }]) => aliases.map((alias) => [alias, name])),
  );
  // Not strict: the messages of parseArgs have no suggestion for a misspelt flag.
  const { tokens } = util.parseArgs({
    args: [...args],
    options: parserOptions(flags),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const found = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "positional") {
      refusePrivateKey("An argument", token.value);
      positionals.push(token.value);
    }
    if (token.kind !== "option") continue;
    const { rawName, value, inlineValue } = token;
    const name = nameOfAlias.get(token.name) ?? token.name;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    // A PEM starts as an option does.
    if (flag === undefined) refusePrivateKey("An argument", rawName);
    if (flag === undefined && positionals[0] === "curl")
      return refuse(
        "curl: put single quotes around the whole command, or send it to explain - on standard input",
      );
    if (flag === undefined) return refuse(unknownFlag(name, shownValue(rawName), Object.keys(flags)));
    const earlier = found.get(name);
    // Only the last of two would count: a restriction dropped.
    if (earlier !== undefined && !flag.isRepeatable) return refuse(`--${name}: is set twice; remove one`);
    if (flag.value === undefined) {
      if (value !== undefined) return refuse(`--${name}: accepts no value; remove what follows the =`);
    } else if (value === undefined) return refuse(`--${name}: has no value; write one after it`);
    else {
      if (!keyFileFlags.includes(name)) refusePrivateKey(`--${name}:`, value);
      const next = tokens[i + 1];
      const problem =
        valueProblem(name, value, inlineValue) ??
        choiceProblem(value, flag.choices) ??
        (flag.value === "ID=FILE" && isKeyPairId(value) && !fs.existsSync(value)
          ? `has no file; write it after the ID with a =: --${name} ${value}=public.pem`
          : undefined) ??
        (next?.kind === "positional" ? splitDuration(name, value, next.value) : undefined);
      if (problem !== undefined) return refuse(`--${name}: ${problem}`);
    }
    found.set(name, [...(earlier ?? []), value ?? ""]);
  }
  return {
    value: (flag) => found.get(flag)?.[0],
    values: (flag) => found.get(flag) ?? [],
    has: (flag) => found.has(flag),
    positionals,
    sources: new Map(),
    last: args.at(-1),
  };
}

function parserOptions(flags: Flags) {
  const options: Record<string, { type: "string" | "boolean"; short?: string }> = {};
  for (const [name, { value, short, aliases = [] }] of Object.entries(flags)) {
    const type = value === undefined ? "boolean" : "string";
    options[name] = { type, ...(short !== undefined && { short }) };
    for (const alias of aliases) options[alias] = { type };
  }
  return options;
}

/** What is wrong with a value that has to be one of several. */
export function choiceProblem(value: string, choices: readonly string[] | undefined): string | undefined {
  if (choices === undefined || choices.includes(value)) return undefined;
  const nearest = nearestName(value, choices);
  const step = nearest === undefined ? `write one of ${choices.join(", ")}` : `did you mean ${nearest}?`;
  return `"${shownValue(value)}" is not possible here; ${step}`;
}

function unknownFlag(name: string, written: string, known: readonly string[]): string {
  const steps = stepsWithoutFlag(known);
  const nearest =
    (Object.hasOwn(steps, name) ? name : undefined) ??
    nearestName(name, [...known, ...Object.keys(steps)]) ??
    synonym(name, known) ??
    abbreviated(name, known);
  if (nearest === undefined)
    return `${written}: no such option; the options are ${known.map((flag) => `--${flag}`).join(", ")}`;
  return `${written}: no such option; ${known.includes(nearest) ? `did you mean --${nearest}?` : steps[nearest]}`;
}

/** The flag for a name that other libraries have for an option, which stands for the option's own name. */
function synonym(name: string, known: readonly string[]): string | undefined {
  const flagOf = new Map(
    known.map((flag) => [flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), flag]),
  );
  return flagOf.get(nearestName(name, [...flagOf.keys()]) ?? "");
}

/** The only flag that begins or ends with these words, or begins with this letter: `--longest`, `--group`, `-e`. */
function abbreviated(name: string, known: readonly string[]): string | undefined {
  const [flag, ...others] = known.filter(
    (each) => each.startsWith(name.length === 1 ? name : `${name}-`) || each.endsWith(`-${name}`),
  );
  return others.length === 0 ? flag : undefined;
}
