import { decodeBase64 } from "../encoding/base64.ts";
import { invalidKey } from "./key-error.ts";

/** One block of a PEM text (RFC 7468). */
export interface PemBlock {
  readonly label: string;
  readonly body: string;
}

/** The length of a label is limited, so that a long text of letters is not read again from each letter. */
const boundary = /-----(BEGIN|END) ([\w .]{1,64})-----/g;

/** The blocks of a text, with anything around them; an empty list when it is not a PEM. */
export function readPemBlocks(text: string): PemBlock[] {
  const boundaries = [...text.matchAll(boundary)];
  const broken =
    "has a broken -----BEGIN or -----END line, or one without the other; copy the whole file again";
  if (text.split(/-----(?:BEGIN|END) /).length - 1 > boundaries.length) invalidKey(broken);
  const blocks: PemBlock[] = [];
  for (let i = 0; i < boundaries.length; i += 2) {
    const [begin, end] = boundaries.slice(i, i + 2) as [RegExpExecArray, RegExpExecArray?];
    const [line, keyword, label = ""] = begin;
    const body = text.slice(begin.index + line.length, end?.index);
    if (keyword === "END" || (end && (end[1] !== "END" || end[2] !== label))) invalidKey(broken);
    if (!end)
      invalidKey(
        body.trim()
          ? broken
          : 'is cut off after its first line; copy all lines, and in a variable put them into quotes or write "\\n" for each line break',
      );
    blocks.push({ label, body });
  }
  return blocks;
}

/** The bytes of a block. */
export function decodePemBlock({ body }: PemBlock): Uint8Array {
  const bytes = decodeBase64(body);
  if (bytes && String.fromCharCode(...bytes.subarray(0, 11)) === "-----BEGIN ")
    invalidKey("has PEM lines around a base64-encoded PEM; remove its first and last line");
  return bytes?.length
    ? bytes
    : invalidKey("is empty or not base64 between -----BEGIN and -----END; copy the whole file again");
}
