import { styled, wrap } from "./terminal.ts";

/** Wrapped text after a label that stands out. */
export function labelledLines(
  label: string,
  text: string,
  style: Parameters<typeof styled>[1],
  width: number,
): string[] {
  const [first = "", ...others] = wrap(`${label}: ${text}`, width);
  const marked = Math.min(label.length + 1, first.length);
  return [styled(process.stdout, style, first.slice(0, marked)) + first.slice(marked), ...others];
}
