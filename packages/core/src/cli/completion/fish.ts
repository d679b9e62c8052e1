import type { CompletedCommand, CompletedFlag } from "./completed-commands.ts";

/**
 * The script for fish.
 *
 * Source: fish manual, "complete".
 */
export function fishScript(commands: readonly CompletedCommand[], programs: readonly string[]): string {
  return `# Completions of ${programs.join(" and ")} for fish.
function __cloudfront_sign_command
  set -l words (commandline -opc)
  switch "$words[2]"
${commands
  .map(({ name, aliases }) => `    case ${[name, ...aliases].join(" ")}\n      echo ${name}\n`)
  .join("")}    case '*'
      echo sign
  end
end
function __cloudfront_sign_is
  test (__cloudfront_sign_command) = $argv[1]
end
# Whether a flag with a value is not there yet. The last word may be the flag whose value is completed.
function __cloudfront_sign_lacks
  set -l words (commandline -opc)
  not contains -- --$argv[1] $words[1..-2]
end
function __cloudfront_sign_starts
  test (count (commandline -opc)) -eq 1
end
for program in ${programs.join(" ")}
  complete -c $program -f
${commands.flatMap(commandLines).join("\n")}
end
`;
}

function commandLines({ name, summary, flags, operands }: CompletedCommand): string[] {
  const isCommand = `__cloudfront_sign_is ${name}`;
  const operandLines =
    operands === "paths"
      ? [`  complete -c $program -n '${isCommand}; and not __cloudfront_sign_starts' -F`]
      : operands.map(
          (word) => `  complete -c $program -n '${isCommand}; and not __cloudfront_sign_starts' -a ${word}`,
        );
  return [
    `  complete -c $program -n __cloudfront_sign_starts -a ${name} -d ${quoted(summary)}`,
    ...operandLines,
    ...flags.map((flag) => flagLine(isCommand, flag)),
  ];
}

function flagLine(
  isCommand: string,
  { name, short, does, isRepeatable, placeholder, values }: CompletedFlag,
): string {
  const lacks = placeholder === undefined ? "not __fish_contains_opt" : "__cloudfront_sign_lacks";
  const option = short === undefined ? name : `-s ${short} ${name}`;
  const condition = isRepeatable ? isCommand : `${isCommand}; and ${lacks} ${option}`;
  const spelling = short === undefined ? `-l ${name}` : `-s ${short} -l ${name}`;
  const value =
    placeholder === undefined
      ? ""
      : values === "paths"
        ? " -r -F"
        : ` -x${values.length > 0 ? ` -a '${values.join(" ")}'` : ""}`;
  return `  complete -c $program -n '${condition}' ${spelling}${value} -d ${quoted(does)}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
