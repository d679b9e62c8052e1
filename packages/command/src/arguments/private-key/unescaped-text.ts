/** An escape of JSON, a script, a URL, HTML or quoted-printable, however often its own mark is escaped; or a tag. */
const anyEscape =
  /\\+(?:u(?:00|\{0{0,4})([\da-f]{2})\}?|x([\da-f]{2})|([0-3][0-7]{2})|([0bfnrtv])|(?=[^\w\s]))|%(?:25){0,8}([\da-f]{2})|&#(?:x0{0,6}([\da-f]{1,2})|0{0,6}(\d{1,3}));?|&(quot|apos|plus|sol|equals|newline|colon|comma|lcub|rcub);|=(?:\r?\n|(3D))|<\/?(br|[a-z])[^<>]{0,200}>/gi;

const named: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  plus: "+",
  sol: "/",
  equals: "=",
  newline: "\n",
  colon: ":",
  comma: ",",
  lcub: "{",
  0: "\0",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  rcub: "}",
};

export function unescapedText(text: string): string {
  return text.replace(anyEscape, (_, ...found: (string | undefined)[]) => {
    const [u, x, octal, letter, percent, hex, decimal, name, equals, tag] = found;
    const digits = u ?? x ?? percent ?? hex;
    if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
    if (decimal !== undefined) return String.fromCharCode(Number(decimal) & 0xff);
    if (equals !== undefined) return "=";
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    if (tag?.toLowerCase() === "br") return "\n";
    return named[(letter ?? name ?? "").toLowerCase()] ?? "";
  });
}
