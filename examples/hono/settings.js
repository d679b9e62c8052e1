import { env } from "hono/adapter";

const names = /** @type {const} */ ([
  "CDN_ORIGIN",
  "CLOUDFRONT_KEY_PAIR_ID",
  "CLOUDFRONT_PRIVATE_KEY",
  "LOGIN_USER",
  "LOGIN_PASSWORD",
  "SESSION_SECRET",
]);

/**
 * The environment: `process.env` in Node.js and Bun, `Deno.env` in Deno, the bindings in Workers, which come with
 * each request.
 * @param {import("hono").Context} c
 */
export function settings(c) {
  const values = env(c);
  for (const name of names)
    if (!values[name]) throw new Error(`The variable ${name} is not set: see README.md.`);
  return values;
}

/**
 * The attributes of the CloudFront cookies. To delete a cookie, a browser needs the domain and path with which
 * it was set, so both are written once.
 *
 * COOKIE_DOMAIN is the domain that this site and the distribution share: example.com for app.example.com and
 * cdn.example.com. Leave it out on localhost, where both have the same host.
 * @param {import("hono").Context} c
 */
export const courseCookies = (c) => ({ domain: settings(c).COOKIE_DOMAIN || undefined, path: "/course/" });
