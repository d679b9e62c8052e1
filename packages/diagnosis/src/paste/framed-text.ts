/** Lines of a box, as terminals, tmux and tables draw them. */
const box = "[\\u2500-\\u257f]";

/** Under the names of the columns of psql, and below the rows of one column. */
const ofPsql = /^[ \t]{0,9}-{1,9999}\+[-+]{2,}[ \t]*$|^\(\d{1,9} rows?\)/m;

/** Text without the frames around it, and without the marks with which psql breaks a value into lines. */
export function withoutFrames(text: string): string {
  const plain = new RegExp(box).test(text)
    ? text
        .split(/\r?\n/)
        .filter((line) => !new RegExp(`^(?:\\s*${box})+\\s*$`).test(line))
        .map((line) => line.trimEnd().replace(new RegExp(`^\\s{0,9}${box}|${box}$`, "g"), ""))
        .join("\n")
    : text;
  if (!ofPsql.test(plain)) return plain;
  return plain
    .replace(/\.[ \t]{0,200}\r?\n[ \t]{0,200}\|?\./g, "")
    .replace(/\+[ \t]{0,200}(\r?\n)[ \t]{0,200}\|?/g, "$1");
}
