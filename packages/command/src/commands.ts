import type { CommandEntry } from "./command.ts";

/** In the order of the help. Each is a file of its own, so that a call reads no code that it does not need. */
const table = {
  sign: {
    summary: "Signs URLs.",
    load: async () => (await import("./commands/sign/sign.ts")).sign,
  },
  cookies: {
    summary: "Signs cookies for a URL or a pattern.",
    aliases: ["sign-cookies"],
    load: async () => (await import("./commands/cookies/cookies.ts")).cookies,
  },
  verify: {
    summary: "Checks whether CloudFront would allow a signed URL or cookies.",
    load: async () => (await import("./commands/verify/verify.ts")).verify,
  },
  explain: {
    summary: "Explains why CloudFront denied a request, and what to do.",
    load: async () => (await import("./commands/explain/explain.ts")).explain,
  },
  inspect: {
    summary: "Shows what is in a signed URL or cookies. Needs no key.",
    load: async () => (await import("./commands/inspect/inspect.ts")).inspect,
  },
  keygen: {
    summary: "Generates a key pair, and shows what to do with it.",
    load: async () => (await import("./commands/keygen/keygen.ts")).keygen,
  },
  rotate: {
    summary: "Plans a key rotation: the steps, with dates that keep every URL valid.",
    load: async () => (await import("./commands/rotate/rotate.ts")).rotate,
  },
  revocation: {
    summary: "Prints a function that denies grants by their ID, and how to install it.",
    load: async () => (await import("./commands/revocation/revocation.ts")).revocation,
  },
  doctor: {
    summary: "Finds what is wrong with a distribution's settings.",
    load: async () => (await import("./commands/doctor/doctor.ts")).doctor,
  },
  serve: {
    summary: "Runs a local CloudFront in front of a folder or a server.",
    load: async () => (await import("./commands/serve/serve.ts")).serve,
  },
  completion: {
    summary: "Prints completions for a shell.",
    load: async () => (await import("./commands/completion/completion.ts")).completion,
  },
} as const satisfies Readonly<Record<string, CommandEntry>>;

export type CommandName = keyof typeof table;

export const commands: Readonly<Record<CommandName, CommandEntry>> = table;

export const commandNames = Object.keys(table) as readonly CommandName[];
