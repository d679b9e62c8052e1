// A Cloudflare Worker in front of private videos: it redirects authenticated users to a signed URL that
// expires after ten minutes.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";

/** The variables and secrets, each with its form and the step that sets it. */
const forms = /** @type {const} */ ({
  CLOUDFRONT_DOMAIN: [
    /^[\w-]+(\.[\w-]+)+$/,
    "set the variable to the distribution's host name, such as d111111abcdef8.cloudfront.net",
  ],
  CLOUDFRONT_KEY_PAIR_ID: [
    /^[A-Z\d]{10,}$/,
    "set the variable to the ID of the public key, such as K2JCJMDEHXQW5F",
  ],
  CLOUDFRONT_PRIVATE_KEY: [/\S{40}/, "run npx wrangler secret put CLOUDFRONT_PRIVATE_KEY < private.pem"],
  // Replace it with your own authentication. It is no repeated piece, words of a sample or a row such as 12345678.
  SESSION_TOKEN: [
    /^(?!(.{1,32})\1+.{0,15}$)(?!.*(change|replace|your[-_]|password|secret|character|example|openssl|<|01234567|12345678|abcdefgh))\S{32,}$/i,
    "run openssl rand -hex 32 | npx wrangler secret put SESSION_TOKEN",
  ],
});

/** @typedef {Record<keyof typeof forms, string>} Env */

/** Throws for what is missing or a placeholder: without a token, "Bearer undefined" would open everything. */
function checkSettings(/** @type {Env} */ env) {
  for (const [name, [form, step]] of Object.entries(forms)) {
    const value = env[/** @type {keyof Env} */ (name)] ?? "";
    if (form.test(value)) continue;
    const isGuessable = name === "SESSION_TOKEN" && /^\S{32,}$/.test(value);
    const state = isGuessable ? "a sample or a pattern, which others can guess" : "not usable";
    throw new Error(`${name}: is ${value.trim() ? state : "not set"}; ${step}`);
  }
}

const digest = (/** @type {string} */ text) =>
  crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)).then((bytes) => new Uint8Array(bytes));

/** Compares digests, and all of their bytes: the time of the answer tells nothing about the secret. */
async function isSame(/** @type {string} */ one, /** @type {string} */ other) {
  const [first, second] = await Promise.all([digest(one), digest(other)]);
  return first.reduce((difference, byte, i) => difference | (byte ^ (second[i] ?? 0)), 0) === 0;
}

/** Letters, digits, spaces, "_", "-" and ".": nothing that is an escape, a separator or a dot segment to anybody. */
const name = /^[\p{L}\p{N}_-][\p{L}\p{M}\p{N} ._-]*$/u;

/**
 * Whether every server reads the path alike. CloudFront takes `/videos/%252e%252e/secret` as it is, but an origin that
 * decodes twice reads `/secret`.
 * @param {string} pathname
 */
function isVideo(pathname) {
  const [, folder, ...names] = pathname.split("/");
  try {
    return (
      folder === "videos" && names.length > 0 && names.every((one) => name.test(decodeURIComponent(one)))
    );
  } catch {
    return false; // not UTF-8
  }
}

/**
 * Made on the first request and kept, so that the key is imported only once.
 * @type {import("cloudfront-sign-webcrypto").CloudFrontSigner | undefined}
 */
let signer;

/** @param {Request} request @param {Env} env */
async function respond(request, env) {
  checkSettings(env);
  if (!(await isSame(request.headers.get("Authorization") ?? "", `Bearer ${env.SESSION_TOKEN}`)))
    return new Response("Please sign in.\n", { status: 401 });
  const { pathname } = new URL(request.url);
  if (!isVideo(pathname)) return new Response("There is nothing here.\n", { status: 404 });

  signer ??= createCloudFrontSigner({
    keyPairId: env.CLOUDFRONT_KEY_PAIR_ID,
    privateKey: env.CLOUDFRONT_PRIVATE_KEY,
    maxLifetime: "1h",
  });
  const url = await signer.signUrl(`https://${env.CLOUDFRONT_DOMAIN}${pathname}`, { expiresIn: "10m" });
  return new Response(null, { status: 302, headers: { Location: url } });
}

export default {
  /** @param {Request} request @param {Env} env */
  async fetch(request, env) {
    const response = await respond(request, env).catch((error) => {
      // Details are for the log. The messages contain no secret.
      console.error(error.message);
      return new Response("Something went wrong.\n", { status: 500 });
    });
    // What an answer says is for this user alone: no cache may keep it.
    response.headers.set("Cache-Control", "private, no-store");
    return response;
  },
};
