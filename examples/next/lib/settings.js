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
  // Nor the words of a template.
  SESSION_SECRET: [
    /^(?!(.)\1*$)(?!.*(change|replace|your[-_]))\S{32,}$/i,
    "set it to at least 32 characters, such as those of openssl rand -hex 32",
  ],
});

/** Without the value, which may be a secret. @param {string} value */
function problemOf(value) {
  if (value.trim() === "") return "is not set";
  if (value !== value.trim()) return "has white space around it";
  return /^(["']).*\1$/.test(value) ? "has quotes around it" : "is not usable";
}

/** Called in functions: `next build` has no variables. @param {keyof typeof forms} name */
export function required(name) {
  const [form, step] = forms[name];
  const value = process.env[name] ?? "";
  if (!form.test(value)) throw new Error(`${name}: ${problemOf(value)}; ${step}`);
  return value;
}

/** Throws if any variable is not what it should be. */
export function checkSettings() {
  for (const name of Object.keys(forms)) required(/** @type {keyof typeof forms} */ (name));
  const [cdnOrigin, cookieDomain] = [required("CDN_ORIGIN"), required("COOKIE_DOMAIN")];
  const { hostname } = new URL(cdnOrigin);
  // On localhost, an address or a name without a dot, the site may have the same host. The host of a distribution shares
  // no domain with another site.
  const needsDomain = !/(^|\.)(localhost|cloudfront\.net)$|^[^.]*$|^[\d.]+$/.test(hostname);
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
      `COOKIE_DOMAIN: does not cover ${hostname}, the host of CDN_ORIGIN; set it to a domain of this host, or leave it out on localhost`,
    );
}
