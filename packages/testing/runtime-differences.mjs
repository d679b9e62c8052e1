// The same tests run in every runtime, and the matrix compares them by name. This list explains each
// remaining difference. The matrix, the tests and docs/status.md read it; an entry that no longer holds is
// a failure.

/**
 * @typedef {object} Difference
 * @property {string[]} runtimes the runtimes that differ; all others must behave like Node.js
 * @property {string} lacks the feature that these runtimes do not have
 * @property {string[]} tests the full names of the tests that need it, which expect the documented error there
 * @property {string} note for docs/status.md
 */

/** @type {Difference[]} */
export const differences = [
  {
    runtimes: ["chromium"],
    lacks: "AES-192-CBC",
    tests: [
      "rsa2048.enc-aes192-sha512.pkcs8.pem signs when passed as bytes",
      "rsa2048.enc-aes192-sha512.pkcs8.pem signs when passed as text",
    ],
    note: "Chromium does not support AES-192: a key that is encrypted with it causes `ERR_KEY_UNSUPPORTED`.",
  },
  {
    runtimes: ["workerd-oldest"],
    lacks: "TransformStream with a transformer",
    tests: [
      "a DASH stream returns what signDashManifest returns for the whole text if the text or its bytes are cut in two at any place",
      "the HLS stream returns the same for any two parts of the text or its bytes",
      "a manifest is streamed: the response contains what the origin has sent so far",
    ],
    note: "Before compatibility date 2022-11-30, a `TransformStream` does not call its transformer. Sign playlists and manifests as text: the functions that sign a stream throw `ERR_STREAM_UNSUPPORTED`.",
  },
];

/** Whether a runtime is known to lack a feature. @param {string} runtime @param {string} capability */
export const lacks = (runtime, capability) =>
  differences.some((difference) => difference.lacks === capability && difference.runtimes.includes(runtime));
