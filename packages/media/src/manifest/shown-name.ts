/**
 * A name of a playlist or manifest as messages show it: whole, unless it is very long or has characters that
 * names do not have. A broken text may have a URL where a name belongs.
 */
export function shownName(name: string, longest = 40): string {
  const [plain = ""] = /^[\w.:-]*/.exec(name.slice(0, longest)) ?? [];
  return plain === name ? name : `${plain}…`;
}
