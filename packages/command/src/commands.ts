import type { Command, CommandTable } from "./command.ts";

/** What each command does, in the order of the help. */
export const summaries = {
  sign: "Signs URLs.",
  cookies: "Signs cookies for a URL or a pattern.",
  verify: "Checks whether CloudFront would allow a signed URL or cookies.",
  explain: "Explains why CloudFront denied a request, and what to do.",
  inspect: "Shows what is in a signed URL or cookies. Needs no key.",
  keygen: "Generates a key pair, and shows what to do with it.",
  rotate: "Plans a key rotation: the steps, with dates that keep every URL valid.",
  revocation: "Prints a function that denies grants by their ID, and how to install it.",
  doctor: "Finds what is wrong with a distribution's settings.",
  serve: "Runs a local CloudFront in front of a folder or a server.",
  completion: "Prints completions for a shell.",
} as const;

export type CommandName = keyof typeof summaries;

export const commandNames = Object.keys(summaries) as readonly CommandName[];

/** Names of the AWS CLI for a command. */
export const commandAliases: Readonly<Record<string, CommandName>> = { "sign-cookies": "cookies" };

export const commandTable: CommandTable = {
  summaries,
  aliases: commandAliases,
  load: (name) => loadCommand(name as CommandName),
};

/** Loads one command: each is a file of its own, so that a call reads no code that it does not need. */
export async function loadCommand(name: CommandName): Promise<Command> {
  switch (name) {
    case "sign":
      return (await import("./commands/sign/sign.ts")).sign;
    case "cookies":
      return (await import("./commands/cookies/cookies.ts")).cookies;
    case "verify":
      return (await import("./commands/verify/verify.ts")).verify;
    case "explain":
      return (await import("./commands/explain/explain.ts")).explain;
    case "inspect":
      return (await import("./commands/inspect/inspect.ts")).inspect;
    case "keygen":
      return (await import("./commands/keygen/keygen.ts")).keygen;
    case "rotate":
      return (await import("./commands/rotate/rotate.ts")).rotate;
    case "revocation":
      return (await import("./commands/revocation/revocation.ts")).revocation;
    case "doctor":
      return (await import("./commands/doctor/doctor.ts")).doctor;
    case "serve":
      return (await import("./commands/serve/serve.ts")).serve;
    case "completion":
      return (await import("./commands/completion/completion.ts")).completion;
  }
}
