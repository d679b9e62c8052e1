/** The form of each variable, which no placeholder such as change-me has, and the step that sets it. */
const forms = /** @type {const} */ ({
  CDN_ORIGIN: [
    /^https?:\/\/(localhost|[\w-]+(\.[\w-]+)+)(:\d+)?$/,
    "set it to the origin of the distribution, such as https://cdn.example.com",
  ],
  CLOUDFRONT_KEY_PAIR_ID: [
    /^[A-Z\d]{10,}$/,
    "set it to the ID of the public key in CloudFront, such as K2JCJMDEHXQW5F",
  ],
  // The PEM. In a hosting service's settings it may be one line with `\n`.
  CLOUDFRONT_PRIVATE_KEY: [/\S{40}/, "set it to the text of private.pem"],
  // The domain that this site and the distribution share: example.com for app.example.com and cdn.example.com. Leave it
  // out on localhost, where both have the same host.
  COOKIE_DOMAIN: [
    /^([\w-]+(\.[\w-]+)+)?$/,
    "set it to the domain that the site and the distribution share, or leave it out",
  ],
  LOGIN_PASSWORD: [/^\S.{10,}\S$/, "set it to at least 12 characters, such as those of openssl rand -hex 12"],
  LOGIN_USER: [/^\S+@\S+$/, "set it to an e-mail address, such as ada@example.com"],
  PORT: [/^\d{0,5}$/, "set it to a free port, such as 8080, or leave it out"],
  SESSION_SECRET: [/^\S{32,}$/, "set it to at least 32 characters, such as those of openssl rand -hex 32"],
});

/** Throws at the start of the program, before the first request. @param {keyof typeof forms} name */
function required(name) {
  const [form, step] = forms[name];
  const value = process.env[name] ?? "";
  if (!form.test(value)) throw new Error(`${name}: is not ${value.trim() ? "usable" : "set"}; ${step}`);
  return value;
}

export const port = Number(required("PORT") || 8080);
export const cdnOrigin = required("CDN_ORIGIN");
export const keyPairId = required("CLOUDFRONT_KEY_PAIR_ID");
export const privateKey = required("CLOUDFRONT_PRIVATE_KEY");
export const sessionSecret = required("SESSION_SECRET");
export const loginUser = required("LOGIN_USER");
export const loginPassword = required("LOGIN_PASSWORD");

/**
 * The attributes of the CloudFront cookies. To delete a cookie, a browser needs the domain and path with which
 * it was set, so both are written once.
 */
export const courseCookies = { domain: required("COOKIE_DOMAIN") || undefined, path: "/course/" };
