import { shownName } from "../shown-name.ts";
import { refuseManifest } from "./manifest-fault.ts";

const declaration = /^<\?xml(?![\w.:-])/i;
const pseudoAttribute = /\sencoding\s*=\s*(?:"([\w.:-]+)"|'([\w.:-]+)')/gi;

/**
 * In these, under each of their usual names, every byte of ASCII that has none of another kind beside it is that
 * character of ASCII. In Shift_JIS a backslash may be a yen sign, and other encodings switch alphabets by ASCII.
 *
 * Source: Encoding Standard, "Names and labels"; IANA, "Character Sets".
 */
const extendsAscii =
  /^(?:(?:us-)?ascii|iso[-_]?8859-?\d+|latin-?\d+|l\d|(?:windows-|(?:x-)?cp)(?:874|125\d)|koi8-[ru]|macintosh|tis-620|ibm866|cp866|euc-(?:jp|kr)|big5(?:-hkscs)?|gb2312|gbk|gb18030)$/i;

/**
 * The encoding that an XML declaration names, if it reads plain ASCII, and only that, as UTF-8 does; `undefined` for
 * UTF-8 itself and for other instructions. Some readers obey it wherever the declaration stands.
 *
 * Source: XML 1.0, section 4.3.3, "Character Encoding in Entities".
 *
 * @throws a fault for an encoding that may read ASCII differently, and one that readers find differently.
 */
export function readEncoding(instruction: string): string | undefined {
  if (!declaration.test(instruction)) return undefined;
  const names = [...instruction.matchAll(pseudoAttribute)].map(
    ([, double, single]) => double ?? single ?? "",
  );
  if (instruction.split(/encoding/i).length - 1 > names.length)
    refuseManifest(
      'the XML declaration names its encoding in a way that players read differently; write encoding="UTF-8" in it, or leave it out',
    );
  const others = names.filter((name) => !/^utf-?8$/i.test(name));
  for (const name of others) if (!extendsAscii.test(name)) refuseEncoding(name);
  return others[0];
}

/** Throws for an encoding that reads the text differently from UTF-8. */
export function refuseEncoding(name: string): never {
  return refuseManifest(
    `the XML declaration has the encoding ${shownName(name)}, in which players may find other references than in UTF-8; convert the text to UTF-8, and write encoding="UTF-8"`,
  );
}
