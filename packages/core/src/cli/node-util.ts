type Util = typeof import("node:util");

// An import of node:util or node:process reads every property of it, some of which load further modules or
// open standard input: 5 ms of each start. So the command uses the global process.
const util = process.getBuiltinModule("node:util");

export const parseArgs: Util["parseArgs"] = (config) => util.parseArgs(config);
export const styleText: Util["styleText"] = (...args) => util.styleText(...args);
