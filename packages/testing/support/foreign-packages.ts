import { published } from "../folders.mjs";

// Between the words of a command: in a shell, or in the arguments of `spawn`.
const gap = String.raw`[\s"',[]+`;
/** Runs a package by its name, and fetches one that is not installed. */
const runner = new RegExp(String.raw`\b(?:npx|pnpx|bunx|(?:npm|pnpm|yarn|bun)${gap}(?:dlx|exec|x))\b`, "g");
/** Installs all packages that follow. */
const installer = new RegExp(
  String.raw`\b(?:npm|pnpm|yarn|bun|deno|jsr)${gap}(?:global${gap})?(?:add|i|install)\b`,
  "g",
);
const specifier =
  /\b(?:npm:|(?:esm\.sh|esm\.run|unpkg\.com|cdn\.jsdelivr\.net\/npm)\/)(cloudfront-sign[\w-]*)/g;
/** A dependency in a package.json. */
const dependency = /"(cloudfront-sign[\w-]*)"\s*:\s*"(?:[\^~<>=*\d]|latest|(?:workspace|npm|file|link):)/g;

/**
 * The names that look like ours and are not, which a text makes somebody fetch from npm: a stranger's code would run
 * where a private key is.
 */
export function foreignPackages(text: string): string[] {
  const names = text
    .replace(/\\\r?\n\s*/g, " ")
    .split("\n")
    .flatMap((line) => [
      // What follows the name that a runner gets belongs to the program that it starts.
      ...argumentsOf(runner, line).flatMap((words) => [
        ...words.filter((word) => word.startsWith("--package=")),
        ...words.filter((word) => !word.startsWith("-")).slice(0, 1),
      ]),
      ...argumentsOf(installer, line).flat(),
      ...[specifier, dependency].flatMap((how) => Array.from(line.matchAll(how), ([, name = ""]) => name)),
    ]);
  return names
    .flatMap((word) => /^(?:--package=)?(cloudfront-sign[\w-]*)/.exec(word)?.[1] ?? [])
    .filter((name) => !Object.hasOwn(published, name));
}

/** The words after each such program, up to the end of the command or of the code in which it stands. */
function argumentsOf(program: RegExp, line: string): string[][] {
  return Array.from(line.matchAll(program), (match) => {
    const [command = ""] = line.slice(match.index + match[0].length).split(/[`;|&#<>()]/, 1);
    return command.split(/[\s"',[\]]+/).filter((word) => word !== "");
  });
}
