export default {
  entry: { main: "src/main.ts" },
  format: ["esm"],
  target: "es2022",
  platform: "node",
  // It is not part of a release: the command's code is bundled.
  noExternal: [/^cloudfront-sign-cli\//],
  loader: { ".tf": "text" },
  tsconfig: "tsconfig.json",
};
