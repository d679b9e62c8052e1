/** Something to paste. */
export interface Code {
  readonly language: "sh" | "sql" | "hcl" | "ts";
  readonly text: string;
}

/** What the steps need that change CloudFront. */
export interface RotationCode {
  readonly add: readonly Code[];
  readonly remove: readonly Code[];
  readonly delete: readonly Code[];
}

export function shell(...lines: readonly string[]): Code {
  return { language: "sh", text: lines.join("\n") };
}
