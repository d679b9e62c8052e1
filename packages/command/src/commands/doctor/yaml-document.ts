import type { Node } from "yaml";

/** Where a text is no YAML, and why. */
export interface YamlFault {
  readonly line: number;
  readonly problem: string;
}

/**
 * A document in YAML as the same document in JSON. The short forms of CloudFormation get their whole names: `!Ref A` is
 * `{ "Ref": "A" }`, `!Sub` is `Fn::Sub`. The library that reads it is part of the program, and loaded only for such a file.
 */
export async function documentOfYaml(
  text: string,
): Promise<{ readonly value: unknown } | { readonly fault: YamlFault }> {
  const { LineCounter, parseDocument, visit, YAMLMap } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) return { fault: { line: lines.linePos(error.pos[0]).line, problem: error.code } };
  visit(document, {
    Node: (_, node) => {
      const [, name] = /^!(\w+)$/.exec(node.tag ?? "") ?? [];
      if (name === undefined) return undefined;
      delete (node as { tag?: string }).tag;
      const whole = new YAMLMap<string, Node>();
      whole.set(name === "Ref" || name === "Condition" ? name : `Fn::${name}`, node);
      return whole;
    },
  });
  try {
    return { value: document.toJS() };
  } catch {
    // Few lines can stand for gigabytes.
    return { fault: { line: 1, problem: "TOO_MANY_ALIASES" } };
  }
}
