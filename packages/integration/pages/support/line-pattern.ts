/** Matches a whole line of a page. In it `…` stands for any text, such as a signature. */
export function linePattern(line: string): RegExp {
  return new RegExp(`^${line.split("…").map(escaped).join(".+")}$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
