/** A block of commands in a page, the files that the page has before it, and the output that follows it. */
export interface ShellStep {
  readonly commands: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Lines that the commands print in this order, perhaps with others between them. */
  readonly printed: readonly string[];
}

/** The steps of a page: `sh` blocks, `js file=NAME` blocks before them, and a `text` block behind them. */
export function shellSteps(page: string): ShellStep[] {
  const steps: ShellStep[] = [];
  let files: { name: string; text: string }[] = [];
  for (const [, kind, name = "", text = ""] of page.matchAll(
    /^```(sh|text|js)(?: file=(\S+))?\n([\s\S]*?)^```/gm,
  )) {
    if (kind === "js") files.push({ name, text });
    else if (kind === "sh") {
      steps.push({ commands: text, files, printed: [] });
      files = [];
    } else {
      const last = steps.pop();
      if (last) steps.push({ ...last, printed: text.trimEnd().split("\n") });
    }
  }
  return steps;
}
