/** A block of TypeScript in a Markdown page or a docstring. */
export interface CodeBlock {
  readonly from: string;
  /**
   * ```` ```ts ```` is a program, `ts page=NAME` runs in a web page, and `ts file=NAME` or `tsx file=NAME` is a file that others
   * import, or that needs a server or another platform to run.
   */
  readonly kind: "program" | "page" | "file";
  readonly name: string;
  readonly code: string;
}

/** The documented `viewerOf` as it stands, which signs nobody in. */
export const documentedViewerOf = `const viewerOf = async (
  _request: Request,
): Promise<{ courses: string[] } | undefined> => undefined;
`;

/** A session for the documented `viewerOf`. */
export const withAda = (code: string): string =>
  code.replace(
    documentedViewerOf,
    documentedViewerOf.replace(
      "=> undefined",
      '=> /\\bsession=of-ada\\b/.test(_request.headers.get("Cookie") ?? "") ? { courses: ["42"] } : undefined',
    ),
  );

export function codeBlocks(from: string, text: string): CodeBlock[] {
  return Array.from(
    text.matchAll(/^```tsx?(?: (page|file)=(\S+))?\n([\s\S]*?)^```/gm),
    ([, kind = "program", name = "", code = ""], i) => ({
      from: `${from} #${i + 1}`,
      kind: kind as CodeBlock["kind"],
      name,
      code,
    }),
  );
}
