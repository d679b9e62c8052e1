/** Fragments as pages and players use them. */
export const realFragments: string[] = [
  "",
  "top",
  "chapter-1",
  "é",
  "%C3%A9",
  "глава_2",
  "第一章",
  "L10-L20",
  "t=10.5",
  "t=npt:10.5,20.25",
  "t=clock:2026-01-01T00:00:00.5Z",
  "page=2&zoom=90",
  "page=2&zoom=90.5&view=FitH,1.5",
  "xywh=percent:2.5,5,50,50",
  "search=two words",
  "search=two%20words",
  "t%3D10.5",
  "a==1.5",
  "Expires=1.5",
  "/course/1",
  "/course/1.5?tab=2",
  "%2Fcourse/1",
  "!/course/1.5",
  "%21%2Fcourse",
  "!course",
  ":~:text=an%20example.,with%20a%20range",
  ":~:text=an example",
  "chapter-1:~:text=an%20example.",
  "svgView(viewBox(0,0,200,200))",
  "a#b",
  "100%",
  "%FF",
  "%zz",
];

/** What follows the # of an object key that was not percent-encoded. */
export const partsOfObjectKeys: [fragment: string, character: string][] = [
  ["1.jpg", "."],
  ["1%2Ejpg", "."],
  ["1%2ejpg%", "."],
  ["%FF%2Ejpg", "."],
  [".", "."],
  ["1/2", "/"],
  ["1%2F2", "/"],
  ["1?size=2", "?"],
  ["1%3F", "?"],
  ["1 Intro", " "],
  ["1%20Intro", " "],
  ["é 1", " "],
  ["1 = 2.mp4", " "],
  ["a&t=1.5", "."],
  ["t=1.5&", "."],
  ["=1.5", "."],
  ["1.5=a", "."],
  ["a/b=c", "/"],
  ["./a", "."],
  ["! /a", " "],
  ["a.b:~:text=c", "."],
  ["/intro.pdf", "/"],
  ["/Intro/1.mp4", "/"],
  ["!/a.b%2Epng", "/"],
  ["a#1.jpg", "."],
];

/** The rule, character by character, apart from the library. */
export function mayBePartOfObjectKey(fragment: string): boolean {
  let text = "";
  for (let at = 0; at < fragment.length; at++) {
    const digits = fragment.slice(at + 1, at + 3);
    const code = /^[\dA-Fa-f][\dA-Fa-f]$/.test(digits) ? Number.parseInt(digits, 16) : 0x80;
    if (fragment[at] === "%" && code < 0x80) {
      text += String.fromCharCode(code);
      at += 2;
    } else text += fragment[at];
  }
  const isPlain = (part: string) => [...part].every((character) => !"./? ".includes(character));
  if (isPlain(text)) return false;
  const extension = text.includes(".") ? (text.split(".").pop() ?? "") : "";
  const hasExtension =
    extension.length >= 2 && extension.length <= 5 && /^[A-Za-z]/.test(extension) && !/\W/.test(extension);
  if (text[0] === "/" || (text[0] === "!" && text[1] === "/")) return hasExtension;
  const [before = "", ...directives] = text.split(":~:text=");
  if (directives.length > 0 && isPlain(before)) return false;
  return text.split("&").some((pair) => {
    const [name = "", ...value] = pair.split("=");
    return name === "" || value.length === 0 || !isPlain(name);
  });
}
