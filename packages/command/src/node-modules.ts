// An import of a module of Node.js reads every property of it, and some of them load further modules or open
// standard input: 10 ms of each start. What every command needs comes from here, and the global process in the
// place of node:process.
export const fs: typeof import("node:fs") = process.getBuiltinModule("node:fs");
export const os: typeof import("node:os") = process.getBuiltinModule("node:os");
export const nodePath: typeof import("node:path") = process.getBuiltinModule("node:path");
export const util: typeof import("node:util") = process.getBuiltinModule("node:util");
