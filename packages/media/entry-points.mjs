// The one table of what a user can import. The build, the size budgets and the check of the tarball read it;
// a test compares it with package.json and jsr.json.

/** Sub-path to source file. @type {Record<string, string>} */
export const entryPoints = {
  "./hls": "src/hls.ts",
  "./dash": "src/dash.ts",
  "./client": "src/client.ts",
  "./server": "src/server.ts",
};

/**
 * The name of an entry point's built files: `index` for ".", `hls` for "./hls".
 * @param {string} subPath
 */
export function builtName(subPath) {
  return subPath === "." ? "index" : subPath.slice("./".length);
}
