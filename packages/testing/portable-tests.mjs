// The tests that run in every runtime: those of the libraries, and those of several libraries at once. Paths are
// relative to the top level.
export const portableTests = {
  include: ["packages/{core,media,diagnosis}/test/**/*.test.ts", "packages/integration/libraries/*.test.ts"],
  exclude: ["**/node_modules/**", "**/test/node/**"],
};

/**
 * Those of them whose subject are the texts of messages and findings. They run in one Node.js, in one runtime with
 * another engine, and in workerd. What depends on bytes, keys, URLs, streams, timers or cookies is not one of them.
 */
export const testsOfWords = [
  "packages/diagnosis/test/**",
  "packages/core/test/key/named.test.ts",
  "packages/core/test/policy/terms-words.test.ts",
  "packages/integration/libraries/{messages,option-names}.test.ts",
  "packages/media/test/manifest/attacks.test.ts",
  "packages/media/test/manifest/dash/addresses.test.ts",
  "packages/media/test/manifest/hls/attacks.test.ts",
];
