import { isJsonFault, parseJson } from "../../encoding/json.ts";
import type { Arguments } from "../command.ts";
import { refuse } from "../refusal.ts";
import { pathOf, readSourceFile, readStandardInput } from "../source-file.ts";
import { printable } from "../terminal.ts";
import { splitDocuments } from "./split-documents.ts";

/** A JSON document and where it stood. */
export interface SourceDocument {
  readonly value: unknown;
  /** The file, and which document of it if there are several. */
  readonly source: string;
}

/** The documents of all files, in their order. */
export function readDocuments({ positionals }: Arguments): SourceDocument[] {
  if (positionals.length === 0)
    refuse(
      "Give the files with what the AWS CLI printed, or - for standard input: aws cloudfront get-distribution --id ID > distribution.json",
    );
  return positionals.flatMap((name) =>
    name === "-"
      ? documentsOf("standard input", readStandardInput("-", "send the output of the AWS CLI to it"))
      : documentsOf(printable(name), readSourceFile(name, pathOf(name))),
  );
}

function documentsOf(name: string, bytes: Uint8Array): SourceDocument[] {
  const texts = splitDocuments(decodeText(bytes));
  if (texts.length === 0) refuse(`${name}: is empty; check the command that wrote it`);
  return texts.map((text, i) => {
    const source = texts.length === 1 ? name : `${name}, document ${i + 1}`;
    return { value: parseDocument(text, source), source };
  });
}

/** PowerShell 5 writes UTF-16 with a byte order mark for `>`. */
function decodeText(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

function parseDocument(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fault = parseJson(text);
    const place = isJsonFault(fault) && "position" in fault ? ` at position ${fault.position}` : "";
    return refuse(`${source}: is not JSON${place}; run the command again with --output json`);
  }
}
