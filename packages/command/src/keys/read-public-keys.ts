import { idKind } from "cloudfront-sign-diagnosis/internals";
import type { PublicKeySource } from "cloudfront-sign-webcrypto";
import {
  type CloudFrontVerifier,
  type CloudFrontVerifierOptions,
  createCloudFrontVerifier,
} from "cloudfront-sign-webcrypto/verify";
import { checkKeyPairId, isKeyPairId } from "../arguments/key-pair-id.ts";
import { readNow } from "../arguments/read-time.ts";
import { refuse, refusePrivateKey } from "../arguments/refusal.ts";
import { readRestrictPatterns } from "../arguments/restrict-pattern.ts";
import { fileStats, pathOf, readSourceFile, tryToRead } from "../arguments/source-file.ts";
import { publicKeysVariable } from "../arguments/variables.ts";
import type { Arguments } from "../command.ts";
import { fs, nodePath } from "../node-modules.ts";
import { shellWord } from "../output/shell-word.ts";
import { isKeyText, shownValue } from "../output/shown-value.ts";
import { printable, sayNote, warn } from "../output/terminal.ts";
import { type GivenRequest, inspectRequest } from "../requests/inspection-fields.ts";
import type { PublicKeyFlag, VerifierFlag } from "./flags.ts";

export interface VerifierOfFlags {
  readonly verifier: CloudFrontVerifier;
  readonly options: CloudFrontVerifierOptions;
  /** The ID under which a key is taken that nothing gives an ID. */
  readonly assumedId: string | undefined;
}

export function readVerifier(
  args: Arguments<VerifierFlag>,
  requests: readonly GivenRequest[],
): VerifierOfFlags | undefined {
  const publicKeys = new Map<string, CloudFrontVerifierOptions["publicKeys"][string]>();
  let assumedId: string | undefined;
  const allowEmulatorKeyPairIds = args.has("allow-emulator-key-pair-ids");
  for (const { id, key, source, isIdAssumed } of publicKeysOf(args, requests.map(keyPairIdOf))) {
    if (isIdAssumed) assumedId = id;
    checkKeyPairId(id, allowEmulatorKeyPairIds, source);
    const option = `publicKeys.${id}`;
    const earlier = args.sources.get(option);
    if (earlier !== undefined)
      refuse(`${source}: ${id} has a key already, from ${earlier}; keep one of them`);
    publicKeys.set(id, key);
    args.sources.set(option, source);
  }
  if (publicKeys.size === 0) return undefined;
  const now = readNow(args);
  const options = {
    publicKeys: Object.fromEntries(publicKeys),
    allowEmulatorKeyPairIds,
    restrict: readRestrictPatterns(args),
    now: now && (() => now),
  };
  return { verifier: createCloudFrontVerifier(options), options, assumedId };
}

/** The key pair ID of a request, also of a URL whose parameters are lost, such as behind `&amp;`. */
function keyPairIdOf(request: GivenRequest): string {
  const { keyPairId } = inspectRequest(request);
  if (keyPairId !== undefined) return keyPairId;
  const [, written = ""] = /key-pair-id(?:=|%3D|=3D)(K[A-Z\d]+|APKA[A-Z\d]+)/i.exec(request.url ?? "") ?? [];
  return written;
}

/** A public key as the command read it. Nothing is checked yet. */
interface PublicKeyInput {
  readonly id: string;
  readonly key: PublicKeySource;
  /** Where the ID and the key came from, for messages about them. */
  readonly source: string;
  /** The ID is that of the request, because nothing says which ID the key has. */
  readonly isIdAssumed?: true;
}

/** The public keys that the flags name; those of the environment without such a flag. `requested` has the IDs of the requests. */
function publicKeysOf(args: Arguments<PublicKeyFlag>, requested: readonly string[]): PublicKeyInput[] {
  const pairs = args.values("public-key");
  const folder = args.value("key-group");
  if (pairs.length === 0 && folder === undefined)
    return readVariable(process.env[publicKeysVariable]?.trim());
  return [
    ...pairs.map((pair) => readPublicKey(args, pair, requested)),
    ...(folder === undefined ? [] : readFolder(pathOf(folder), args.has("allow-emulator-key-pair-ids"))),
  ];
}

/** `ID=FILE`, or a file alone: its own ID if its name or its text has one, or else that of the request. */
function readPublicKey(
  args: Arguments<PublicKeyFlag>,
  pair: string,
  requested: readonly string[],
): PublicKeyInput {
  if (pair.includes("=") || isKeyText(pair)) return readPair("--public-key", pair);
  const named = idOfName(pair);
  if (named !== undefined) return readPair("--public-key", `${named}=${pair}`);
  const id = requestedId(args, pair, requested);
  if (id === undefined) return readPair("--public-key", pair);
  const input = readPair("--public-key", `${id}=${pair}`);
  const own = idOfDescription(input.key);
  if (own !== undefined) return { ...input, id: own };
  sayNote(
    `--public-key ${shownValue(pair)} has no ID, so it is taken as the key of ${id}, the ID of the request. CloudFront must have it under this ID: to check the ID too, write --public-key ID=${shownValue(pair)}.`,
  );
  return { ...input, isIdAssumed: true };
}

/** The ID of the requests, if it is the only one, and there is no other key. */
function requestedId(
  args: Arguments<PublicKeyFlag>,
  pair: string,
  requested: readonly string[],
): string | undefined {
  const takesAnyId = args.has("allow-emulator-key-pair-ids");
  const ids = new Set(requested.filter((id) => isKeyPairId(id) || (takesAnyId && id !== "")));
  const [id] = ids;
  if (ids.size > 1 || (id !== undefined && (args.values("public-key").length > 1 || args.has("key-group"))))
    refuse(
      `--public-key ${shownValue(pair)}: has no key pair ID, and there are several IDs or keys; write its own before the file, such as --public-key ${shellWord(`${id}=${shownValue(pair)}`)}`,
    );
  return id;
}

/** The ID after which a file is called, as in a folder of keys. */
function idOfName(file: string): string | undefined {
  const { name } = nodePath.parse(file);
  return /^K[A-Z\d]{12,13}$/.test(name) ? name : undefined;
}

/** The ID in what `aws cloudfront get-public-key` prints. */
function idOfDescription(file: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(file);
  return /^\s*\{[\s\S]*"Id"\s*:\s*"(K[A-Z\d]{12,13})"/.exec(text)?.[1];
}

/** `ID=FILE`. */
function readPair(flag: string, pair: string): PublicKeyInput & { readonly key: Uint8Array } {
  if (!pair.includes("-----BEGIN")) refusePrivateKey(`${flag}:`, pair);
  if (isKeyText(pair)) return refuse(`${flag}: accepts a file, not a key's text; write ID=FILE`);
  const at = pair.indexOf("=");
  const path = pair.slice(at + 1);
  const source = `${flag} ${shownValue(pair)}`;
  if (at < 1)
    return refuse(
      `${source}: has no key pair ID; write one before the file, such as K2JCJMDEHXQW5F=public.pem`,
    );
  if (path === "") return refuse(`${source}: has no file; write one after the =`);
  return { id: pair.slice(0, at), key: readSourceFile(source, pathOf(path)), source };
}

const keyExtensions = [".pem", ".pub", ".der", ".jwk", ".json"];

/** The keys of a folder. Says which files it leaves out: one of them could be a key with a misspelt name. */
function readFolder(folder: string, takesAnyId: boolean): PublicKeyInput[] {
  if (idKind(folder).kind === "key-group" && !fs.existsSync(folder))
    return refuse(
      "--key-group: accepts a folder of public keys, not the ID of a key group; put their files into one, named by their IDs: keys/K2JCJMDEHXQW5F.pem",
    );
  const names = tryToRead(`--key-group ${shownValue(folder)}: cannot read that folder`, () =>
    fs.readdirSync(folder),
  ).sort();
  const idOf = (name: string): string => name.slice(0, -nodePath.extname(name).length);
  const isNamedByItsId = (name: string): boolean =>
    keyExtensions.includes(nodePath.extname(name).toLowerCase()) && (takesAnyId || isKeyPairId(idOf(name)));
  const others = names.filter((name) => !isNamedByItsId(name));
  const step = "name the file of each key by its key pair ID, such as K2JCJMDEHXQW5F.pem";
  if (others.length === names.length)
    return refuse(`--key-group ${shownValue(folder)}: has no file that is named by a key pair ID; ${step}`);
  if (others.length > 0)
    warn(`--key-group: not read, as no ID is their name: ${others.map(printable).join(", ")}; ${step}`);
  return names.filter(isNamedByItsId).map((name) => {
    const path = nodePath.join(folder, name);
    const source = `--key-group ${printable(path)}`;
    // To read a pipe would wait for a writer.
    if (fileStats(path)?.isFile() === false) refuse(`${source}: is not a file; remove it from the folder`);
    return { id: idOf(name), key: readSourceFile(source, path), source };
  });
}

function readVariable(text = ""): PublicKeyInput[] {
  if (text === "") return [];
  if (text.startsWith("-----BEGIN"))
    return refuse(
      `${publicKeysVariable}: has a key without its ID; write {"K2JCJMDEHXQW5F": "PEM text"}, or K2JCJMDEHXQW5F=public.pem`,
    );
  if (!text.startsWith("{")) {
    const pairs = text.split(",").map((pair) => pair.trim());
    return pairs.filter((pair) => pair !== "").map((pair) => readPair(publicKeysVariable, pair));
  }
  return Object.entries(parseKeyGroup(text)).map(([id, key]) => ({
    id,
    key,
    source: `${publicKeysVariable}, ${printable(id)}`,
  }));
}

function parseKeyGroup(text: string): Record<string, PublicKeySource> {
  try {
    return JSON.parse(text);
  } catch {
    // Without the cause: a parser's message quotes the text.
    return refuse(
      `${publicKeysVariable}: starts with { but is not JSON; write {"K2JCJMDEHXQW5F": "PEM text"} with \\n for each line break, in single quotes`,
    );
  }
}
