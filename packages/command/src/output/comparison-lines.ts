import type { CloudFrontComparison } from "cloudfront-sign-diagnosis";
import { eastAsianWidth } from "get-east-asian-width";
import { printable, styled } from "./terminal.ts";

const sides = ["signed", "requested"] as const;

/** Both sides of a difference. The other side is what was requested, or what CloudFront expected. */
export function comparisonLines(
  comparison: CloudFrontComparison,
  width: number,
  otherSide: "Requested" | "Expected" = "Requested",
): string[] {
  const labels = { signed: "  Signed     ", requested: `  ${otherSide.padEnd(9)}  ` };
  const { position } = comparison;
  const room = width - labels.signed.length;
  const texts = sides.map((side) => {
    const text = comparison[side];
    return { side, before: printable(text.slice(0, position)), behind: printable(text.slice(position)) };
  });
  // What comes before the difference may have all the room that the rest does not need.
  const longestRest = Math.max(...texts.map(({ behind }) => cellsOf(behind)));
  const roomBefore = Math.max(Math.floor(room / 2), room - longestRest);
  const fitted = texts.map(({ side, before, behind }) => {
    const start = cutTo(before, roomBefore, "front");
    return { side, start, cells: cellsOf(start), rest: cutTo(behind, room - roomBefore, "end") };
  });
  // The texts before a difference are equal, but for a wildcard and what it stands for.
  const column = Math.max(...fitted.map(({ cells }) => cells));
  return [
    ...fitted.map(({ side, start, cells, rest }) => labels[side] + " ".repeat(column - cells) + start + rest),
    " ".repeat(labels.signed.length + column) + styled(process.stdout, "red", "^"),
  ];
}

/** A text that fits, with an ellipsis where it is cut: in front, or behind. */
function cutTo(text: string, room: number, side: "front" | "end"): string {
  if (cellsOf(text) <= room) return text;
  const characters = [...text];
  while (characters.length > 0 && cellsOf(characters.join("")) >= room)
    side === "front" ? characters.shift() : characters.pop();
  return side === "front" ? `…${characters.join("")}` : `${characters.join("")}…`;
}

/** The cells of a terminal that a text takes. */
export function cellsOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + eastAsianWidth(character.codePointAt(0) ?? 0), 0);
}
