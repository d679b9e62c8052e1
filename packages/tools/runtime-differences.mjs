// The same tests run in every runtime, and the matrix compares them by name. What differs all the same stands
// here, with its reason: the matrix, the tests and docs/runtimes.md read this list, and an entry that no
// longer holds is a failure.

/**
 * @typedef {object} Difference
 * @property {string[]} runtimes where it is so; everywhere else the tests have to do what they do in Node.js
 * @property {string} lacks what these runtimes do not have
 * @property {string[]} tests the full names of the tests that notice
 * @property {"refused" | "absent"} there what becomes of them: they ask for the documented refusal, or they
 * do not run at all
 * @property {string} note for docs/runtimes.md
 */

/** @type {Difference[]} */
export const differences = [
  {
    runtimes: ["chromium"],
    lacks: "AES-192-CBC",
    tests: [
      "rsa2048.enc-aes192-sha512.pkcs8.pem signs as bytes",
      "rsa2048.enc-aes192-sha512.pkcs8.pem signs as text",
    ],
    there: "refused",
    note: "no AES-192: a key encrypted with it is refused with `ERR_KEY_UNSUPPORTED`",
  },
  {
    runtimes: ["workerd-oldest"],
    lacks: "TransformStream with a transformer",
    tests: [
      "a stream gives what the whole text gives cut in two anywhere, as text and as bytes",
      "the stream makes the same of every two parts, of text and of bytes",
      "a manifest is streamed: what the origin has sent so far is there",
    ],
    there: "refused",
    note: "before 2022-11-30 a `TransformStream` ignores what it is given, so that playlists and manifests can be signed as a whole only: `ERR_STREAM_UNSUPPORTED`",
  },
];

/** Whether a runtime is known to lack it. @param {string} runtime @param {string} capability */
export const lacks = (runtime, capability) =>
  differences.some((difference) => difference.lacks === capability && difference.runtimes.includes(runtime));
