/**
 * A name of a playlist or manifest as messages show it: whole, unless it is very long or has characters that
 * names do not have. A broken text may have a URL where a name belongs.
 */
export function shownName(name: string): string {
  const [plain = ""] = /^[\w.:-]{0,40}/.exec(name) ?? [];
  return plain === name ? name : `${plain}…`;
}
