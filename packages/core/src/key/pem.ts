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
  if (text.split(/-----(?:BEGIN|END) /).length - 1 > boundaries.length)
    invalidKey("has a broken -----BEGIN or -----END line; copy the whole file again");
  const blocks: PemBlock[] = [];
  for (let i = 0; i < boundaries.length; i += 2) {
    const [line, keyword, label = ""] = boundaries[i] as RegExpExecArray;
    const end = boundaries[i + 1];
    if (keyword === "END")
      invalidKey("has an -----END line without its -----BEGIN line; copy the whole file again");
    const body = text.slice((boundaries[i]?.index ?? 0) + line.length, end?.index);
    if (!end && !body.trim()) {
      invalidKey(
        'is cut off after its first line; put the value into quotes, or write "\\n" for each line break',
      );
    }
    if (end?.[1] !== "END") invalidKey("is cut off: the -----END line is missing; copy the whole file again");
    if (end?.[2] !== label)
      invalidKey("has -----BEGIN and -----END lines with different labels; copy the whole file again");
    blocks.push({ label, body });
  }
  return blocks;
}

/** The bytes of a block. */
export function decodePemBlock({ body }: PemBlock): Uint8Array {
  const bytes =
    decodeBase64(body) ??
    invalidKey(
      "has characters between -----BEGIN and -----END that are not base64; copy the whole file again",
    );
  return bytes.length > 0
    ? bytes
    : invalidKey("has nothing between its -----BEGIN and -----END lines; copy the whole file again");
}
