/** Something to paste. */
export interface Code {
  readonly language: "sh" | "sql" | "hcl" | "ts";
  readonly text: string;
}

export function shell(...lines: readonly string[]): Code {
  return { language: "sh", text: lines.join("\n") };
}
