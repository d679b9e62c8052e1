import { decodeBase64 } from "../encoding/base64.ts";
import { invalidKey } from "./key-error.ts";
import { type LabelledStructure, labelledStructure } from "./key-structure.ts";

/** One block of a PEM text (RFC 7468). */
export interface PemBlock {
  readonly label: string;
  readonly body: string;
}

interface Boundary {
  readonly keyword: string;
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** The length of a label is limited, so that a long text of letters is not read again from each letter. */
const boundary = /-----(BEGIN|END) ([\w .]{1,64})-----/g;

/** The blocks of a text, with anything around them; an empty list when it is no PEM. */
export function readPemBlocks(text: string, option: string): PemBlock[] {
  const boundaries = findBoundaries(text);
  if (occurrences(text, "-----BEGIN ") + occurrences(text, "-----END ") > boundaries.length) {
    invalidKey(option, "has a broken -----BEGIN or -----END line; copy the whole file again");
  }
  const blocks: PemBlock[] = [];
  for (let i = 0; i < boundaries.length; i += 2) {
    const begin = boundaries[i] as Boundary;
    const end = boundaries[i + 1];
    if (begin.keyword === "END")
      invalidKey(option, "has an -----END line without its -----BEGIN line; copy the whole file again");
    const body = text.slice(begin.end, end?.start);
    if (end?.keyword !== "END" || end.label !== begin.label) refuseEnd(end, body, option);
    blocks.push({ label: begin.label, body });
  }
  return blocks;
}

/** For a block whose body is not followed by the END line that belongs to it. */
function refuseEnd(end: Boundary | undefined, body: string, option: string): never {
  if (!end && !body.trim()) {
    return invalidKey(
      option,
      'is cut off after its first line; put the value into quotes, or write "\\n" for each line break',
    );
  }
  if (end?.keyword !== "END")
    return invalidKey(option, "is cut off: the -----END line is missing; copy the whole file again");
  return invalidKey(
    option,
    "has -----BEGIN and -----END lines with different labels; copy the whole file again",
  );
}

function findBoundaries(text: string): Boundary[] {
  return Array.from(text.matchAll(boundary), ({ 0: line, 1: keyword = "", 2: label = "", index }) => ({
    keyword,
    label,
    start: index,
    end: index + line.length,
  }));
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** The bytes of a block. */
export function decodePemBlock({ body }: PemBlock, option: string): Uint8Array {
  const bytes = decodeBase64(body);
  return bytes && bytes.length > 0 ? bytes : refuseBody(bytes, option);
}

function refuseBody(bytes: Uint8Array | undefined, option: string): never {
  return bytes
    ? invalidKey(option, "has nothing between its -----BEGIN and -----END lines; copy the whole file again")
    : invalidKey(
        option,
        "has characters between -----BEGIN and -----END that are not base64; copy the whole file again",
      );
}

/** The key of a PEM, which may hold several copies of it; `undefined` when it holds none. */
export function onlyKey<
  Key extends { readonly canonicalForm: string; readonly point?: Uint8Array | undefined },
>(keys: readonly Key[], option: string): Key | undefined {
  // Prefer a copy that holds the public point as well.
  const [key = keys[0], ...others] = keys.filter(({ point }) => point);
  const isOther = others.some(({ point }) => point?.join() !== key?.point?.join());
  if (isOther || keys.some(({ canonicalForm }) => canonicalForm !== key?.canonicalForm))
    invalidKey(option, "holds several different keys; pass one of them");
  return key;
}

/** The structure that a PEM holds according to its first known label. */
export function structureOfLabels(blocks: readonly PemBlock[]): LabelledStructure | undefined {
  return blocks.map(({ label }) => labelledStructure(label)).find((structure) => structure !== undefined);
}
