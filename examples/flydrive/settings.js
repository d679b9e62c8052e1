/** The form of each variable, which no placeholder such as change-me has, and the step that sets it. */
const forms = /** @type {const} */ ({
  CDN_ORIGIN: [
    /^https?:\/\/(?!(undefined|null)(:|$))([\w-]+(\.[\w-]+)*|\[[\da-f:]+\])(:\d{1,5})?$/i,
    "set it to the origin of the distribution, without a path or a slash at its end, such as https://cdn.example.com",
  ],
  CLOUDFRONT_KEY_PAIR_ID: [
    /^[A-Z\d]{10,}$/,
    "set it to the ID of the public key in CloudFront, such as K2JCJMDEHXQW5F",
  ],
  // The PEM. In a hosting service's settings it may be one line with `\n`.
  CLOUDFRONT_PRIVATE_KEY: [
    /\S{40}/,
    "set it to the whole text of private.pem, in an .env file between double quotes",
  ],
  // The domain that this site and the distribution share: example.com for app.example.com and cdn.example.com. Leave it
  // out on localhost, where both have the same host.
  COOKIE_DOMAIN: [
    /^([\w-]+(\.[\w-]+)+)?$/,
    "set it to the domain that the site and the distribution share, such as example.com, or leave it out",
  ],
  // Not one character again and again.
  LOGIN_PASSWORD: [
    /^(?!(.)\1*$)\S.{10,}\S$/,
    "set it to at least 12 characters, such as those of openssl rand -hex 12",
  ],
  LOGIN_USER: [/^[^\s"'][^\s"]*@[^\s"]*[^\s"']$/, "set it to an e-mail address, such as ada@example.com"],
  PORT: [
    /^([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])?$/,
    "set it to a free port from 1 to 65535, such as 8080, or leave it out",
  ],
  // Nor a repeated piece, the words of a sample or a row such as 12345678.
  SESSION_SECRET: [
    /^(?!(.{1,32})\1+.{0,15}$)(?!.*(change|replace|your[-_]|password|secret|character|example|openssl|<|01234567|12345678|abcdefgh))\S{32,}$/i,
    "set it to at least 32 random characters, such as those of openssl rand -hex 32",
  ],
});

/** Without the value, which may be a secret. @param {string} name @param {string} value */
function problemOf(name, value) {
  if (value.trim() === "") return "is not set";
  if (value !== value.trim()) return "has white space around it";
  if (/^(["']).*\1$/.test(value)) return "has quotes around it";
  const isGuessable = name === "SESSION_SECRET" && /^\S{32,}$/.test(value);
  return isGuessable ? "is a sample or a pattern, which others can guess" : "is not usable";
}

/** Throws at the start of the program, before the first request. @param {keyof typeof forms} name */
function required(name) {
  const [form, step] = forms[name];
  const value = process.env[name] ?? "";
  if (!form.test(value)) throw new Error(`${name}: ${problemOf(name, value)}; ${step}`);
  return value;
}

export const port = Number(required("PORT") || 8080);
export const cdnOrigin = required("CDN_ORIGIN");
export const keyPairId = required("CLOUDFRONT_KEY_PAIR_ID");
export const privateKey = required("CLOUDFRONT_PRIVATE_KEY");
export const sessionSecret = required("SESSION_SECRET");
export const loginUser = required("LOGIN_USER");
export const loginPassword = required("LOGIN_PASSWORD");

const cookieDomain = required("COOKIE_DOMAIN");
const { hostname, host, protocol } = new URL(cdnOrigin);
if (protocol === "http:" && !/(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname))
  throw new Error(
    `CDN_ORIGIN: begins with http://, over which browsers send no CloudFront cookies, and others can read signed URLs; write https://${host}, or http://localhost for a local CloudFront`,
  );
if (hostname === "d111111abcdef8.cloudfront.net")
  throw new Error(
    "CDN_ORIGIN: is d111111abcdef8.cloudfront.net, the sample of AWS's documentation; set it to the origin of your distribution",
  );
// On localhost, an address or a name without a dot, CloudFront is a local one: its public key has the ID that you give it,
// and the site may have the same host.
const isLocal = /(^|\.)localhost$|^[^.]*$|^[\d.]+$/.test(hostname);
if (keyPairId === "K2JCJMDEHXQW5F" && !isLocal)
  throw new Error(
    "CLOUDFRONT_KEY_PAIR_ID: is K2JCJMDEHXQW5F, the sample of this documentation, which CloudFront does not know; set it to the ID of your public key in CloudFront",
  );
// The host of a distribution shares no domain with another site.
const needsDomain = !isLocal && !/(^|\.)cloudfront\.net$/.test(hostname);
if (!cookieDomain && needsDomain)
  throw new Error(
    `COOKIE_DOMAIN: is not set, so that browsers send no cookies to ${hostname}, the host of CDN_ORIGIN; set it to the domain that the site and the distribution share, such as example.com`,
  );
if (cookieDomain.toLowerCase() === "cloudfront.net")
  throw new Error(
    "COOKIE_DOMAIN: is cloudfront.net, for which browsers refuse cookies; give the distribution an alternate domain name, or leave it out and use signed URLs",
  );
if (cookieDomain && !`.${hostname}`.endsWith(`.${cookieDomain.toLowerCase()}`))
  throw new Error(
    `COOKIE_DOMAIN: does not cover ${hostname}, the host of CDN_ORIGIN; set it to the domain that the site and this host share, such as example.com, or leave it out on localhost`,
  );

/**
 * The attributes of the CloudFront cookies. To delete a cookie, a browser needs the domain and path with which
 * it was set, so both are written once. A browser keeps one set for each path: for cookies of one course, let the path
 * be that of the course, such as /course/42/.
 */
export const courseCookies = { domain: cookieDomain || undefined, path: "/course/" };

/**
 * Throws if the browser of a page would refuse the cookies, or not send them to the CDN.
 * @param {string | null | undefined} origin of the page: browsers send it with a POST
 */
export function checkSite(origin) {
  // Some browsers send the text "null".
  if (!origin || !URL.canParse(origin)) return;
  const { hostname: site } = new URL(origin);
  if (!cookieDomain && site !== hostname)
    throw new Error(
      `COOKIE_DOMAIN: is not set, so browsers send the cookies to ${site} alone and not to ${hostname}, the host of CDN_ORIGIN; open the site at ${hostname}, or give the distribution a name in the domain of the site and set it to this domain`,
    );
  if (cookieDomain && !`.${site}`.endsWith(`.${cookieDomain.toLowerCase()}`))
    throw new Error(
      `COOKIE_DOMAIN: does not cover ${site}, the host of the site, so browsers refuse the cookies; set it to the domain that ${site} and ${hostname} share, such as example.com`,
    );
}

let isWarned = false;

/**
 * Warns once if the session cookie has no `Secure` although the page has https.
 * @param {string | undefined} origin of the page @param {boolean} isSecure
 */
export function checkScheme(origin, isSecure) {
  if (isWarned || isSecure || !origin?.startsWith("https:")) return;
  isWarned = true;
  console.warn(
    "X-Forwarded-Proto: is not https, but the page is, so the session cookie is not Secure; let your proxy set this header, and let the app trust the proxy",
  );
}
